internal import JSON
internal import Quantities

extension Hello {
  init(_ members: Members) throws(MessageError) {
    let version = try members.required("protocol", members.members("protocol"))
    let major = Int(try version.required("major", version.integer("major")))
    guard major == Self.protocolMajor else { throw .otherProtocol(major: major) }
    self.init(
      version: try members.required("version", members.string("version")),
      runID: try members.required("run_id", members.string("run_id")),
      replay: try members.bool("replay") ?? false,
      simulated: try members.bool("simulated") ?? false,
      control: try members.bool("control") ?? false,
      schemaSHA256: try members.string("schema_sha256"))
  }
}

extension Event {
  /// `nil` for an event with an unknown name.
  init?(_ members: Members) throws(MessageError) {
    let text = try members.required("name", members.string("name"))
    guard let name = Name(rawValue: text) else { return nil }
    self.init(sequence: try members.sequence(), time: try members.time(), name: name)
    haptic = try members.string("haptic").flatMap(Haptic.init)
    pointer = try members.relativeBearing("pointer_deg")
    axis = try members.word("axis")
    reason = try members.string("reason").flatMap(GapReason.init)
    recordingEnd = try members.string("reason").flatMap(RecordingEnd.init)
    gapMicroseconds = try members.integer("gap_us")
    grade = try members.string("grade")
    coveragePercent = try members.number("coverage_percent")
    profile = try members.string("profile")
    reasons = try members.strings("reasons") ?? []
    file = try members.string("file")
    applied = try members.strings("applied") ?? []
    restart = try members.strings("restart") ?? []
  }
}

extension Members {
  /// The `id` of the request that a line answers; `nil` where it has none that a client may send.
  fileprivate func id(_ line: ArraySlice<UInt8>) -> RequestID? {
    do throws(RequestError) { return try RequestID(of: object, line) } catch { return nil }
  }
}

extension RequestError {
  init(_ members: Members, _ line: ArraySlice<UInt8>) throws(MessageError) {
    self.init(
      id: members.id(line), code: try members.required("code", members.word("code")),
      message: try members.string("message") ?? "", hint: try members.string("hint") ?? "")
  }
}

extension Reply {
  init(_ members: Members, _ line: ArraySlice<UInt8>) throws(MessageError) {
    self.init(id: members.id(line), outcome: try Outcome(members, line))
  }
}

extension Reply.Outcome {
  fileprivate init(_ members: Members, _ line: ArraySlice<UInt8>) throws(MessageError) {
    if let verb: ControlRequest.Verb = try members.word("do") {
      let others = (members.object.members ?? []).filter { !ControlReply.common.contains($0.key) }
      self = .control(verb, ControlReply(members: others))
      return
    }
    switch members.object["topics"] {
    case .object(let topics):
      var watched: [Topic: WatchOptions] = [:]
      for member in topics {
        guard let topic = Topic(rawValue: member.key) else { continue }
        watched[topic] = WatchOptions(answered: member.value)
      }
      self = .watching(watched)
    case .array(let topics):
      self = .unwatched(topics.compactMap { $0.string.flatMap(Topic.init) })
    case nil:
      if let text = memberText("message", of: line) {
        self = .message(text)
      } else {
        self = .pong(try members.integer("t_us").map { Timestamp(microseconds: $0) })
      }
    default: throw .wrong(key: "topics", expected: "an object or an array")
    }
  }
}
