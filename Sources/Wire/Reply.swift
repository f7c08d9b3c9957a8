package import JSON
public import Quantities

/// A request was carried out (docs/protocol.md: `reply`).
public struct Reply: Equatable, Sendable {
  /// What came of it.
  public enum Outcome: Equatable, Sendable {
    /// To `watch`: the topics asked for, as they will be sent.
    case watching([Topic: WatchOptions])
    /// To `unwatch`: the topics that are no longer sent.
    case unwatched([Topic])
    /// To `get`: the topic's newest message, as it stood on its line, without LF.
    case message([UInt8])
    /// To `ping`: the instant of the newest message, where there is one.
    case pong(Timestamp?)
  }

  /// The request's.
  package var id: JSONValue?
  public var outcome: Outcome

  package init(id: JSONValue?, outcome: Outcome) {
    self.id = id
    self.outcome = outcome
  }

  /// The request's `id` where it was a whole number.
  public var number: Int? { id?.number.flatMap { Int(exactly: $0) } }
}

extension Reply: EncodableMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("type", "reply")
    writer.id(id)
    writer.member("ok", true)
    switch outcome {
    case .watching(let topics):
      writer.object("topics") { writer in
        // In one order, not in that of a dictionary.
        for topic in Topic.allCases { writer.options(topics[topic], of: topic) }
      }
    case .unwatched(let topics): writer.strings("topics", topics.map(\.rawValue))
    case .message(let line):
      writer.key("message")
      writer.raw(line)
    case .pong(let time):
      guard let time else { break }
      writer.key("t_us")
      writer.integer(time.microseconds)
    }
    writer.endObject()
  }
}

extension JSONWriter {
  /// A topic with its options, or nothing where it was not asked for.
  mutating func options(_ options: WatchOptions?, of topic: Topic) {
    guard let options else { return }
    key(topic.rawValue)
    beginObject()
    if let rate = options.rateHz {
      key("rate_hz")
      value(.number(rate))  // as given: rounded, a very low one would read 0
    }
    endObject()
  }
}

extension TaggedRequest: EncodableMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.id(id)
    writer.key("do")
    switch request {
    case .watch(let topics):
      writer.string("watch")
      writer.object("topics") { writer in
        for topic in Topic.allCases { writer.options(topics[topic], of: topic) }
      }
    case .unwatch(let topics):
      writer.string("unwatch")
      if !topics.isEmpty { writer.strings("topics", topics.map(\.rawValue)) }
    case .get(let topic):
      writer.string("get")
      writer.member("topic", topic.rawValue)
    case .ping: writer.string("ping")
    }
    writer.endObject()
  }
}
