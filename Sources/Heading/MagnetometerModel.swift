import Quantities
import SensorCalibration

/// How a magnetometer's values become a field in the body frame.
package struct MagnetometerModel {
  let mount: Mount
  /// `nil` where there is none: the values are used as they are.
  let calibration: Calibration?
  /// False where the magnetometer gives counts.
  let isMicrotesla: Bool
  /// The mount's rotation, and the misalignment against the inertial sensors.
  let bodyFromMagnetometer: Matrix3

  init(mount: Mount, calibration: Calibration?, isMicrotesla: Bool) {
    (self.mount, self.calibration, self.isMicrotesla) = (mount, calibration, isMicrotesla)
    bodyFromMagnetometer = mount.bodyFromMagnetometer(calibration)
  }

  /// The calibrated field, body frame, µT or counts.
  func body(_ raw: MagneticField) -> Vector3 {
    bodyFromMagnetometer * (calibration?.apply(raw) ?? raw).microtesla
  }

  /// Whether there is a calibration.
  package var isCalibrated: Bool { calibration != nil }

  /// Whether the calibration holds only while the device is level.
  var isLevelOnly: Bool { calibration?.isLevelOnly ?? false }

  /// Whether the calibrated field's strength is that of the Earth's in µT.
  var knowsStrength: Bool { isMicrotesla && !isLevelOnly }

  /// µT for each unit of a calibrated field of that strength; a level field has the usual horizontal one.
  func unit(strength: Double) -> Double {
    isLevelOnly
      ? usualHorizontal / strength : isMicrotesla ? 1 : middleStrength / strength
  }
}
