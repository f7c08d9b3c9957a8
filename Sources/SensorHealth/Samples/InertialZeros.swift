package import Quantities

/// Whether gyro and accelerometer both measure only zeros, as a board without a supply does: no device is
/// without gravity and without noise at once.
package struct InertialZeros: Sendable {
  private var rates = 0
  private var forces = 0

  /// rad/s and m/s². Source: a millionth of the resolution of the finest chip.
  private static let zero = 1e-9
  /// So many zeros in a row are no transfer error of a bus. Source: chosen.
  private static let fewest = 3

  package init() {}

  /// Whether neither measures anything.
  package var isDead: Bool { rates >= Self.fewest && forces >= Self.fewest }

  /// Takes an angular rate, rad/s, any frame.
  package mutating func take(rate: Vector3) { rates = rate.length < Self.zero ? rates + 1 : 0 }

  /// Takes a specific force, m/s², any frame.
  package mutating func take(force: Vector3) { forces = force.length < Self.zero ? forces + 1 : 0 }
}
