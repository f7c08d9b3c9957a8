import Quantities

/// Whether the field changed in a step, as it does when a magnet comes or goes, and not gradually, as it
/// does when the device turns with one on board.
struct SuddenChange {
  private var newest: Vector3?
  private var previous: Vector3?
  private var since: Timestamp?
  /// s for which changes may still be recent.
  private var budget: Double

  /// Part of the strength by which it has to change within two intervals.
  private let smallestStep: Double
  /// s for which a change is recent.
  private let recentFor: Double

  init(parameters: FieldMonitorParameters) {
    smallestStep = parameters.residual.enter
    recentFor = parameters.shortestSteadySeconds
    // A field that changes in steps again and again has another cause.
    budget = parameters.secondsUntilReferenceIsTrusted
  }

  /// Whether there was one in the last `recentFor` s.
  var isRecent: Bool { since != nil }

  /// Takes the field (earth frame, µT) of one interval; `strength` is the reference's, µT.
  mutating func update(
    _ field: Vector3, strength: Double, motion: DeviceMotion, at time: Timestamp
  ) {
    if let previous, (field - previous).length > smallestStep * strength, budget > 0 {
      since = time
    }
    (previous, newest) = (newest, field)
    guard let since else { return }
    budget -= motion.interval
    if time.seconds(since: since) > recentFor || budget < 0 { self.since = nil }
  }

  /// Discards the change; the next field is what a change is measured against.
  mutating func reset() {
    since = nil
    (previous, newest) = (nil, nil)
  }
}
