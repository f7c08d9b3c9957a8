import Heading
import JSON
import Profiles
import Quantities
import Redundancy
import SensorCalibration
import Trace
import Wire

extension CalibrationSupervisor {
  /// Carries a request out and answers it.
  mutating func answer(_ request: CalibrationRequests.Request, at time: Timestamp) {
    let result: Result<ControlReply, RequestError>
    do throws(RequestError) {
      switch request.kind {
      case .calibrate(let action): result = .success(try perform(action, at: time))
      case .profiles(let action): result = .success(try perform(action, at: time))
      }
    } catch { result = .failure(error) }
    request.answer(result)
  }

  private mutating func perform(
    _ action: ControlRequest.Calibrate, at time: Timestamp
  ) throws(RequestError) -> ControlReply {
    guard let source = sources.field else { throw .noMagnetometer }
    announcer.requested()
    switch action {
    case .start(let profile, let flow):
      if let profile, profile != service.profile {
        choose(profile)
        applyAll(at: time)
      }
      start(flow == .circle ? .circle : .sphere, at: time)
      return reply()
    case .cancel:
      guard live.isCollecting else { throw .refused("nothing is collected") }
      cancel()
      return reply()
    case .accept(let profile, let force):
      try checkRoom(source, profile)
      let calibration = try accept(profile: profile, force: force, at: time)
      return reply(("grade", .string(calibration.grade.rawValue)))
    case .discard:
      guard live.candidate != nil || live.isCollecting || live.procedure.isRejected else {
        throw .refused("there is no candidate")
      }
      cancel()
      return reply()
    case .rollback(let profile):
      var kept = try ownProfile(profile)
      guard kept.previous != nil else {
        throw .refused("there is no calibration before this one")
      }
      try checkUnlocked(source, profile)
      boards.rollBack(kept.key)
      kept.rollBack()
      put(kept, at: time)
      return reply(("grade", .string(kept.current.calibration.grade.rawValue)))
    }
  }

  private mutating func perform(
    _ action: ControlRequest.Profiles, at time: Timestamp
  ) throws(RequestError) -> ControlReply {
    switch action {
    case .list:
      let all = service.profiles.sorted { $0.key < $1.key }.map { $0.value }
      return reply(("profiles", .array(all.map(entry))))
    case .use(let profile):
      guard service.profiles.keys.contains(where: { $0.name == profile }) else {
        throw .noProfile(profile)
      }
      announcer.requested()
      choose(profile)
      applyAll(at: time)
      startByItself(at: time)
      return reply()
    case .exporting(let profile):
      let kept = try ownProfile(profile)
      let chip = kept.key.chip.map { [JSONValue.Member(key: "chip", value: .string($0))] } ?? []
      return reply(("calibration", .object(kept.current.calibration.members + chip)))
    case .importing(let profile, let bytes):
      guard let source = sources.field else { throw .noMagnetometer }
      let calibration = try read(bytes, for: source)
      try checkUnlocked(source, profile)
      try checkRoom(source, profile)
      announcer.requested()
      if profile != service.profile { choose(profile) }
      keep(calibration, for: source, at: time)
      applyAll(at: time)
      return reply(("grade", .string(calibration.grade.rawValue)))
    case .check(let result): return try keep(result, at: time)
    case .lock(let profile): return try setLock(true, profile, at: time)
    case .unlock(let profile): return try setLock(false, profile, at: time)
    }
  }

  /// Reads a calibration from outside.
  ///
  /// - Throws: where it is none, of grade F, or of another chip.
  private func read(
    _ bytes: [UInt8], for source: SensorSourceID
  ) throws(RequestError) -> Calibration {
    let (object, calibration): (JSONValue, Calibration)
    do {
      object = try JSONValue(parsing: bytes[...])
      calibration = try Calibration(parsing: bytes)
    } catch {
      throw RequestError(
        code: .badValue, message: "\"calibration\" is not one: \(error)",
        hint: "give the object that `export` or `qiblactl fit --json` prints")
    }
    if let made = object["chip"], let chip = service.chips(source), made != .string(chip) {
      throw RequestError(
        code: .badValue,
        message: "the calibration is for the chip \(made.string ?? "?"), and \(chip) measures",
        hint: "calibrate this device; another chip's calibration is wrong for it")
    }
    guard calibration.grade != .f, let written = calibration.asWritten else {
      throw .refused("a calibration of grade F is none")
    }
    return written
  }

