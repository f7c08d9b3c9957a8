private import Synchronization
internal import Wire

/// An answer to a control request, on its way from any thread to the event loop.
struct ControlAnswer: Sendable {
  /// The client's number.
  var client: Int
  /// Counts control requests; an answer to another request than the one that waits is ignored.
  var request: UInt64
  var result: Result<ControlReply, RequestError>
}

/// Brings answers to the event loop while there is one.
final class ControlAnswers: Sendable {
  private let deliver = Mutex<(@Sendable (ControlAnswer) -> Void)?>(nil)

  /// - Parameter deliver: hands an answer to the event loop; does not wait.
  func connect(_ deliver: @escaping @Sendable (ControlAnswer) -> Void) {
    self.deliver.withLock { $0 = deliver }
  }

  /// Called by any thread.
  func put(_ answer: ControlAnswer) { deliver.withLock { $0?(answer) } }

  /// Answers are ignored from now on.
  func stop() { deliver.withLock { $0 = nil } }
}
