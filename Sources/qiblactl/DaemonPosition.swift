import Dial
import Quantities
import QiblaClient
import Wire

/// What the running daemon says of where it is and where its pointer leads.
struct DaemonPosition: CustomStringConvertible {
  let position: Position
  /// Where it has it from.
  let status: StateMessage.Position.Status
  /// s; `nil` where it was given by hand, or nobody knows.
  let ageSeconds: Double?
  /// `nil` where it has no way to its target yet.
  let target: Coordinates?
  /// By which bearing its pointer leads; `nil` without a way.
  let method: QiblaMessage.Method?

  /// `the daemon's position (last_known, 12 h ago)`.
  var description: String {
    let age = ageSeconds.map { ", \(durationText($0)) ago" } ?? ""
    return "the daemon's position (\(status.rawValue)\(age))"
  }

  /// - Throws: `CommandFailure` where there is no daemon, or it knows no position.
  init(socketDirectory: String?) throws {
    let connection: Connection
    do { connection = try Connection(socketDirectory: socketDirectory) } catch {
      throw CommandFailure("\(error); or give a place: qiblactl bearing LAT LON")
    }
    let answer = try connection.newest(.position)
    guard case .position(let message) = answer, let position = message.position else {
      throw CommandFailure(
        "\(connection.path): the daemon knows no position; give a place: qiblactl bearing LAT LON")
    }
    self.position = position
    status = message.status
    // The position comes when it changes, and the state every 5 s: its age is the newer one.
    if case .state(let state, _) = try connection.newest(.state) {
      ageSeconds = state.position.ageSeconds
    } else {
      ageSeconds = message.ageSeconds
    }
    guard case .qibla(let qibla) = try connection.newest(.qibla) else {
      (target, method) = (nil, nil)
      return
    }
    target = qibla.target.coordinates
    method = qibla.method
  }
}