  /// Keeps what a check of the heading found with the calibration in use.
  private mutating func keep(
    _ result: HeadingCheckResult, at time: Timestamp
  ) throws(RequestError) -> ControlReply {
    var kept = try ownProfile()
    var dated = result
    dated.utcMicroseconds = service.date()
    kept.current.check = dated.rounded
    put(kept, at: time)
    return reply(("check", .object(dated.rounded.members)))
  }

  private mutating func setLock(
    _ isLocked: Bool, _ profile: String?, at time: Timestamp
  ) throws(RequestError) -> ControlReply {
    var kept = try ownProfile(profile)
    kept.isLocked = isLocked
    put(kept, at: time)
    return reply(("locked", .bool(isLocked)))
  }

  /// What is kept of the magnetometer in use.
  ///
  /// - Parameter profile: the name of the profile; `nil` for the one in use.
  /// - Throws: where nothing is, or what is kept is the calibration of an equal magnetometer.
  private func ownProfile(
    _ profile: String? = nil
  ) throws(RequestError) -> CalibrationProfile {
    guard let source = sources.field else { throw .noMagnetometer }
    guard !hasCalibrationOfFirst(source, profile),
      let kept = key(source, profile).flatMap({ service.profiles[$0] })
    else { throw .noProfile(profile ?? service.profile) }
    return kept
  }

  /// - Throws: where the calibration of this name is locked.
  func checkUnlocked(
    _ source: SensorSourceID, _ profile: String?
  ) throws(RequestError) {
    guard let key = key(source, profile), service.profiles[key]?.isLocked == true else { return }
    throw RequestError(
      code: .notAvailable, message: "the calibration \"\(key.name)\" is locked",
      hint: "unlock it first, or give another profile")
  }

  /// Calibrations that are kept. One has fewer than 400 bytes in the answer of `list`, which is a line of at
  /// most `Limits.lineBytes`.
  private static let most = 32

  /// - Throws: where there is none of this name, and no room for another one.
  private func checkRoom(
    _ source: SensorSourceID, _ profile: String?
  ) throws(RequestError) {
    guard let key = key(source, profile), service.profiles[key] == nil,
      service.profiles.count >= Self.most
    else { return }
    throw RequestError(
      code: .notAvailable, message: "\(Self.most) calibrations are kept, and no more",
      hint:
        "give the name of one of them, or delete its file in the state directory (/var/lib/qiblad) and restart qiblad"
    )
  }

  private func reply(_ others: (String, JSONValue)...) -> ControlReply {
    let members = [("profile", .string(service.profile))] + others
    return ControlReply(members: members.map { JSONValue.Member(key: $0.0, value: $0.1) })
  }

  private func entry(_ kept: CalibrationProfile) -> JSONValue {
    let inUse = sources.field.flatMap { hasCalibrationOfFirst($0) ? nil : key($0) } == kept.key
    var members: [JSONValue.Member] = [.init(key: "profile", value: .string(kept.key.name))]
    if let chip = kept.key.chip { members.append(.init(key: "chip", value: .string(chip))) }
    members.append(.init(key: "grade", value: .string(kept.current.calibration.grade.rawValue)))
    if let made = kept.current.utcMicroseconds.flatMap(UTCTime.text(microseconds:)) {
      members.append(.init(key: "time", value: .string(made)))
    }
    if let check = kept.current.check {
      members.append(.init(key: "check", value: .object(check.members)))
    }
    members.append(.init(key: "in_use", value: .bool(inUse)))
    members.append(.init(key: "locked", value: .bool(kept.isLocked)))
    members.append(.init(key: "can_roll_back", value: .bool(kept.previous != nil)))
    // Of a simulation none is to be kept.
    if kept.key.chip != nil, service.saver?.isKept(kept.key) != true {
      members.append(.init(key: "kept", value: .bool(false)))
    }
    return .object(members)
  }
}

extension RequestError {
  static let noMagnetometer = RequestError(
    code: .notAvailable, message: "no magnetometer measures",
    hint: "check the wiring; qiblactl doctor lists the chips that answer")

  static func refused(_ message: String) -> RequestError {
    RequestError(
      code: .notAvailable, message: message,
      hint: "see how the calibration stands: qiblactl watch calibration")
  }

  static func noProfile(_ name: String) -> RequestError {
    RequestError(
      code: .notAvailable, message: "there is no calibration \"\(name)\"",
      hint: "qiblactl profile list names all")
  }
}
