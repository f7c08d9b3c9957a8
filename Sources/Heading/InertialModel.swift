import Quantities

/// How an accelerometer's and a gyro's values become force and rate in the body frame, and how far they are off.
struct InertialModel {
  /// How far the sensors may be off before any calibration.
  let tolerances: InertialTolerances
  /// `nil` where there is none.
  let calibration: InertialCalibration?
  /// How far what is applied may be off; before a calibration, the tolerances of the chips.
  let variances: InertialVariances

  private let accelerometer: AxesCalibration
  private let gyro: AxesCalibration
  private let bodyFromSensor: Matrix3

  /// - Parameter calibration: `nil` where there is none.
  init(mount: Mount, calibration: InertialCalibration?, tolerances: InertialTolerances) {
    (self.tolerances, self.calibration) = (tolerances, calibration)
    bodyFromSensor = mount.inertial
    accelerometer = calibration?.accelerometer ?? .none
    gyro = calibration?.gyro ?? .none
    variances = InertialVariances(tolerances, calibration)
  }

  /// m/s², body frame.
  func force(_ raw: Acceleration) -> Vector3 {
    bodyFromSensor * accelerometer.apply(raw.metresPerSecondSquared)
  }

  /// rad/s, body frame. The bias of the calibration is taken out; that of today is estimated.
  func rate(_ raw: AngularRate) -> Vector3 { bodyFromSensor * gyro.apply(raw.radiansPerSecond) }
}

extension AxesCalibration {
  /// Values as they are.
  fileprivate static let none = AxesCalibration(offset: .zero, matrix: .identity)
}
