private import Glibc
import Quantities

/// The Earth's field at the position of the device, by the geomagnetic model.
///
/// Used to choose between two candidate reference fields. A mismatch with the model alone never rejects a
/// field: a position set by hand may be of another place, and the steel of a house bends the field. Where
/// the position is certain a mismatch makes the heading uncertain until the device has turned.
package struct ExpectedField: Equatable, Sendable {
  /// µT.
  package var strength: Double
  /// rad, down positive.
  package var inclination: Double

  /// Whether the position is a receiver's of now: one set by hand may be of another place.
  package var isCertain = false

  package init(strength: Double, inclination: Double) {
    self.strength = strength
    self.inclination = inclination
  }

  /// rad. Buildings bend the field by several degrees; a tilt sensor adds one or two.
  private static let inclinationTolerance = 20.0.inRadians
  /// A chip's gain is off by a quarter, a building by as much again.
  private static let strengthTolerance = 0.6...1.7
  /// What a building makes of the strength, once the chip's gain is known.
  private static let learnedTolerance = 0.8...1.25

  /// Whether the inclination of a field (earth frame, µT) can be that of this position.
  private func hasInclination(_ field: Vector3) -> Bool {
    abs(field.inclination - inclination) < Self.inclinationTolerance
  }

  /// Which test a field (earth frame, µT) fails that the model does not explain.
  func reason(against field: Vector3) -> HeadingEstimate.Conditions {
    hasInclination(field) ? .interferenceStrength : .interferenceInclination
  }

  /// Whether a field (earth frame, µT) can be the Earth's here, whatever the gain of the chip is.
  func explains(_ field: Vector3) -> Bool {
    hasInclination(field) && Self.strengthTolerance.contains(part(field))
  }

  /// Whether `other` can be the Earth's field here by the gain that was learned of this chip, and `field`
  /// cannot and differs more from the model.
  ///
  /// The gain may have been learned in the field of a building: so it decides against a field that is
  /// further from the model, and never against one that is nearer.
  func prefers(_ other: Vector3, to field: Vector3, by scale: StrengthScale) -> Bool {
    guard let known = scale.value(for: self) else { return false }
    func fits(_ field: Vector3) -> Bool {
      Self.learnedTolerance.contains(part(field) / known) && hasInclination(field)
    }
    return fits(other) && !fits(field) && abs(log(part(field))) > abs(log(part(other)))
  }

  private func part(_ field: Vector3) -> Double { field.length / max(strength, 1e-3) }
}

extension ExpectedField {
  /// rad, 68 %: how far north is off where `field` (earth frame, µT) is the reference and certainly is not
  /// the Earth's: what disturbs is as long as the two are apart, and points anywhere.
  /// See `componentQuantile`.
  func northError68(of field: Vector3) -> Double {
    guard isCertain, !explains(field) else { return 0 }
    let horizontal = strength * cos(inclination)
    let difference = hypot(
      hypot(field.x, field.y) - horizontal, field.z - strength * sin(inclination))
    return min(componentQuantile * difference / max(hypot(field.x, field.y), 1e-3), .pi)
  }
}

/// µT. The Earth's surface field lies between 22 and 67.
/// Source: WMM2025, and a tenth more for the sensor's gain.
let plausibleStrength = 20.0...74.0
/// µT. The middle of the Earth's field. Source: WMM2025.
let middleStrength = 45.0

extension Vector3 {
  /// rad: the angle of a field in the earth frame below the horizontal.
  var inclination: Double { atan2(z, hypot(x, y)) }
}
