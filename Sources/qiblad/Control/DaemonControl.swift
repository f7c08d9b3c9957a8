import Boards
import DaemonConfiguration
import Glibc
import Haptics
import JSON
import Pipeline
import Publisher
import Quantities
import Wire

/// Carries out what control clients ask for. It never waits: what takes time is handed to a thread of its
/// own, which answers.
struct DaemonControl: ControlHandler {
  /// Answers a request.
  typealias Answer = @Sendable (Result<ControlReply, RequestError>) -> Void

  let userSettings: SettingQueue
  /// Reads the configuration again; has the target of the configuration in use.
  let reloader: Reloader
  /// `nil` where nothing is to be felt, as of a recording.
  let haptics: HapticPlayer?
  let calibration: CalibrationRequests
  let recorder: Recorder
  /// Looks for chips; `nil` where no sensor is read.
  let rescan: (@Sendable () -> Void)?

  func perform(_ request: ControlRequest, by peer: PeerCredentials, answer: @escaping Answer) {
    switch request {
    case .position(.set(let position)):
      apply(.position(position), ControlReply(members: position.members), answer)
    case .position(.forget): apply(.position(nil), ControlReply(), answer)
    case .target(.set(let target)): apply(target, answer)
    case .target(.reset): apply(reloader.target, answer)
    case .rescan: answer(rescanned())
    case .haptic(let action): perform(action, answer)
    case .mount(.show): answer(shownMount())
    case .mount(.set(let board, let magnetometer, let inertial)):
      setMount(board: board, magnetometer: magnetometer, inertial: inertial, answer)
    case .reload: reloader.reload { answer($0.map(\.reply)) }
    case .calibrate(let action): calibration.perform(action, answer: answer)
    case .calibration(let action): calibration.perform(action, answer: answer)
    case .record(let action):
      // The daemon's own user can write there anyway, and root everywhere.
      let mayChoose = peer.uid == geteuid() || peer.uid == 0
      recorder.perform(action, mayChoose: mayChoose, answer: answer)
    }
  }

  /// Hands a setting to the pipeline's thread, which answers with the instant from which on it holds.
  private func apply(_ setting: UserSetting, _ reply: ControlReply, _ answer: @escaping Answer) {
    let isTaken = userSettings.put(
      SettingQueue.Entry(setting: setting) { time in
        answer(.success(reply.with(time: time)))
      })
    if !isTaken { answer(.failure(.tooManyCommands)) }
  }

  private func apply(_ target: QiblaMessage.Target, _ answer: @escaping Answer) {
    let name = JSONValue.Member(key: "name", value: .string(target.name))
    apply(.target(target), ControlReply(members: [name] + target.coordinates.members), answer)
  }

  private func rescanned() -> Result<ControlReply, RequestError> {
    guard let rescan else { return .failure(.withoutDevices) }
    rescan()
    return .success(ControlReply())
  }

  private func shownMount() -> Result<ControlReply, RequestError> {
    guard let mount = reloader.mount else { return .failure(.withoutDevices) }
    return .success(ControlReply(mount))
  }

  /// Uses another mount of the same boards: a board's name says how its chips' axes lie on it, and the sensors'
  /// threads have that from the start.
  private func setMount(
    board: String?, magnetometer: String?, inertial: String?, _ answer: @escaping Answer
  ) {
    guard let former = reloader.mount else { return answer(.failure(.withoutDevices)) }
    var mount = former
    do throws(MountWordsError) {
      try mount.set(board: board, magnetometer: magnetometer, inertial: inertial)
    } catch {
      return answer(.failure(.badMount(error)))
    }
    guard mount.hasBoards(of: former) else { return answer(.failure(.otherBoard)) }
    let reply = ControlReply(mount)
    let isTaken = reloader.use(mount) { time in answer(.success(reply.with(time: time))) }
    if !isTaken { answer(.failure(.tooManyCommands)) }
  }

