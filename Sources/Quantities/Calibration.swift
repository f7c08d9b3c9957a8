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

  package init(hardIron: Vector3, softIron: Matrix3, grade: Grade) {
    self.hardIron = hardIron
    self.softIron = softIron
    self.grade = grade
  }

  /// For values that were calibrated before we saw them.
  package static let given = Calibration(hardIron: .zero, softIron: .identity, grade: .given)

  /// The calibrated field, sensor frame.
  package func apply(_ raw: MagneticField) -> MagneticField {
    MagneticField(microtesla: softIron * (raw.microtesla - hardIron))
  }
}
