private import Glibc
import Quantities
import SensorCalibration

/// A calibration from a level turn: of the field it takes the vertical part for hard iron.
///
/// What is calibrated by it is b − V·d, b being the field in the body frame, V its vertical part and d the
/// body's down when it was turned. Level that is the horizontal field. Tilted by θ it is off by V·sin θ across,
/// which turns north by tan I · sin θ at the most, and neither its strength nor its inclination shows it.
extension HeadingFilter {
  /// rad. The inclination where it is not known.
  /// Source: WMM2025; about that of Germany or Québec's south.
  static let steepPlace = 68.0.inRadians

  /// What the term of a calibration from a level turn is made from; `nil` for any other.
  ///
  /// - Parameter down: the body's, level frame.
  func levelCalibration(down: Vector3) -> TiltTerms.LevelCalibration? {
    guard magnetometer.isLevelOnly else { return nil }
    return TiltTerms.LevelCalibration(
      inclination: earth.expected.map { abs($0.inclination) } ?? Self.steepPlace,
      sineOfTilt: hypot(down.x, down.y))
  }
}
