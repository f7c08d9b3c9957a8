private import Glibc

/// What does not depend on the heading of the Earth's field that a calibration was made in, or confirmed in.
package struct CalibrationField: Equatable, Sendable {
  /// µT, as the calibrated magnetometer measures it.
  package var strength: Double
  /// rad, down positive; `nil` where it was not known.
  package var inclination: Double?

  package init(strength: Double, inclination: Double?) {
    (self.strength, self.inclination) = (strength, inclination)
  }

  /// The distance of another field, as a part of the strength of this one; not negative.
  ///
  /// Of fields without an inclination that of the strengths; `nil` where only `other` has one, and where this one has no
  /// strength.
  package func distance(to other: CalibrationField) -> Double? {
    guard strength > 0 else { return nil }
    guard let seen = other.inclination else { return abs(other.strength / strength - 1) }
    guard let inclination else { return nil }
    let level = other.strength * cos(seen) - strength * cos(inclination)
    let down = other.strength * sin(seen) - strength * sin(inclination)
    return hypot(level, down) / strength
  }
}

extension Calibration {
  /// The field that the calibration was made in; `nil` where its strength is not known, or only a part of it.
  package var field: CalibrationField? {
    guard !isLevelOnly, let radius else { return nil }
    return CalibrationField(strength: radius, inclination: inclination)
  }
}
