import Publisher
import Synchronization
import Wire

/// A control handler that a test answers for: it keeps each request until then.
final class Commands: ControlHandler {
  /// A request that the publisher has handed over.
  struct Command: Sendable {
    var request: ControlRequest
    var peer: PeerCredentials
    var answer: @Sendable (Result<ControlReply, RequestError>) -> Void
  }

  private let waiting = Mutex<[Command]>([])

  func perform(
    _ request: ControlRequest, by peer: PeerCredentials,
    answer: @escaping @Sendable (Result<ControlReply, RequestError>) -> Void
  ) {
    waiting.withLock { $0.append(Command(request: request, peer: peer, answer: answer)) }
  }

  /// How many requests wait for an answer.
  var count: Int { waiting.withLock { $0.count } }

  /// The oldest request, once there is one.
  func next() async throws -> Command? {
    for _ in 0..<4000 {
      if let command = waiting.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { return command }
      try await Task.sleep(for: .milliseconds(5))
    }
    return nil
  }
}
