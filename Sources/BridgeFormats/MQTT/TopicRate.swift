/// Bounds how often a topic is sent: of several messages in an interval the newest is sent, at its
/// end. A message that says the same as the last one waits for the repeat interval.
package struct TopicRate: Sendable {
  private typealias Sent = (identity: [UInt8], at: ContinuousClock.Instant)

  private let interval: Duration
  private let repeatInterval: Duration
  /// What the message that waits says, and since when; `nil` if none waits.
  private var waiting: Sent?
  private var last: Sent?

  /// - Parameters:
  ///   - interval: the shortest time between two messages.
  ///   - repeatInterval: the time after which a message is sent although it says the same.
  package init(interval: Duration, repeatInterval: Duration) {
    self.interval = interval
    self.repeatInterval = repeatInterval
  }

  /// Takes a message.
  ///
  /// - Parameter identity: what makes it differ from another one; without the time, for instance.
  package mutating func take(identity: [UInt8], at now: ContinuousClock.Instant) {
    if let last, last.identity == identity, now - last.at < repeatInterval {
      // Clients have it already; a change that waited is out of date.
      waiting = nil
    } else {
      waiting = (identity, waiting?.at ?? now)
    }
  }

  /// Forgets what waits and what was sent: the next message is due at once.
  package mutating func reset() { (waiting, last) = (nil, nil) }

  /// When a message is due; `nil` if none waits.
  package var deadline: ContinuousClock.Instant? {
    waiting.map { waiting in last.map { max($0.at + interval, waiting.at) } ?? waiting.at }
  }

  /// Takes the newest message, if it is due.
  ///
  /// - Returns: whether it is to be sent now; it counts as sent then.
  package mutating func takeIfDue(at now: ContinuousClock.Instant) -> Bool {
    guard let waiting, let deadline, deadline <= now else { return false }
    last = (waiting.identity, now)
    self.waiting = nil
    return true
  }
}
