/// A magnetometer's calibration: calibrated = `softIron` · (raw − `hardIron`), in the sensor frame.
package struct Calibration: Equatable, Sendable {
  /// How well a calibration is known, best first.
  package enum Grade: String, Equatable, Sendable {
    case a = "A"
    case b = "B"
    case c = "C"
    case d = "D"
    case f = "F"
    /// The values were calibrated before we saw them; how well, we were not told.
    case given
  }

  /// The constant offset of the device's own magnetised parts, µT.
  package var hardIron: Vector3
  /// Symmetric; takes out the stretch by soft iron and unequal gains.
  package var softIron: Matrix3
  package var grade: Grade
  /// How far the calibrated strength strays on samples that the fit had not seen, as a part of it
  /// (root mean square); `nil` where nobody measured it.
  package var residual: Double?
  /// Degrees: the heading error that the calibration leaves, 68 % within; `nil` where unknown.
  package var error68Degrees: Double?
  /// The mean strength of the calibrated field, µT; `nil` where unknown, and for counts.
  package var radius: Double?
  /// The magnetometer's axes → those of the inertial sensor, beyond what the mount says.
  package var misalignment: Quaternion
  /// Whether it holds while the device is level, and only then: nothing is known of the vertical field,
  /// and the mean of it counts as hard iron.
  package var isLevelOnly: Bool

  package init(
    hardIron: Vector3, softIron: Matrix3, grade: Grade, residual: Double? = nil,
    error68Degrees: Double? = nil, radius: Double? = nil,
    misalignment: Quaternion = .identity, isLevelOnly: Bool = false
  ) {
    self.hardIron = hardIron
    self.softIron = softIron
    self.grade = grade
    self.residual = residual
    self.error68Degrees = error68Degrees
    self.radius = radius
    self.misalignment = misalignment
    self.isLevelOnly = isLevelOnly
  }

  /// For values that were calibrated before we saw them.
  package static let given = Calibration(hardIron: .zero, softIron: .identity, grade: .given)

  /// The calibrated field, sensor frame.
  package func apply(_ raw: MagneticField) -> MagneticField {
    MagneticField(microtesla: softIron * (raw.microtesla - hardIron))
  }
}
