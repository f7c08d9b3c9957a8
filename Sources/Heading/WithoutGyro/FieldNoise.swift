private import Glibc
import Quantities

/// The noise of the field's direction, from how three samples in a row are not in a line.
struct FieldNoise {
  /// rad², across the field.
  private(set) var variance = 2.5e-4
  private var previous: Vector3?
  private var beforeThat: Vector3?

  /// rad²/Hz. No chip is better over a second: faster samples have correlated errors.
  private static let density = 8e-7
  /// rad². A motion that looks like noise is no noise.
  private static let most = 1e-3
  /// s, and rad in one interval: beyond, a bend is the motion's.
  private static let longest = 0.05
  private static let farthest = 0.02

  /// Takes a field, and returns the variance of its direction.
  ///
  /// - Parameters:
  ///   - turn: rad, by how much the device turned since the one before it.
  ///   - interval: s since then.
  mutating func update(_ field: Vector3, turn: Double, interval: Double) -> Double {
    if let beforeThat, let previous, interval < Self.longest, turn < Self.farthest {
      let bend = (field - previous * 2 + beforeThat).length / field.length
      // Three components, each with 1 + 4 + 1 variances.
      let now = min(bend * bend / 18, Self.most)
      variance += (now - variance) * (1 - exp(-interval))
    }
    (beforeThat, previous) = (previous, field)
    return max(variance, Self.density / interval)
  }
}
