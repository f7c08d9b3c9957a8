import Quantities

/// How an accelerometer's and a gyro's values become force and rate in the body frame, and how far they are off.
struct InertialModel {
  /// How far the sensors may be off before any calibration.
  let tolerances: InertialTolerances
  /// `nil` where there is none.
  let calibration: InertialCalibration?
  /// How far what is applied may be off; before a calibration, the tolerances of the chips.
  let variances: InertialVariances

  /// Each sensor's offset, and the product of the mount's rotation and its calibration's matrix.
  private let force: (offset: Vector3, bodyFromSensor: Matrix3)
  private let rate: (offset: Vector3, bodyFromSensor: Matrix3)

  /// - Parameter calibration: `nil` where there is none.
  init(mount: Mount, calibration: InertialCalibration?, tolerances: InertialTolerances) {
    (self.tolerances, self.calibration) = (tolerances, calibration)
    force = Self.model(mount, calibration?.accelerometer)
    rate = Self.model(mount, calibration?.gyro)
    variances = InertialVariances(tolerances, calibration)
  }

  private static func model(_ mount: Mount, _ calibration: AxesCalibration?)
    -> (offset: Vector3, bodyFromSensor: Matrix3)
  {
    guard let calibration else { return (.zero, mount.inertial) }
    return (calibration.offset, mount.inertial * calibration.matrix)
  }

  /// m/s², body frame.
  func force(_ raw: Acceleration) -> Vector3 {
    force.bodyFromSensor * (raw.metresPerSecondSquared - force.offset)
  }

  /// rad/s, body frame. The bias of the calibration is taken out; that of today is estimated.
  func rate(_ raw: AngularRate) -> Vector3 {
    rate.bodyFromSensor * (raw.radiansPerSecond - rate.offset)
  }
}
