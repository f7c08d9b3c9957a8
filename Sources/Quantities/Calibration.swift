/// A magnetometer's calibration: calibrated = `softIron` · (raw − `hardIron`), in the sensor frame.
package struct Calibration: Equatable, Sendable {
  /// The quality of a calibration, best first.
  package enum Grade: String, Equatable, Sendable {
    case a = "A"
    case b = "B"
    case c = "C"
    case d = "D"
    case f = "F"
    /// The recorded values were calibrated before, with unknown quality.
    case given
  }

  /// The constant field of the device's own magnetised parts, µT.
  package var hardIron: Vector3
  /// A symmetric matrix that compensates soft iron and unequal gains.
  package var softIron: Matrix3
  package var grade: Grade
  /// Relative RMS scatter of the calibrated strength, on samples that were not used in the fit;
  /// `nil` if it is not known.
  package var residual: Double?
  /// The heading error that remains with this calibration, degrees, 68 % lie within; `nil` if it is
  /// not known.
  package var error68Degrees: Double?
  /// The mean strength of the calibrated field, µT; `nil` if it is not known, and for counts.
  package var radius: Double?
  /// The inclination of the field in which the calibration was made, rad, down positive; `nil` if it is not known.
  package var inclination: Double?
  /// The field in which a turn last confirmed the calibration, where that is another one; `nil` without.
  package var confirmedField: CalibrationField?
  /// The rotation from the magnetometer's axes to those of the inertial sensor, in addition to the
  /// mount.
  package var misalignment: Quaternion
  /// Whether the calibration is valid only for a level device. The vertical hard iron is then
  /// unknown, and the mean vertical field counts as hard iron.
  package var isLevelOnly: Bool
  /// What the same log showed of accelerometer and gyro; `nil` where the magnetometer alone is calibrated.
  package var inertial: InertialCalibration?

  package init(
    hardIron: Vector3, softIron: Matrix3, grade: Grade, residual: Double? = nil,
    error68Degrees: Double? = nil, radius: Double? = nil, inclination: Double? = nil,
    misalignment: Quaternion = .identity, isLevelOnly: Bool = false,
    inertial: InertialCalibration? = nil
  ) {
    self.hardIron = hardIron
    self.softIron = softIron
    self.grade = grade
    self.residual = residual
    self.error68Degrees = error68Degrees
    self.radius = radius
    self.inclination = inclination
    self.misalignment = misalignment
    self.isLevelOnly = isLevelOnly
    self.inertial = inertial
  }

  /// The calibration of values that were already calibrated when they were recorded.
  package static let given = Calibration(hardIron: .zero, softIron: .identity, grade: .given)

  /// The calibrated field, sensor frame.
  package func apply(_ raw: MagneticField) -> MagneticField {
    MagneticField(microtesla: softIron * (raw.microtesla - hardIron))
  }
}
