private import Glibc
import Quantities
import SensorCalibration

/// A calibration from a level turn: of the field it takes the vertical part for hard iron.
///
/// What is calibrated by it is b − V·d, b being the field in the body frame, V its vertical part and d the
/// body's down when it was turned. Level that is the horizontal field. Tilted by θ it is off by V·sin θ across,
/// which turns north by tan I · sin θ at the most, and neither its strength nor its inclination shows it.
extension HeadingFilter {
  /// rad. The inclination where nobody knows it, for a calibration that does not show it: about that of
  /// Germany or Québec's south (WMM2025).
  static let steepPlace = 68.0.inRadians

  /// Whether the calibration holds only while the device is level.
  var isLevelOnly: Bool { calibration?.isLevelOnly ?? false }

  /// Whether the calibrated field's strength is that of the Earth's in µT.
  var knowsStrength: Bool { Self.knowsStrength(calibration, isMicrotesla: isMicrotesla) }

  static func knowsStrength(_ calibration: Calibration?, isMicrotesla: Bool) -> Bool {
    isMicrotesla && !(calibration?.isLevelOnly ?? false)
  }

  /// What looks whether the fields still agree with the calibration. With one from a level turn they do not
  /// as soon as the device is tilted.
  static func inForce(_ calibration: Calibration?) -> CalibrationInForce? {
    guard let calibration, !calibration.isLevelOnly else { return nil }
    return CalibrationInForce(calibration, CalibrationProcedureParameters())
  }

  /// What the term of a calibration from a level turn is made from; `nil` for any other.
  ///
  /// - Parameter down: the body's, level frame.
  func levelCalibration(down: Vector3) -> TiltTerms.LevelCalibration? {
    guard isLevelOnly else { return nil }
    return TiltTerms.LevelCalibration(
      inclination: expected.map { abs($0.inclination) } ?? Self.steepPlace,
      tilt: hypot(down.x, down.y))
  }
}
