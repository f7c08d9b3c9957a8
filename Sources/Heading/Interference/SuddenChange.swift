import Quantities

/// Whether the field changed in a step, as it does when a magnet comes or goes, and not gradually, as it
/// does when the device turns with one on board.
struct SuddenChange {
  private var newest: Vector3?
  private var previous: Vector3?
  private var since: Timestamp?
  private var budget = Self.longest

  /// Part of the strength by which it has to change within two intervals.
  private static let smallestStep = 0.25
  /// rad/s. In a faster turn an attitude that is not quite right looks the same.
  private static let fastestTurn = 3.0
  /// s for which a change is recent.
  private static let recentFor = 4.0
  /// s for which changes are recent in all: a field that changes in steps again and again has another cause.
  private static let longest = 8.0

  /// Whether there was one in the last 4 s.
  var isRecent: Bool { since != nil }

  /// Takes the field (earth frame, µT) of one interval; `strength` is the reference's, µT.
  mutating func update(
    _ field: Vector3, strength: Double, motion: DeviceMotion, at time: Timestamp
  ) {
    if let previous, (field - previous).length > Self.smallestStep * strength,
      motion.turnRate < Self.fastestTurn, budget > 0
    {
      since = time
    }
    (previous, newest) = (newest, field)
    guard let since else { return }
    budget -= motion.interval
    if time.seconds(since: since) > Self.recentFor || budget < 0 { self.since = nil }
  }

  /// Discards the change; the next field is what a change is measured against.
  mutating func reset() {
    since = nil
    (previous, newest) = (nil, nil)
  }
}
