package import Quantities
import SensorCalibration

/// How a magnetometer's values become a field in the body frame.
///
/// Stores what each sample needs: a computed property of a calibration copies it.
package struct MagnetometerModel {
  let mount: Mount
  /// False where the magnetometer gives counts.
  let isMicrotesla: Bool
  /// Whether there is a calibration; without one the values are used as they are.
  package let isCalibrated: Bool
  /// Whether the calibration holds only while the device is level.
  let isLevelOnly: Bool
  /// The mount's rotation, and the misalignment against the inertial sensors.
  let bodyFromMagnetometer: Matrix3
  /// µT or counts, sensor frame.
  private let hardIron: Vector3
  /// `bodyFromMagnetometer` after the soft iron.
  private let bodyFromRaw: Matrix3

  init(mount: Mount, calibration: Calibration?, isMicrotesla: Bool) {
    (self.mount, self.isMicrotesla) = (mount, isMicrotesla)
    isCalibrated = calibration != nil
    isLevelOnly = calibration?.isLevelOnly ?? false
    bodyFromMagnetometer = mount.bodyFromMagnetometer(calibration)
    let calibration = calibration ?? .given
    (hardIron, bodyFromRaw) = (calibration.hardIron, bodyFromMagnetometer * calibration.softIron)
  }

  /// The calibrated field, body frame, µT or counts.
  package func body(_ raw: MagneticField) -> Vector3 {
    bodyFromRaw * (raw.microtesla - hardIron)
  }

  /// Whether the calibrated field's strength is that of the Earth's in µT.
  var knowsStrength: Bool { isMicrotesla && !isLevelOnly }

  /// µT for each unit of a calibrated field of that strength; a level field has the usual horizontal one.
  func unit(strength: Double) -> Double {
    isLevelOnly
      ? usualHorizontal / strength : isMicrotesla ? 1 : middleStrength / strength
  }
}
