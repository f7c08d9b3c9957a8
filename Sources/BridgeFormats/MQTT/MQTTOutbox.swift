/// The messages that wait for a broker, bounded: the newest of each topic, and the newest events.
package struct MQTTOutbox: Sendable {
  /// The most events that wait; the oldest are dropped.
  package static let eventLimit = 64

  /// The newest message of each topic whose messages replace each other. The daemon's topics are few,
  /// so this is bounded.
  private var latest: [String: MQTTMessage] = [:]
  /// The topics of `latest` that are to be sent, the one that waits longest first.
  private var due: [String] = []
  private var events: [MQTTMessage] = []
  /// Events that were dropped.
  package private(set) var dropped = 0

  package init() {}

  package var isEmpty: Bool { due.isEmpty && events.isEmpty }
  /// How many messages wait.
  package var count: Int { due.count + events.count }

  /// Adds a message. It replaces one of the same topic that waits, unless both are events.
  package mutating func put(_ message: MQTTMessage) {
    guard message.isReplaceable else {
      if events.count == Self.eventLimit {
        events.removeFirst()
        dropped += 1
      }
      return events.append(message)
    }
    latest[message.topic] = message
    if !due.contains(message.topic) { due.append(message.topic) }
  }

  /// Puts a message back that `next` returned and that could not be sent. A newer one of its topic
  /// counts.
  package mutating func putBack(_ message: MQTTMessage) {
    if !message.isReplaceable {
      if events.count < Self.eventLimit { events.insert(message, at: 0) } else { dropped += 1 }
    } else if !due.contains(message.topic) {
      due.append(message.topic)
    }
  }

  /// A connection to a broker is new: it may be another broker, or one that has lost its memory. All
  /// retained messages are due again, and readings that wait are discarded, as they are old.
  package mutating func connected() {
    due = latest.values.filter(\.isRetained).map(\.topic).sorted()
  }

  /// The message to send next; it counts as sent.
  package mutating func next() -> MQTTMessage? {
    if !due.isEmpty { return latest[due.removeFirst()] }
    return events.isEmpty ? nil : events.removeFirst()
  }
}
