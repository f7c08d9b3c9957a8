private import Glibc
import Quantities

/// How an accelerometer's and a gyro's values become force and rate in the body frame, and how far they are off.
struct InertialModel {
  /// How far the sensors may be off before any calibration.
  let tolerances: InertialTolerances
  /// `nil` where there is none.
  let calibration: InertialCalibration?
  /// How far what is applied may be off; before a calibration, the tolerances of the chips.
  let variances: InertialVariances
  /// Degrees, 68 %: how far the axes that the calibration turns to are turned from the device's; `nil` where there is none
  /// or the chips are not known.
  let axesError: Double?

  /// Each sensor's offset, and the product of the mount's rotation and its calibration's matrix.
  private let force: (offset: Vector3, bodyFromSensor: Matrix3)
  private let rate: (offset: Vector3, bodyFromSensor: Matrix3)
  /// rad/s for 1 m/s², sensor frame.
  private let forceSensitivity: Matrix3
  /// m/s², sensor frame: the newest.
  private var newestForce = Vector3.zero

  /// - Parameters:
  ///   - calibration: `nil` where there is none.
  ///   - mountError: degrees, 68 %: how exactly the boards sit in the device.
  init(
    mount: Mount, mountError: Double, calibration: InertialCalibration?,
    tolerances: InertialTolerances
  ) {
    (self.tolerances, self.calibration) = (tolerances, calibration)
    force = Self.model(mount, calibration?.accelerometer)
    rate = Self.model(mount, calibration?.gyro)
    forceSensitivity = calibration?.gyro?.forceSensitivity ?? .zero
    variances = InertialVariances(tolerances, calibration)
    axesError =
      tolerances.areOfNamedChips
      ? calibration.map {
        hypot(tolerances.boardAxesError(hasGyro: $0.gyro != nil).inDegrees, mountError)
      } : nil
  }

  private static func model(_ mount: Mount, _ calibration: AxesCalibration?)
    -> (offset: Vector3, bodyFromSensor: Matrix3)
  {
    guard let calibration else { return (.zero, mount.inertial) }
    return (calibration.offset, mount.inertial * calibration.matrix)
  }

  /// m/s², body frame.
  mutating func force(_ raw: Acceleration) -> Vector3 {
    newestForce = raw.metresPerSecondSquared
    return force.bodyFromSensor * (raw.metresPerSecondSquared - force.offset)
  }

  /// rad/s, body frame. The bias of the calibration is taken out; that of today is estimated.
  func rate(_ raw: AngularRate) -> Vector3 {
    rate.bodyFromSensor * (raw.radiansPerSecond - rate.offset - forceSensitivity * newestForce)
  }
}
