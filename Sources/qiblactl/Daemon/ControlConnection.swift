import Glibc
import JSON
import ProgramOptions
import Quantities
import QiblaClient
import Wire

/// A connection to the daemon's control socket, for one command after the other.
struct ControlConnection {
  /// How long a command may take: a reload reads a memory card, a motor plays a pattern.
  private static let timeout = Duration.seconds(15)

  let connection: Connection
  /// What the daemon's data are where they are not those of sensors: `REPLAY` or `SIMULATED`.
  let mark: String?
  /// Whether the daemon reads sensors.
  let isLive: Bool

  /// - Throws: `CommandFailure` with the reason: no daemon, no control socket, or no right to use it.
  init(_ socket: String?) throws {
    do throws(ConnectionError) { connection = try Connection(controlIn: socket) } catch {
      throw CommandFailure(Self.reason(error, socket))
    }
    guard case .value(.hello(let hello)) = try connection.nextUnderstood(timeout: Self.timeout)
    else { throw CommandFailure("\(connection.path): the daemon does not answer") }
    mark = hello.replay ? "REPLAY" : hello.simulated ? "SIMULATED" : nil
    isLive = mark == nil
  }

  /// Sends a command and waits for its answer.
  ///
  /// - Throws: `CommandFailure`, with the daemon's own words where it refused.
  func perform(_ request: ControlRequest) throws -> ControlReply {
    do {
      let number = try connection.send(.control(request))
      while true {
        switch try connection.nextUnderstood(timeout: Self.timeout) {
        case .value(.reply(let reply)) where reply.number == number:
          guard case .control(_, let answer) = reply.outcome else { return ControlReply() }
          return answer
        case .value(.error(let error)) where error.number == number || error.number == nil:
          throw CommandFailure("\(error.message); \(error.hint)")
        case .value, .interrupted: continue
        case .timeout: throw CommandFailure("\(connection.path): the daemon does not answer")
        case .ended: throw CommandFailure("\(connection.path): the daemon closed the connection")
        }
      }
    } catch let error as ConnectionError { throw CommandFailure("\(error)") }
  }

  /// Says which calibrations the daemon uses and could not write. Without an answer nothing is known of it.
  func complainOfUnkeptCalibrations() {
    var names: [String] = []
    // A memory card can take a second.
    for _ in 0..<20 {
      guard let list = try? perform(.calibration(.list)) else { return }
      let unkept = (list["profiles"]?.array ?? []).filter { $0["kept"]?.bool == false }
      names = unkept.compactMap { $0["profile"]?.string }
      if names.isEmpty { return }
      poll(nil, 0, 100)  // a signal ends it at once
    }
    let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
    complain(
      "not kept, and lost when the daemon ends: \(list); qiblactl doctor says why, or its log: journalctl -u qiblad"
    )
  }

  private static func reason(_ error: ConnectionError, _ socket: String?) -> String {
    guard case .noDaemon(let attempts) = error else { return "\(error)" }
    if let refused = attempts.first(where: { $0.reason.isNoRight }) {
      return
        "\(refused.path): this user may not control the daemon; run this as its user, or as a member "
        + "of the group that [control] group names (qibla, where there is one)"
    }
    do throws(ConnectionError) {
      let stream = try Connection(socketDirectory: socket)
      return "\(stream.path): this daemon has no control socket; set [control] enabled = true in "
        + "qiblad.toml and start it again"
    } catch { return "\(error)" }
  }
}

extension ConnectionError.Attempt.Reason {
  /// Whether the system denied access.
  fileprivate var isNoRight: Bool { self == .system(errno: EACCES) }
}

/// Sends one command and prints what the daemon answered, in words or as its JSON.
func control(
  _ request: ControlRequest, _ options: ControlOptions, words: (ControlReply) -> String
) throws {
  try qiblactl.run {
    let connection = try ControlConnection(options.socket.directory)
    let reply = try connection.perform(request)
    var output = StandardOutput()
    if options.json {
      var writer = JSONWriter()
      writer.value(.object(reply.members))
      writer.newline()
      try output.write(writer.bytes)
    } else {
      try output.write(Array((words(reply) + "\n").utf8))
    }
    try output.flush()
    if request.changesCalibration { connection.complainOfUnkeptCalibrations() }
  }
}

extension ControlRequest {
  /// Whether the daemon writes a calibration for it.
  fileprivate var changesCalibration: Bool {
    switch self {
    case .calibrate(.accept), .calibrate(.rollback), .calibration(.importing), .calibration(.lock),
      .calibration(.unlock):
      true
    default: false
    }
  }
}

extension ControlReply {
  /// `33.8688° S, 151.2093° E`; `nil` where the reply has no place.
  var place: String? {
    guard let latitude = self["latitude_deg"]?.number,
      let longitude = self["longitude_deg"]?.number
    else { return nil }
    do { return try Coordinates(latitude: latitude, longitude: longitude).text } catch {
      return nil  // of a foreign daemon
    }
  }
}
