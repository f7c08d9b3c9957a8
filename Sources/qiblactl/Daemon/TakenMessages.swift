import QiblaClient
import Wire

/// Passes on the messages of a running daemon until they are enough.
///
/// - Parameters:
///   - silence: what it means where nothing comes for 3 s.
///   - isEnough: takes a message, and says whether it was the last one that is wanted.
/// - Throws: `CommandFailure` without a daemon, or where nothing comes.
func takeMessages(
  of topics: [Topic: WatchOptions], socketDirectory: String?, silence: String,
  until isEnough: (Message) -> Bool
) throws {
  do {
    let connection = try Connection(socketDirectory: socketDirectory)
    try connection.send(.watch(topics))
    while true {
      switch try connection.nextUnderstood(timeout: .seconds(3)) {
      case .value(.error(let error)): throw CommandFailure("\(error.message); \(error.hint)")
      case .value(let message): if isEnough(message) { return }
      case .interrupted: continue
      case .timeout: throw CommandFailure("\(connection.path): \(silence)")
      case .ended: throw CommandFailure("\(connection.path): the daemon closed the connection")
      }
    }
  } catch let error as ConnectionError { throw CommandFailure("\(error)") }
}
