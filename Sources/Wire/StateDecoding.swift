import JSON
import Quantities

extension StateMessage {
  init(_ members: Members) throws(MessageError) {
    let calibration = try members.required("calibration", members.members("calibration"))
    let interference = try members.required("interference", members.members("interference"))
    let position = try members.required("position", members.members("position"))
    let declination = try members.required("declination", members.members("declination"))
    self.init(
      sequence: try members.sequence(), time: try members.time(),
      status: try members.required("status", members.word("status")), why: try members.why(),
      calibration: try Calibration(calibration), interference: try Interference(interference),
      position: try Position(position),
      declination: DeclinationState(
        model: try declination.string("model"),
        valid: try declination.required("valid", declination.bool("valid")),
        error68Degrees: try declination.number("error68_deg")),
      sensors: try Sensor.known(of: members), mount: try members.members("mount").map(Mount.init))
  }
}

extension StateMessage.Calibration {
  fileprivate init(_ members: Members) throws(MessageError) {
    self.init(
      status: try members.required("calibration.status", members.word("status")),
      grade: try members.string("grade"))
    ageSeconds = try members.number("age_s")
    residualPercent = try members.number("residual_percent")
    coveragePercent = try members.number("coverage_percent")
    profile = try members.string("profile")
    if let found = try members.members("check") { check = try HeadingCheckResult(found) }
  }
}

extension HeadingCheckResult {
  /// - Returns: `nil` for a kind of a later version.
  fileprivate init?(_ members: Members) throws(MessageError) {
    let word = try members.required("check.kind", members.string("kind"))
    self.init(
      kind: .sun,
      errorDegrees: try members.required("check.error_deg", members.number("error_deg")),
      error68Degrees: try members.required("check.error68_deg", members.number("error68_deg")),
      agrees: try members.required("check.agrees", members.bool("agrees")),
      isConstantUnknown: try members.bool("constant_unknown") ?? false)
    utcMicroseconds = try members.optional("time", "an instant such as 2026-11-21T05:00:00.123Z") {
      $0.string.flatMap(UTCTime.microseconds(parsing:))
    }
    guard let known = Kind(rawValue: word) else { return nil }
    kind = known
  }
}

extension StateMessage.Interference {
  fileprivate init(_ members: Members) throws(MessageError) {
    self.init(
      status: try members.required("interference.status", members.word("status")),
      kind: try members.string("kind").flatMap(Kind.init),
      disturbance: try members.array("disturbance_ut").flatMap(Disturbance.init),
      strengthPercent: try members.number("strength_percent"),
      inclinationErrorDegrees: try members.number("inclination_error_deg"))
  }
}

extension StateMessage.Interference.Disturbance {
  /// `nil` unless there are three numbers.
  fileprivate init?(_ values: [JSONValue]) {
    let numbers = values.compactMap(\.number)
    guard numbers.count == 3, values.count == 3 else { return nil }
    self.init(x: numbers[0], y: numbers[1], z: numbers[2])
  }
}

extension StateMessage.Mount {
  fileprivate init(_ members: Members) throws(MessageError) {
    self.init(
      isWrong: try members.required("mount.wrong", members.bool("wrong")),
      chip: try members.string("chip").flatMap(StateMessage.Sensor.Kind.init),
      isMirrored: try members.bool("mirrored"), turns: try members.strings("turns") ?? [],
      isUpsideDown: try members.bool("upside_down") ?? false)
  }
}

extension StateMessage.Position {
  fileprivate init(_ members: Members) throws(MessageError) {
    self.init(
      status: try members.required("position.status", members.word("status")),
      ageSeconds: try members.age(), error68Metres: try members.number("error_m"))
  }
}

extension StateMessage.Sensor {
  /// The sensors whose kind is known; others are ignored.
  fileprivate static func known(of members: Members) throws(MessageError) -> [Self] {
    var sensors: [Self] = []
    for element in try members.array("sensors") ?? [] {
      let sensor = Members(object: element)
      guard let kind = try sensor.string("kind").flatMap(Kind.init) else { continue }
      sensors.append(
        Self(
          kind: kind, rateHz: try sensor.number("rate_hz"),
          id: try sensor.integer("id").map { Int($0) }, isPrimary: try sensor.bool("primary"),
          disagreementDegrees: try sensor.number("disagreement_deg")))
    }
    return sensors
  }
}

extension LiveState {
  /// `nil` if the message has no `live` with a known member.
  init?(_ members: Members) throws(MessageError) {
    let live = try members.members("live")
    guard let live, let clients = try live.integer("clients") else { return nil }
    self.init(clients: Int(clients), recording: try live.string("recording"))
  }
}
