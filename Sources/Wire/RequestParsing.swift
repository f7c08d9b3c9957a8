internal import JSON

extension TaggedRequest {
  /// Parses one request.
  ///
  /// - Parameters:
  ///   - line: the bytes between two LF. Blanks and a CR around the request are ignored.
  ///   - mayControl: whether control requests are taken; otherwise each is `not_permitted`.
  /// - Throws: a `RequestError` to send to the client. A request with an error has no effect at
  ///   all.
  package init(
    parsing line: ArraySlice<UInt8>, mayControl: Bool = false
  ) throws(RequestError) {
    guard !line.trimmingBlanks.elementsEqual("watch".utf8) else {
      self.init(id: nil, request: .bareWatch)
      return
    }
    let value: JSONValue
    do throws(JSONError) { value = try JSONValue(parsing: line) } catch {
      throw .notAnObject("this is not JSON: \(error)")
    }
    guard value.members != nil else { throw .notAnObject("a request is a JSON object") }
    let id = try RequestID(of: value, line)
    do throws(RequestError) {
      self.init(id: id, request: try Request(value, mayControl: mayControl))
    } catch {
      var named = error
      named.id = id
      throw named
    }
  }
}

extension Request {
  fileprivate init(_ object: JSONValue, mayControl: Bool) throws(RequestError) {
    let verbs = mayControl ? Self.controlVerbs : Self.verbs
    switch object["do"] {
    case .string("watch"):
      try object.allow("topics")
      self = .watch(try object["topics"].watchedTopics())
    case .string("unwatch"):
      try object.allow("topics")
      self = .unwatch(try object["topics"].map(Topic.list) ?? [])
    case .string("get"):
      try object.allow("topic")
      self = .get(try Topic(requested: object["topic"]))
    case .string("ping"):
      try object.allow()
      self = .ping
    case .string(let text):
      guard let verb = ControlRequest.Verb(rawValue: text) else {
        throw .unknownVerb("there is no verb \"\(text.shortened)\"", verbs)
      }
      guard mayControl else { throw .notPermitted(verb) }
      self = .control(try ControlRequest(verb, object))
    case nil: throw .unknownVerb("the request has no \"do\"", verbs)
    default: throw .badValue("\"do\" is not a string", hint: RequestError.hint(verbs))
    }
  }
}

extension JSONValue {
  /// Checks the members of a request that only reads.
  ///
  /// - Parameter name: the member that its verb has, beside `id` and `do`.
  /// - Throws: where another member is there, or one occurs twice. Ignored, it would leave a client waiting for what
  ///   it asked for.
  fileprivate func allow(_ name: String? = nil) throws(RequestError) {
    let hint = name.map { "leave it out; members: \($0)" } ?? "leave it out; there are none"
    try allow(["id", "do"] + (name.map { [$0] } ?? []), hint: hint) {
      "there is no member \"\($0)\" here"
    }
  }

  /// - Parameter message: what to say of a name that is not known.
  func allow(
    _ known: [String], hint: String, unknown message: (String) -> String
  ) throws(RequestError) {
    var seen: Set<String> = []
    for member in members ?? [] {
      guard known.contains(member.key) else {
        throw .badValue(message(member.key.shortened), hint: hint)
      }
      guard seen.insert(member.key).inserted else {
        throw .badValue("\"\(member.key)\" occurs twice", hint: "give each member once")
      }
    }
  }
}

extension JSONValue? {
  /// The member `topics` of `watch`: names, or names with options.
  fileprivate func watchedTopics() throws(RequestError) -> [Topic: WatchOptions] {
    var topics: [Topic: WatchOptions] = [:]
    switch self {
    case .array(let elements):
      for topic in try Topic.list(.array(elements)) { topics[topic] = WatchOptions() }
    case .object(let members) where !members.isEmpty:
      for member in members {
        let topic = try Topic(requested: .string(member.key))
        guard topics[topic] == nil else {
          throw .badValue("\"\(topic.rawValue)\" occurs twice", hint: "give each topic once")
        }
        topics[topic] = try WatchOptions(requested: member.value, topic)
      }
    default:
      throw RequestError(
        code: .badValue, message: "\"topics\" names no topic",
        hint: "for example \"topics\":[\"reading\"] or \"topics\":{\"reading\":{\"rate_hz\":30}}")
    }
    return topics
  }
}

extension Topic {
  fileprivate init(requested value: JSONValue?) throws(RequestError) {
    guard let name = value?.string else {
      throw RequestError(code: .badValue, message: "a topic's name is a string", hint: topicHint)
    }
    guard let topic = Topic(rawValue: name) else {
      throw RequestError(
        code: .unknownTopic, message: "there is no topic \"\(name.shortened)\"", hint: topicHint)
    }
    self = topic
  }

  fileprivate static func list(_ value: JSONValue) throws(RequestError) -> [Topic] {
    guard let elements = value.array, !elements.isEmpty else {
      throw RequestError(
        code: .badValue, message: "\"topics\" is not an array that names topics",
        hint: "for example \"topics\":[\"reading\"]")
    }
    var topics: [Topic] = []
    for element in elements { topics.append(try Topic(requested: element)) }
    return topics
  }
}

private let topicHint = "topics: " + Topic.allCases.map(\.rawValue).joined(separator: ", ")

extension RequestError {
  fileprivate static func notAnObject(_ message: String) -> RequestError {
    RequestError(
      code: .badJSON, message: message,
      hint: "one JSON object a line: {\"do\":\"watch\",\"topics\":[\"reading\"]}; or: watch")
  }

  fileprivate static func unknownVerb(_ message: String, _ verbs: [String]) -> RequestError {
    RequestError(code: .unknownVerb, message: message, hint: hint(verbs))
  }

  fileprivate static func hint(_ verbs: [String]) -> String {
    "verbs: " + verbs.joined(separator: ", ")
  }

  fileprivate static func notPermitted(_ verb: ControlRequest.Verb) -> RequestError {
    RequestError(
      code: .notPermitted, message: "\"\(verb.rawValue)\" is not for this socket",
      hint: "send it to control.sock in the same directory; its group may connect")
  }
}

extension ArraySlice<UInt8> {
  fileprivate var trimmingBlanks: ArraySlice<UInt8> {
    let blanks: Set<UInt8> = [0x20, 0x09, 0x0D, 0x0A]
    let start = drop { blanks.contains($0) }
    return start[..<(start.lastIndex { !blanks.contains($0) }.map { $0 + 1 } ?? start.startIndex)]
  }
}
