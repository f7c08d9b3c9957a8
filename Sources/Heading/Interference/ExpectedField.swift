private import Glibc
import Quantities

/// What the Earth's field is where the device is, by a model of it.
///
/// It decides between two fields of which one has to be a magnet's. By itself it condemns none: a
/// position by hand may be another place's, and a house's steel bends the field more than one thinks. But
/// where the position is certain it makes the heading unsure, until the device has turned.
package struct ExpectedField: Equatable, Sendable {
  /// µT.
  package var strength: Double
  /// rad, down positive.
  package var inclination: Double

  /// Whether a receiver says just now where the device is: a position by hand may be another place's.
  package var isCertain = false

  package init(strength: Double, inclination: Double) {
    self.strength = strength
    self.inclination = inclination
  }

  /// rad. Buildings bend the field by several degrees; a tilt sensor adds one or two.
  private static let inclinationTolerance = 20.0.inRadians
  /// A chip's gain is off by a quarter, a building by as much again.
  private static let strengthTolerance = 0.6...1.7
  /// What a building makes of the strength that a chip is known to measure.
  private static let learnedTolerance = 0.8...1.25

  /// Whether a field (earth frame, µT) dips as one of the place can.
  private func isDipOf(_ field: Vector3) -> Bool {
    abs(field.inclination - inclination) < Self.inclinationTolerance
  }

  /// What speaks against a field (earth frame, µT) that is not explained.
  func reason(against field: Vector3) -> HeadingEstimate.Conditions {
    isDipOf(field) ? .interferenceStrength : .interferenceInclination
  }

  /// Whether a field (earth frame, µT) can be that of the place, whatever the chip's gain is.
  func explains(_ field: Vector3) -> Bool {
    isDipOf(field) && Self.strengthTolerance.contains(part(field))
  }

  /// Whether a field cannot be that of the place, by what this chip is known to make of the strength,
  /// and is further from the model than `other`, which can.
  ///
  /// What the chip is known by may have been a building's field as well: it decides against a stronger or
  /// weaker one, and not against one that the model itself speaks for.
  func prefers(_ other: Vector3, to field: Vector3, by scale: StrengthScale) -> Bool {
    guard let known = scale.value(for: self) else { return false }
    func fits(_ field: Vector3) -> Bool {
      Self.learnedTolerance.contains(part(field) / known) && isDipOf(field)
    }
    return fits(other) && !fits(field) && abs(log(part(field))) > abs(log(part(other)))
  }

  private func part(_ field: Vector3) -> Double { field.length / max(strength, 1e-3) }
}

extension ExpectedField {
  /// rad, 68 %: how far north is off in the mean where the place's field is `field` (earth frame, µT) and
  /// this certainly cannot be: what disturbs is as long as the two are apart, and points anywhere.
  ///
  /// A component of a vector that points anywhere is within 0.68 of its length in 68 of 100 cases.
  func doubt(of field: Vector3) -> Double {
    guard isCertain, !explains(field) else { return 0 }
    let horizontal = strength * cos(inclination)
    let difference = hypot(
      hypot(field.x, field.y) - horizontal, field.z - strength * sin(inclination))
    return min(0.68 * difference / max(hypot(field.x, field.y), 1e-3), .pi)
  }
}

/// µT. The Earth's surface field lies between 22 and 67.
/// Source: WMM2025, and a tenth more for the sensor's gain.
let plausibleStrength = 20.0...74.0
/// µT. The middle of the Earth's field. Source: WMM2025.
let middleStrength = 45.0

extension Vector3 {
  /// rad: how far a field in the earth frame dips below the horizontal.
  var inclination: Double { atan2(z, hypot(x, y)) }
}
