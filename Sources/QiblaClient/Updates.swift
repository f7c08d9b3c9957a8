private import Glibc
private import Synchronization
internal import Threads
public import Wire

/// What the daemon sends, as an asynchronous sequence that reconnects; it ends when its task is cancelled.
///
/// ```swift
/// for try await update in Updates([.reading: WatchOptions(rateHz: 10)]) {
///   if case .message(.reading(let reading), _) = update { show(reading) }
/// }
/// ```
///
/// Nothing is read ahead: a task that does not keep up gets the newest messages, and `skipped` tells how many it
/// missed.
public struct Updates: AsyncSequence, Sendable {
  private let topics: [Topic: WatchOptions]
  private let socketDirectory: String?

  /// - Parameters: as for `ReconnectingConnection`.
  public init(_ topics: [Topic: WatchOptions], socketDirectory: String? = nil) {
    (self.topics, self.socketDirectory) = (topics, socketDirectory)
  }

  public func makeAsyncIterator() -> Iterator { Iterator(topics, socketDirectory) }

  /// Reads on a thread of its own, which ends with the iterator.
  public struct Iterator: AsyncIteratorProtocol {
    private let reader: UpdateReader

    fileprivate init(_ topics: [Topic: WatchOptions], _ socketDirectory: String?) {
      reader = UpdateReader(topics, socketDirectory)
    }

    /// - Returns: `nil` once the task is cancelled.
    /// - Throws: a `ConnectionError` where another attempt cannot help: a daemon of another protocol.
    public mutating func next() async throws -> Update? { try await reader.next() }
  }
}

/// Lets a thread wait for the daemon, because a task must not block.
private final class UpdateReader: Sendable {
  typealias Answer = CheckedContinuation<Result<Update?, ConnectionError>, Never>

  /// How long the thread may need to see that its task was cancelled.
  private static let checkInterval = Duration.milliseconds(100)

  private let topics: [Topic: WatchOptions]
  private let socketDirectory: String?
  /// At most one question waits: an iterator is used by one task at a time.
  private let questions = BlockingQueue<Answer>(capacity: 1, whenFull: .dropNewest)
  private let state = Mutex((hasStarted: false, isCancelled: false))

  init(_ topics: [Topic: WatchOptions], _ socketDirectory: String?) {
    (self.topics, self.socketDirectory) = (topics, socketDirectory)
  }

  deinit { questions.close() }

  func next() async throws -> Update? {
    try start()
    let answer = await withTaskCancellationHandler {
      await withCheckedContinuation { answer in
        if !questions.put(answer) { answer.resume(returning: .success(nil)) }
      }
    } onCancel: {
      state.withLock { $0.isCancelled = true }
    }
    return try answer.get()
  }

  private func start() throws(ConnectionError) {
    let isFirst = state.withLock { state in
      defer { state.hasStarted = true }
      return !state.hasStarted
    }
    guard isFirst else { return }
    do throws(ThreadRefusal) {
      try DedicatedThread.start { [questions, topics, socketDirectory, weak self] in
        let connection = ReconnectingConnection(topics, socketDirectory: socketDirectory)
        while let answer = questions.take() {
          answer.resume(returning: Self.next(connection) { self?.isCancelled ?? true })
        }
      }
    } catch { throw .broken(call: "pthread_create", errno: error.errno) }
  }

  private var isCancelled: Bool { state.withLock { $0.isCancelled } }

  private static func next(
    _ connection: ReconnectingConnection, unless isCancelled: () -> Bool
  ) -> Result<Update?, ConnectionError> {
    do throws(ConnectionError) {
      while !isCancelled() {
        if case .value(let update) = try connection.next(timeout: checkInterval) {
          return .success(update)
        }
      }
      return .success(nil)
    } catch { return .failure(error) }
  }
}
