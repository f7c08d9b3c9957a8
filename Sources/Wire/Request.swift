package import JSON

/// What a client asks (PROTOCOL §4).
public enum Request: Equatable, Sendable {
  /// Send these topics from now on.
  case watch([Topic: WatchOptions])
  /// Stop sending these; all where none is named.
  case unwatch([Topic])
  /// Send the newest message of a topic once.
  case get(Topic)
  /// Say that you are there.
  case ping

  /// The verbs, as `hello` lists them.
  public static let verbs = ["watch", "unwatch", "get", "ping"]

  /// The bare word `watch`: what is useful to a person with `nc`.
  public static let bareWatch = Request.watch([
    .reading: WatchOptions(rateHz: 10), .event: WatchOptions(), .state: WatchOptions(),
  ])
}

/// How a topic is to be sent.
public struct WatchOptions: Equatable, Sendable {
  /// Messages a second at the most; `nil`: every one.
  public var rateHz: Double?

  public init(rateHz: Double? = nil) { self.rateHz = rateHz }
}

/// A request with the name by which the client knows its answer.
public struct TaggedRequest: Equatable, Sendable {
  /// Echoed in the reply; a number or a string.
  package var id: JSONValue?
  public var request: Request

  package init(id: JSONValue?, request: Request) {
    self.id = id
    self.request = request
  }
}

/// A request that cannot be carried out (PROTOCOL `error`); the connection goes on.
public struct RequestError: Error, Equatable, Sendable {
  /// Stable codes.
  public enum Code: String, CaseIterable, Sendable {
    case badJSON = "bad_json"
    case tooLong = "too_long"
    case unknownVerb = "unknown_verb"
    case unknownTopic = "unknown_topic"
    case badValue = "bad_value"
    case notAvailable = "not_available"
    case shuttingDown = "shutting_down"
  }

  /// The request's, where it had one that could be read.
  package var id: JSONValue?
  public var code: Code
  /// What is wrong, in one sentence.
  public var message: String
  /// What would be right.
  public var hint: String

  package init(id: JSONValue? = nil, code: Code, message: String, hint: String) {
    self.id = id
    self.code = code
    self.message = message
    self.hint = hint
  }
}
