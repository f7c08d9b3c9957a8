/// A retained topic whose message may stop being true: when a message is sent, and when the broker must forget it.
package struct RetainedTopic: Sendable {
  /// What the broker keeps.
  private enum Kept {
    /// Not known: a bridge that ran before may have sent a message.
    case unknown
    case message
    case nothing
  }

  private let topic: String
  private var rate: TopicRate
  /// The newest message; `nil` while the daemon has sent none that still holds.
  private var latest: MQTTMessage?
  private var kept = Kept.unknown

  /// - Parameter rate: bounds how often the topic is sent; nothing waits in it.
  package init(_ topic: String, rate: TopicRate) { (self.topic, self.rate) = (topic, rate) }

  /// When a message is due; `nil` if none waits.
  package var deadline: ContinuousClock.Instant? { rate.deadline }

  /// Takes the newest message; `due` returns it in its time.
  package mutating func take(_ message: MQTTMessage, at now: ContinuousClock.Instant) {
    latest = message
    rate.take(identity: message.payload, at: now)
  }

  /// The message to be sent now, which counts as sent; `nil` if none is due.
  package mutating func due(at now: ContinuousClock.Instant) -> MQTTMessage? {
    guard let latest, rate.takeIfDue(at: now) else { return nil }
    kept = .message
    return latest
  }

  /// Discards the message, because the daemon that sent it has gone and may come back without it.
  ///
  /// - Returns: what makes the broker forget a message of this bridge; `nil` where it has none.
  package mutating func restart() -> MQTTMessage? { discard(isKept: kept == .message) }

  /// Discards the message, because the daemon says that it does not hold.
  ///
  /// - Returns: what makes the broker forget it, also one that an earlier bridge has sent; `nil` where it has none.
  package mutating func withdraw() -> MQTTMessage? { discard(isKept: kept != .nothing) }

  private mutating func discard(isKept: Bool) -> MQTTMessage? {
    latest = nil
    rate.reset()
    guard isKept else { return nil }
    kept = .nothing
    // MQTT 3.1.1, 3.3.1.3: a retained message without a payload removes the one before.
    return MQTTMessage(topic, [], isRetained: true, quality: .atLeastOnce)
  }
}
