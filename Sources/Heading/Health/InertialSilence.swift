import Quantities

/// Whether gyro and accelerometer both say nothing but zeros, as a board without a supply does: no
/// device is without gravity and without noise at once.
struct InertialSilence {
  private var rates = 0
  private var forces = 0

  /// rad/s and m/s². A millionth of what the finest chip resolves.
  private static let nothing = 1e-9
  /// Zeros in a row that are no slip of a bus.
  private static let fewest = 3

  /// Whether neither measures anything.
  var isDead: Bool { rates >= Self.fewest && forces >= Self.fewest }

  /// Takes in an angular rate, rad/s, any frame.
  mutating func heard(rate: Vector3) { rates = rate.length < Self.nothing ? rates + 1 : 0 }

  /// Takes in a specific force, m/s², any frame.
  mutating func heard(force: Vector3) { forces = force.length < Self.nothing ? forces + 1 : 0 }
}
