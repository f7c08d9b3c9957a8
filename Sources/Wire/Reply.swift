package import JSON
public import Quantities

/// The answer to a request that succeeded (docs/protocol.md: `reply`).
public struct Reply: Equatable, Sendable {
  /// The result, by verb.
  public enum Outcome: Equatable, Sendable {
    /// For `watch`: the topics, with the options that the server applies.
    case watching([Topic: WatchOptions])
    /// For `unwatch`: the topics that are no longer sent.
    case unwatched([Topic])
    /// For `get`: the bytes of the topic's newest message, without LF.
    case message([UInt8])
    /// For `ping`: the instant of the newest message; `nil` if there is none.
    case pong(Timestamp?)
    /// For a control request: what its verb answers with.
    case control(ControlRequest.Verb, ControlReply)
  }

  /// The `id` of the request.
  public var id: RequestID?
  public var outcome: Outcome

  package init(id: RequestID?, outcome: Outcome) {
    self.id = id
    self.outcome = outcome
  }

  /// The request's `id` if it is a whole number.
  public var number: Int? { id?.number }
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
        // In a fixed order, because a dictionary has none.
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
    case .control(let verb, let reply):
      writer.member("do", verb.rawValue)
      for member in reply.members {
        writer.key(member.key)
        writer.value(member.value)
      }
    }
    writer.endObject()
  }
}

extension JSONWriter {
  /// Writes a topic with its options; nothing for `nil`.
  mutating func options(_ options: WatchOptions?, of topic: Topic) {
    guard let options else { return }
    key(topic.rawValue)
    beginObject()
    if topic == .reading { optionMembers(options) }
    endObject()
  }
}

extension JSONWriter {
  private mutating func optionMembers(_ options: WatchOptions) {
    // Not rounded: a very low rate would become 0.
    if let rate = options.rateHz {
      key("rate_hz")
      value(.number(rate))
    }
    if let change = options.minChangeDegrees {
      key("min_change_deg")
      value(.number(change))
    }
    if let gap = options.maxGapMilliseconds {
      key("max_gap_ms")
      integer(Int64(gap))
    }
    if options.screen != .none {
      key("screen_deg")
      integer(Int64(options.screen.rawValue))
    }
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
    case .control(let request):
      writer.string(request.verb.rawValue)
      writer.members(of: request)
    }
    writer.endObject()
  }
}
