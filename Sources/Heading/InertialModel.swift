private import Glibc
import Quantities
import SensorHealth

/// How an accelerometer's and a gyro's values become force and rate in the body frame, and how far they are off.
struct InertialModel {
  /// How far the sensors may be off before any calibration.
  let tolerances: InertialTolerances
  /// Degrees, 68 %: how exactly the boards sit in the device.
  let mountError: Double
  /// `nil` where there is none.
  let calibration: InertialCalibration?
  /// How far what is applied may be off; before a calibration, the tolerances of the chips.
  let variances: InertialVariances
  /// rad/s, each axis, 68 %: how far the gyro's bias may be off before it is measured, by its chip; 0 after a calibration.
  let gyroBiasError: Double
  /// Part of 1, 68 %: how far the gyro's scale may be off.
  let gyroScaleError: Double
  /// Degrees, 68 %: how far the axes that the calibration turns to are turned from the device's; `nil` where there is none
  /// or the chips are not known.
  let axesError: Double?

  /// Read as they are stored, because a method of the whole model copies it for each sample.
  let accelerometer: SensorAxes
  /// Its offset is that under the newest force.
  private(set) var gyro: SensorAxes
  /// rad/s, sensor frame: the gyro's offset without a force.
  private let gyroOffset: Vector3
  /// rad/s for 1 m/s², sensor frame.
  private let forceSensitivity: Matrix3
  /// Of the gyro's chip.
  var temperature = ChipTemperature()

  /// - Parameters:
  ///   - calibration: `nil` where there is none.
  ///   - mountError: degrees, 68 %: how exactly the boards sit in the device.
  init(
    mount: Mount, mountError: Double, calibration: InertialCalibration?,
    tolerances: InertialTolerances
  ) {
    (self.tolerances, self.mountError, self.calibration) = (tolerances, mountError, calibration)
    accelerometer = SensorAxes(mount, calibration?.accelerometer)
    gyro = SensorAxes(mount, calibration?.gyro)
    gyroOffset = gyro.offset
    forceSensitivity = calibration?.gyro?.forceSensitivity ?? .zero
    variances = InertialVariances(tolerances, calibration)
    let scale = variances.gyroMatrix
    gyroScaleError = max(scale.row0.x, scale.row1.y, scale.row2.z).squareRoot()
    gyroBiasError = calibration?.gyro == nil ? tolerances.gyro.bias : 0
    axesError =
      tolerances.areOfNamedChips
      ? calibration.map {
        hypot(tolerances.boardAxesError(hasGyro: $0.gyro != nil).inDegrees, mountError)
      } : nil
  }

  /// Takes the newest force, m/s², sensor frame, for what it does to the gyro.
  mutating func take(force: Vector3) {
    gyro.offset = gyroOffset + forceSensitivity * force
  }
}

/// How the values of one sensor become those of the body frame, in the same unit.
struct SensorAxes {
  /// Of the calibration, sensor frame; what the offset is today beyond it is estimated.
  fileprivate(set) var offset: Vector3
  /// The product of the mount's rotation and the calibration's matrix.
  private let bodyFromSensor: Matrix3

  fileprivate init(_ mount: Mount, _ calibration: AxesCalibration?) {
    offset = calibration?.offset ?? .zero
    bodyFromSensor = calibration.map { mount.inertial * $0.matrix } ?? mount.inertial
  }

  /// A value in the body frame.
  func body(_ raw: Vector3) -> Vector3 { bodyFromSensor * (raw - offset) }
}
