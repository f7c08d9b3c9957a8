import Quantities
import QiblaClient
import Wire

/// The messages of one topic of a running daemon over a length of time.
///
/// - Parameters:
///   - seconds: from the first message to the last, on the daemon's clock.
///   - silence: what it means where nothing comes for 3 s.
///   - pick: the part that is wanted of a message, with its time; `nil` for messages of other topics.
/// - Throws: `CommandFailure` without a daemon, or where nothing comes.
func messages<Part>(
  of topic: Topic, _ options: WatchOptions = WatchOptions(), for seconds: Double,
  socketDirectory: String?, silence: String,
  pick: (Message) -> (time: Timestamp, part: Part)?
) throws -> [Part] {
  do {
    let connection = try Connection(socketDirectory: socketDirectory)
    try connection.send(.watch([topic: options]))
    var (parts, first) = ([Part](), Timestamp?.none)
    while true {
      switch try connection.nextUnderstood(timeout: .seconds(3)) {
      case .value(.error(let error)): throw CommandFailure("\(error.message); \(error.hint)")
      case .value(let message):
        guard let (time, part) = pick(message) else { continue }
        parts.append(part)
        first = first ?? time
        if let first, time.seconds(since: first) >= seconds { return parts }
      case .interrupted: continue
      case .timeout: throw CommandFailure("\(connection.path): \(silence)")
      case .ended: throw CommandFailure("\(connection.path): the daemon closed the connection")
      }
    }
  } catch let error as ConnectionError { throw CommandFailure("\(error)") }
}
