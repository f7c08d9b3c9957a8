import Dial
import Quantities
import QiblaClient
import Wire

/// The running daemon's position, and the target of its pointer.
struct DaemonPosition: CustomStringConvertible {
  let position: Position
  /// Where the position comes from.
  let status: StateMessage.Position.Status
  /// Seconds since the fix; `nil` for a position set by hand, or if it is not known.
  let ageSeconds: Double?
  /// `nil` while the daemon has no bearing yet.
  let target: QiblaMessage.Target?
  /// The method of the pointer's bearing; `nil` without a bearing.
  let method: QiblaMessage.Method?

  /// `the daemon's position (last known, 12 h ago)`.
  var description: String {
    let age = ageSeconds.map { ", \(durationText($0)) ago" } ?? ""
    return "the daemon's position (\(status == .lastKnown ? "last known" : status.rawValue)\(age))"
  }

  /// - Parameter command: the command of `qiblactl` that takes a place, for the advice of the error.
  /// - Throws: `CommandFailure` if no daemon runs, or it has no position.
  init(socketDirectory: String?, for command: String) throws {
    let connection: Connection
    do { connection = try Connection(socketDirectory: socketDirectory) } catch {
      throw CommandFailure("\(error); or give a place: qiblactl \(command) LAT LON")
    }
    let answer = try connection.newest(.position)
    guard case .position(let message) = answer, let position = message.position else {
      throw CommandFailure(
        "\(connection.path): the daemon has no position; give a place: qiblactl \(command) LAT LON")
    }
    self.position = position
    status = message.status
    // The position is sent on change, the state every 5 s: the age in the state is more recent.
    if case .state(let state, _) = try connection.newest(.state) {
      ageSeconds = state.position.ageSeconds
    } else {
      ageSeconds = message.ageSeconds
    }
    guard case .qibla(let qibla) = try connection.newest(.qibla) else {
      (target, method) = (nil, nil)
      return
    }
    target = qibla.target
    method = qibla.method
  }
}
