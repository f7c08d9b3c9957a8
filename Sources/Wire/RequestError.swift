package import JSON

/// The answer to a request that failed (docs/protocol.md: `error`). The connection stays open.
public struct RequestError: Error, Equatable, Sendable {
  /// The kind of error. The codes are stable.
  public enum Code: String, CaseIterable, Sendable {
    case badJSON = "bad_json"
    case tooLong = "too_long"
    case unknownVerb = "unknown_verb"
    case unknownTopic = "unknown_topic"
    case badValue = "bad_value"
    case rateLimited = "rate_limited"
    case notPermitted = "not_permitted"
    case busy
    case notAvailable = "not_available"
    case unsupportedMajor = "unsupported_major"
    case shuttingDown = "shutting_down"
  }

  /// The `id` of the request; `nil` if it had none or was not readable.
  public var id: RequestID?
  public var code: Code
  /// What is wrong, in one sentence.
  public var message: String
  /// How to correct the request.
  public var hint: String

  package init(id: RequestID? = nil, code: Code, message: String, hint: String) {
    self.id = id
    self.code = code
    self.message = message
    self.hint = hint
  }

  /// The request's `id` if it is a whole number.
  public var number: Int? { id?.number }

  /// The `hint` where a request needs sensors, and the daemon plays a recording or simulates.
  package static let hintWithoutSensors =
    "this daemon was started with --simulate or --replay; ask one that reads sensors"
}

extension RequestError: EncodableMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("type", "error")
    writer.id(id)
    writer.member("code", code.rawValue)
    writer.member("message", message)
    writer.member("hint", hint)
    writer.endObject()
  }
}

extension JSONWriter {
  /// Writes the request's `id`; nothing for `nil`.
  mutating func id(_ id: RequestID?) {
    guard let id else { return }
    key("id")
    raw(id.text)
  }
}
