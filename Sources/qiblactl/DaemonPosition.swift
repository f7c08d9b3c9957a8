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

  /// How long the daemon may take to answer.
  private static let patience = Duration.seconds(5)

  /// - Throws: `CommandFailure` where there is no daemon, or it knows no position.
  init(socketDirectory: String?) throws {
    let connection: Connection
    do { connection = try Connection(socketDirectory: socketDirectory) } catch {
      throw CommandFailure("\(error); or give a place: qiblactl bearing LAT LON")
    }
    let answer = try Self.get(.position, of: connection)
    guard case .position(let message) = answer, let position = message.position else {
      throw CommandFailure(
        "\(connection.path): the daemon knows no position; give a place: qiblactl bearing LAT LON")
    }
    self.position = position
    status = message.status
    // The position comes when it changes, and the state every 5 s: its age is the newer one.
    if case .state(let state, _) = try Self.get(.state, of: connection) {
      ageSeconds = state.position.ageSeconds
    } else {
      ageSeconds = message.ageSeconds
    }
    guard case .qibla(let qibla) = try Self.get(.qibla, of: connection) else {
      (target, method) = (nil, nil)
      return
    }
    target = qibla.target.coordinates
    method = qibla.method
  }

  /// The topic's newest message, or `nil` where there is none yet.
  private static func get(_ topic: Topic, of connection: Connection) throws -> Message? {
    do {
      let number = try connection.send(.get(topic))
      while true {
        switch try connection.nextUnderstood(timeout: patience) {
        case .value(.reply(let reply)) where reply.number == number:
          guard case .message(let line) = reply.outcome else { return nil }
          return try Message(parsing: line)
        case .value(.error(let error)) where error.number == number: return nil
        case .value, .interrupted: continue
        case .timeout: throw CommandFailure("\(connection.path): the daemon does not answer")
        case .ended: throw CommandFailure("\(connection.path): the daemon closed the connection")
        }
      }
    } catch let error as ConnectionError {
      throw CommandFailure("\(error)")
    } catch let error as MessageError {
      throw CommandFailure("\(connection.path): \(error)")
    }
  }
}