  private func perform(_ action: ControlRequest.Haptic, _ answer: @escaping Answer) {
    guard let haptics else { return answer(.failure(.withoutMotor)) }
    switch action {
    case .mute, .unmute:
      haptics.mute(action == .mute)
      answer(.success(ControlReply(["muted": .bool(action == .mute)])))
    case .play(let name):
      let event = HapticEvent(rawValue: name)
      guard let pattern = event.map(haptics.pattern(of:)) ?? HapticPattern(rawValue: name) else {
        return answer(.failure(.unknownPattern(name)))
      }
      let command = HapticCommand(pattern: pattern) { result in
        answer(
          result.map { motor in
            ControlReply(["pattern": .string(pattern.rawValue), "motor": .string(motor)])
          }.mapError(RequestError.init))
      }
      if !haptics.take(command) { answer(.failure(.tooManyCommands)) }
    }
  }
}

extension ControlReply {
  /// How the boards are mounted, in the words of `[mount]`.
  fileprivate init(_ mount: Configuration.Mount) {
    self.init([
      "magnetometer": .string("\(mount.magnetometer)"), "inertial": .string("\(mount.inertial)"),
    ])
    for (key, board) in [
      ("magnetometer_board", mount.magnetometerBoard), ("inertial_board", mount.inertialBoard),
    ] {
      guard let board else { continue }
      members.append(JSONValue.Member(key: key, value: .string(board.name)))
    }
  }

  /// The same with the instant from which it holds.
  fileprivate func with(time: Timestamp) -> ControlReply {
    var reply = self
    let instant = JSONValue.number(Double(time.microseconds))
    reply.members.insert(JSONValue.Member(key: "t_us", value: instant), at: 0)
    return reply
  }
}

extension Position {
  fileprivate var members: [JSONValue.Member] {
    var members = coordinates.members
    if let altitudeMetres {
      members.append(JSONValue.Member(key: "altitude_m", value: .number(altitudeMetres)))
    }
    if let error68Metres {
      members.append(JSONValue.Member(key: "error_m", value: .number(error68Metres)))
    }
    return members
  }
}

extension Coordinates {
  fileprivate var members: [JSONValue.Member] {
    [
      JSONValue.Member(key: "latitude_deg", value: .number(latitude)),
      JSONValue.Member(key: "longitude_deg", value: .number(longitude)),
    ]
  }
}

extension RequestError {
  fileprivate static let withoutDevices = RequestError(
    code: .notAvailable, message: "a replay or a simulation reads no sensors",
    hint: hintWithoutSensors)

  fileprivate static let withoutMotor = RequestError(
    code: .notAvailable, message: "a replay moves no motor",
    hint: hintWithoutSensors)

  fileprivate static func badMount(_ error: MountWordsError) -> RequestError {
    RequestError(
      code: .badValue, message: "\(error.key): give \(error.allowed)", hint: "nothing has changed")
  }

  fileprivate static let otherBoard = RequestError(
    code: .notAvailable, message: "the name of a board cannot change while the daemon runs",
    hint:
      "leave the name as it is; or set [mount] in qiblad.toml and start the daemon again")

  fileprivate static func unknownPattern(_ name: String) -> RequestError {
    let patterns = HapticPattern.allCases.map(\.rawValue).joined(separator: ", ")
    let events = HapticEvent.allCases.map(\.rawValue).joined(separator: ", ")
    return RequestError(
      code: .badValue, message: "there is no pattern and no event of that name",
      hint: "patterns: \(patterns); events: \(events)")
  }

  fileprivate init(_ refusal: HapticRefusal) {
    let hint =
      switch refusal {
      case .muted: "unmute it: qiblactl haptic unmute"
      case .switchedOff: "set it in qiblad.toml, and reload"
      case .failed: "qiblactl haptic test finds out more"
      }
    self.init(code: .notAvailable, message: "\(refusal)", hint: hint)
  }
}
