import Quantities

/// Whether the field changed at a stroke, as it does when a magnet comes or goes, and not as it does
/// when the device turns with one on board.
struct SuddenChange {
  private var newest: Vector3?
  private var previous: Vector3?
  private var since: Timestamp?
  private var budget = Self.longest

  /// Part of the strength by which it has to change within two intervals.
  private static let threshold = 0.25
  /// rad/s. In a faster turn an attitude that is not quite right looks the same.
  private static let fastestTurn = 3.0
  /// s for which a change counts.
  private static let dwell = 4.0
  /// s for which changes count at all: where they go on and on it is something else.
  private static let longest = 8.0

  /// Whether there was one of late.
  var isRecent: Bool { since != nil }

  /// Takes in a field (earth frame, µT) of `interval` s.
  ///
  /// - Parameter turnRate: rad/s, about any axis.
  mutating func update(
    _ field: Vector3, strength: Double, turnRate: Double, interval: Double, at time: Timestamp
  ) {
    if let previous, (field - previous).length > Self.threshold * strength,
      turnRate < Self.fastestTurn, budget > 0
    {
      since = time
    }
    (previous, newest) = (newest, field)
    guard let since else { return }
    budget -= interval
    if time.seconds(since: since) > Self.dwell || budget < 0 { self.since = nil }
  }

  /// Forgets the change; the field of now is what the next is measured against.
  mutating func settle() {
    since = nil
    (previous, newest) = (nil, nil)
  }
}
