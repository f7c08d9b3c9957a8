package import JSON

/// The first line of every connection (docs/protocol.md: `hello`). The server sends it without a
/// request.
public struct Hello: Equatable, Sendable {
  /// The protocol's version. A client refuses another major version.
  public static let protocolMajor = 1
  public static let protocolMinor = 0

  /// The server program's version.
  public var version: String
  /// Identifies one run of the daemon; different after every start.
  public var runID: String
  /// Whether the data come from a trace.
  public var replay: Bool
  /// Whether the data are simulated.
  public var simulated: Bool
  /// Whether the socket takes control requests.
  public var control: Bool
  /// The SHA-256 of the schema that the server prints; `nil` from a server that does not send it.
  public var schemaSHA256: String?

  public init(
    version: String, runID: String, replay: Bool, simulated: Bool, control: Bool = false,
    schemaSHA256: String? = Schema.sha256
  ) {
    self.version = version
    self.runID = runID
    self.replay = replay
    self.simulated = simulated
    self.control = control
    self.schemaSHA256 = schemaSHA256
  }
}

/// The limits of the protocol (docs/protocol.md: `hello.limits`).
public enum Limits {
  /// The longest request, bytes with its LF.
  public static let requestBytes = 4096
  /// The longest line that the server sends, bytes with its LF.
  public static let lineBytes = 16384
  /// The rate of readings, Hz, and so the highest that a client can ask for.
  public static let rateHz = 60.0
  /// The number of events that are kept for a slow client.
  public static let eventQueue = 64
}

extension Hello: EncodableMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("type", "hello")
    writer.object("protocol") { writer in
      writer.member("major", Self.protocolMajor)
      writer.member("minor", Self.protocolMinor)
    }
    writer.member("server", "qiblad")
    writer.member("version", version)
    writer.member("run_id", runID)
    writer.strings("topics", Topic.allCases.map(\.rawValue))
    writer.strings("verbs", control ? Request.controlVerbs : Request.verbs)
    writer.member("control", control)
    writer.object("limits") { writer in
      writer.member("request_bytes", Limits.requestBytes)
      writer.member("line_bytes", Limits.lineBytes)
      writer.member("rate_hz", Limits.rateHz, decimals: 3)
      writer.member("event_queue", Limits.eventQueue)
    }
    writer.member("replay", replay)
    writer.member("simulated", simulated)
    writer.member("schema_sha256", schemaSHA256)
    writer.endObject()
  }
}

/// The last line before the server closes a connection (docs/protocol.md: `bye`).
public struct Bye: Equatable, Sendable, EncodableMessage {
  /// Why, as a code: `shutting_down`, `replay_ended`, `too_long`.
  public var reason: String

  public init(reason: String) { self.reason = reason }

  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("type", "bye")
    writer.member("reason", reason)
    writer.endObject()
  }
}

extension JSONWriter {
  mutating func strings(_ name: StaticString, _ values: [String]) {
    key(name)
    beginArray()
    for value in values { string(value) }
    endArray()
  }
}
