import QiblaClient
import Wire

extension Connection {
  /// How long to wait for the daemon's answer.
  private static let timeout = Duration.seconds(5)

  /// The topic's newest message; `nil` if there is none yet, or the daemon does not have the topic.
  ///
  /// - Throws: `CommandFailure`.
  func newest(_ topic: Topic) throws -> Message? {
    do {
      let number = try send(.get(topic))
      while true {
        switch try nextUnderstood(timeout: Self.timeout) {
        case .value(.reply(let reply)) where reply.number == number:
          guard case .message(let line) = reply.outcome else { return nil }
          return try Message(parsing: line)
        case .value(.error(let error)) where error.number == number: return nil
        case .value, .interrupted: continue
        case .timeout: throw CommandFailure("\(path): the daemon does not answer")
        case .ended: throw CommandFailure("\(path): the daemon closed the connection")
        }
      }
    } catch let error as ConnectionError {
      throw CommandFailure("\(error)")
    } catch let error as MessageError {
      throw CommandFailure("\(path): \(error)")
    }
  }
}
