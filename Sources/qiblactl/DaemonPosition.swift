import Quantities
import QiblaClient
import Wire

/// What the running daemon says of where it is and where its pointer leads.
struct DaemonPosition {
  let position: Position
  /// Where it has it from.
  let status: StateMessage.Position.Status
  /// `nil` where it has no way to its target yet.
  let target: Coordinates?

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
    guard case .qibla(let qibla) = try Self.get(.qibla, of: connection) else {
      target = nil
      return
    }
    target = qibla.target.coordinates
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
