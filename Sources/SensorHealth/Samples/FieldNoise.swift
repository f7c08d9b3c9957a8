private import Glibc
package import Quantities

/// The noise of the field's direction, from how three samples in a row are not in a line.
package struct FieldNoise: Sendable {
  /// rad², across the field.
  package private(set) var variance = Self.first
  /// Source: numerical; it is replaced within a second.
  private static let first = 2.5e-4
  private var previous: Vector3?
  private var beforeThat: Vector3?

  /// s: after a longer interval a bend is a motion. Source: derived; the fields of a 20 Hz magnetometer.
  private static let longest = 0.05
  /// rad in one interval: with more a bend is a motion. Source: derived; 1°.
  private static let farthest = 0.02
  /// rad²: the least variance. Source: derived; steps of 0.3 µT, those of the coarsest supported magnetometer, in the
  /// middle of what the Earth has, evenly distributed.
  private static let leastVariance = 0.3 * 0.3 / (12 * middleStrength * middleStrength)
  /// The variance of a bend over that of a component. Source: three components, each 1 + 4 + 1.
  private static let bendVariance = 18.0

  package init() {}

  /// Takes a field, and returns the variance of its direction.
  ///
  /// - Parameters:
  ///   - turn: rad, by how much the device turned since the one before it.
  ///   - interval: s since then.
  package mutating func update(
    _ field: Vector3, turn: Double, interval: Double
  ) -> Double {
    if let beforeThat, let previous, interval < Self.longest, turn < Self.farthest {
      let bend = (field - previous * 2 + beforeThat).length / field.length
      let now = bend * bend / Self.bendVariance
      variance += (now - variance) * (1 - exp(-interval))
    }
    (beforeThat, previous) = (previous, field)
    return max(variance, Self.leastVariance)
  }
}
