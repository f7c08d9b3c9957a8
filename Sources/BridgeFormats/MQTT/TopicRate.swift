/// Bounds how often a topic is sent: of several messages in an interval the newest is sent, at its
/// end. A message that says the same as the last one waits for the repeat interval.
package struct TopicRate: Sendable {
  private let interval: Duration
  private let repeatInterval: Duration
  private var waiting: MQTTMessage?
  /// The last message and when it was sent.
  private var last: (identity: [UInt8], at: ContinuousClock.Instant)?

  /// - Parameters:
  ///   - interval: the shortest time between two messages.
  ///   - repeatInterval: the longest time without one, while there are messages.
  package init(interval: Duration, repeatInterval: Duration) {
    self.interval = interval
    self.repeatInterval = repeatInterval
  }

  /// Takes a message.
  ///
  /// - Parameter identity: what makes it differ from the last one; without the time, for instance.
  package mutating func take(
    _ message: MQTTMessage, identity: [UInt8], at now: ContinuousClock.Instant
  ) {
    if let last, last.identity == identity, now - last.at < repeatInterval {
      // It is what clients have already: a change that waited is out of date.
      waiting = nil
    } else {
      waiting = message
      waitingIdentity = identity
    }
  }

  private var waitingIdentity: [UInt8] = []

  /// When `next` has a message; `nil` if none waits.
  package var deadline: ContinuousClock.Instant? {
    guard waiting != nil else { return nil }
    return last.map { $0.at + interval } ?? .now
  }

  /// The message that is due.
  package mutating func next(at now: ContinuousClock.Instant) -> MQTTMessage? {
    guard let message = waiting else { return nil }
    if let last, now - last.at < interval { return nil }
    waiting = nil
    last = (waitingIdentity, now)
    return message
  }
}
