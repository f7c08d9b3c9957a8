private import Glibc
import Quantities

/// The Earth's field at the position of the device, by the geomagnetic model.
///
/// Used to choose between two candidate reference fields. A mismatch with the model alone never rejects a
/// field: a position set by hand may be of another place, and the steel of a house bends the field. A mismatch
/// makes the heading uncertain until the device has turned.
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

  /// Whether the inclination of a field (earth frame, µT) can be that of this position.
  private func hasInclination(_ field: Vector3, within tolerance: ModelTolerance) -> Bool {
    abs(field.inclination - inclination) < tolerance.inclination
  }

  /// Which test a field (earth frame, µT) fails that the model does not explain.
  func reason(
    against field: Vector3, within tolerance: ModelTolerance
  ) -> HeadingEstimate.Conditions {
    hasInclination(field, within: tolerance) ? .interferenceStrength : .interferenceInclination
  }

  /// Whether a field (earth frame, µT) can be the Earth's here, whatever the gain of the chip is.
  func explains(_ field: Vector3, within tolerance: ModelTolerance) -> Bool {
    hasInclination(field, within: tolerance) && tolerance.anyGain.contains(part(field))
  }

  /// Whether strength and inclination differ from those of `other` by less than `part`, of its strength and in rad.
  func isNear(_ other: ExpectedField, within part: Double) -> Bool {
    abs(strength - other.strength) < part * other.strength
      && abs(inclination - other.inclination) < part
  }

  /// Whether `other` can be the Earth's field here by the gain that was learned of this chip, and `field`
  /// cannot and differs more from the model.
  ///
  /// The gain may have been learned in the field of a building: so it decides against a field that is
  /// further from the model, and never against one that is nearer.
  func prefers(
    _ other: Vector3, to field: Vector3, by scale: StrengthScale, within tolerance: ModelTolerance
  ) -> Bool {
    guard let known = scale.value(for: self) else { return false }
    func fits(_ field: Vector3) -> Bool {
      tolerance.knownGain.contains(part(field) / known)
        && hasInclination(field, within: tolerance)
    }
    return fits(other) && !fits(field) && abs(log(part(field))) > abs(log(part(other)))
  }

  private func part(_ field: Vector3) -> Double { field.length / max(strength, leastField) }
}

/// How far the field at a position may differ from the geomagnetic model.
struct ModelTolerance {
  /// rad: by how much a field across the Earth's turns it that is `part` of it.
  let inclination: Double
  /// Measured strength / the model's, once the gain of the magnetometer is known.
  let knownGain: ClosedRange<Double>
  /// The same for a gain that may be off by as much again.
  let anyGain: ClosedRange<Double>

  /// - Parameter part: of the Earth's field that a building adds or takes away, in [0, 1).
  init(part: Double) {
    let factor = 1 + part
    inclination = asin(min(part, 1))
    knownGain = 1 / factor...factor
    anyGain = 1 / (factor * factor)...factor * factor
  }
}

extension ExpectedField {
  /// rad, 68 %: how far north is off where `field` (earth frame, µT) is the reference and certainly is not the Earth's:
  /// what disturbs is as long as the two are apart, and points anywhere. See `componentQuantile`.
  func northError68(of field: Vector3, within tolerance: ModelTolerance) -> Double {
    let isPlausible = plausibleStrength.contains(field.length)
    guard !isPlausible || !explains(field, within: tolerance) else { return 0 }
    return min(
      componentQuantile * distance(to: field) / max(hypot(field.x, field.y), leastField), .pi)
  }

  /// Whether `field` (earth frame, µT) is further from the Earth's than that is strong, whatever its azimuth: steel bends the
  /// field of a building, and reverses it nowhere.
  func isOpposed(to field: Vector3) -> Bool { distance(to: field) > strength }

  /// µT: by how much the horizontal and the vertical component differ.
  private func distance(to field: Vector3) -> Double {
    hypot(
      hypot(field.x, field.y) - strength * cos(inclination), field.z - strength * sin(inclination))
  }
}

/// µT. A weaker field is not divided by. Source: numerical.
let leastField = 1e-3

/// µT. The Earth's surface field lies between 22 and 67.
/// Source: WMM2025, and a tenth more for the sensor's gain.
package let plausibleStrength = 20.0...74.0
/// µT. The horizontal field where most calibrations are made; the degrees that a calibration leaves are
/// stated for it. Source: WMM2025; the middle latitudes.
let usualHorizontal = 20.0

extension Vector3 {
  /// rad: the angle of a field in the earth frame below the horizontal.
  var inclination: Double { atan2(z, hypot(x, y)) }
}
