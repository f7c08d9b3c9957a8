internal import JSON
internal import Quantities

extension ControlRequest {
  /// Reads the members of a request.
  ///
  /// Strict, unlike a request that only reads: an option that was ignored would change something
  /// else than the client asked for.
  init(_ verb: Verb, _ object: JSONValue) throws(RequestError) {
    var members = try ControlMembers(object, verb)
    let action = verb.actions.isEmpty ? "" : try members.action()
    switch verb {
    case .calibrate: self = .calibrate(try Calibrate(action, &members))
    case .calibration: self = .calibration(try Profiles(action, &members))
    case .mount: self = .mount(try Mount(action, &members))
    case .position: self = .position(try Place(action, &members))
    case .target: self = .target(try Target(action, &members))
    case .haptic: self = .haptic(try Haptic(action, &members))
    case .record: self = .record(try Record(action, &members))
    case .devices: self = .rescan
    case .reload: self = .reload
    }
    try members.end()
  }
}

extension ControlRequest.Calibrate {
  fileprivate init(_ action: String, _ members: inout ControlMembers) throws(RequestError) {
    switch action {
    case "start":
      self = .start(
        profile: try members.name("profile"), flow: try members.word("flow") ?? .sphere)
    case "cancel": self = .cancel
    case "accept":
      self = .accept(
        profile: try members.name("profile"), force: try members.flag("force") ?? false)
    case "discard": self = .discard
    default: self = .rollback(profile: try members.name("profile"))
    }
  }
}

extension ControlRequest.Profiles {
  fileprivate init(_ action: String, _ members: inout ControlMembers) throws(RequestError) {
    switch action {
    case "list":
      self = .list
      return
    case "import":
      let profile = try members.name("profile")
      let calibration = try members.object("calibration")
      self = .importing(
        profile: try members.required("profile", profile),
        calibration: try members.required("calibration", calibration))
      return
    case "check":
      let kind: HeadingCheckResult.Kind? = try members.word("kind")
      let error = try members.number("error_deg", HeadingCheckResult.errorRange, "degrees")
      let error68 = try members.number(
        "error68_deg", HeadingCheckResult.error68Range, "degrees, 68 %")
      let agrees = try members.flag("agrees")
      let isConstantUnknown = try members.flag("constant_unknown") ?? false
      self = .check(
        HeadingCheckResult(
          kind: try members.required("kind", kind),
          errorDegrees: try members.required("error_deg", error),
          error68Degrees: try members.required("error68_deg", error68),
          agrees: try members.required("agrees", agrees), isConstantUnknown: isConstantUnknown))
      return
    default: break
    }
    let profile = try members.name("profile")
    switch action {
    case "use": self = .use(profile: try members.required("profile", profile))
    case "lock": self = .lock(profile: profile)
    case "unlock": self = .unlock(profile: profile)
    default: self = .exporting(profile: profile)
    }
  }
}

extension ControlRequest.Mount {
  /// The longest mount, bytes: a board's name and three axes.
  private static let longest = 128

  fileprivate init(_ action: String, _ members: inout ControlMembers) throws(RequestError) {
    guard action == "set" else {
      self = .show
      return
    }
    func mount(_ key: String) throws(RequestError) -> String? {
      try members.text(key, "a mount as in the configuration, such as \"x -y -z\"") {
        1...Self.longest ~= $0.utf8.count
      }
    }
    let board = try mount("board")
    let magnetometer = try mount("magnetometer")
    let inertial = try mount("inertial")
    if magnetometer == nil, inertial == nil { _ = try members.required("board", board) }
    self = .set(board: board, magnetometer: magnetometer, inertial: inertial)
  }
}

extension ControlRequest.Place {
  fileprivate init(_ action: String, _ members: inout ControlMembers) throws(RequestError) {
    guard action == "set" else {
      self = .forget
      return
    }
    let coordinates = try members.coordinates()
    let altitude = try members.number("altitude_m", -20_000...1_000_000, "metres")
    let error = try members.number("error_m", 0...Position.largestError, "metres, 68 %")
    do throws(QuantityError) {
      self = .set(
        try Position(coordinates: coordinates, altitudeMetres: altitude, error68Metres: error))
    } catch { throw .badValue("\(error)", hint: "degrees and metres") }
  }
}

extension ControlRequest.Target {
  fileprivate init(_ action: String, _ members: inout ControlMembers) throws(RequestError) {
    guard action == "set" else {
      self = .reset
      return
    }
    let name = try members.text(
      "name", QiblaMessage.Target.allowedName, where: QiblaMessage.Target.isName)
    let coordinates = try members.coordinates()
    self = .set(
      QiblaMessage.Target(name: try members.required("name", name), coordinates: coordinates))
  }
}

extension QiblaMessage.Target {
  /// What a name may be, in words.
  package static let allowedName = "a name of 1 to 64 characters and at most 256 bytes on one line"

  /// Whether a line of the stream has room for the name, and a dial shows it on one line.
  package static func isName(_ text: String) -> Bool {
    1...64 ~= text.count && text.utf8.count <= 256
      && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }
}

extension ControlRequest.Haptic {
  fileprivate init(_ action: String, _ members: inout ControlMembers) throws(RequestError) {
    switch action {
    case "play":
      let pattern = try members.text("pattern", "the name of a pattern or an event") {
        1...40 ~= $0.utf8.count
      }
      self = .play(pattern: try members.required("pattern", pattern))
    case "mute": self = .mute
    default: self = .unmute
    }
  }
}

extension ControlRequest.Record {
  fileprivate init(_ action: String, _ members: inout ControlMembers) throws(RequestError) {
    switch action {
    case "start": self = .start(try RecordingOptions(&members))
    case "stop": self = .stop
    default: self = .status
    }
  }
}
