private import Glibc
public import Wire

/// A connection to the daemon's stream that is made again whenever it ends. Use it from one thread at a time;
/// `Updates` is the same for tasks.
///
/// ```swift
/// let compass = ReconnectingConnection([.reading: WatchOptions(rateHz: 10), .event: WatchOptions()])
/// while case .value(let update) = try compass.next() { show(update) }
/// ```
public final class ReconnectingConnection {
  /// How long a daemon may take for its `hello`.
  private static let helloTimeout = Duration.seconds(5)

  private let topics: [Topic: WatchOptions]
  private let socketDirectory: String?
  private var connection: Connection?
  /// The run of the last `hello`.
  private var runID: String?
  private var pause = ReconnectPause()
  private var nextAttempt = ContinuousClock.now
  private var generator = SystemRandomNumberGenerator()

  /// Connects nowhere yet; `next` does.
  ///
  /// - Parameters:
  ///   - topics: asked for after each `hello`.
  ///   - socketDirectory: the value of `--socket-dir`; then it is the only directory.
  public init(_ topics: [Topic: WatchOptions], socketDirectory: String? = nil) {
    (self.topics, self.socketDirectory) = (topics, socketDirectory)
  }

  /// Sends a request; its reply or error comes as a message.
  ///
  /// - Returns: the `id` of the reply; `nil` while there is no connection.
  public func send(_ request: Request) throws(ConnectionError) -> Int? {
    try connection?.send(request)
  }

  /// What happens next.
  ///
  /// - Parameter timeout: how long to wait; `nil`: for ever; `.zero`: not at all.
  /// - Returns: never `ended`.
  /// - Throws: where another attempt cannot help: a daemon of another protocol.
  public func next(timeout: Duration? = nil) throws(ConnectionError) -> Received<Update> {
    let deadline = timeout.map { ContinuousClock.now + $0 }
    while true {
      guard let connection else {
        guard sleep(until: deadline) else { return .interrupted }
        if let deadline, deadline < nextAttempt { return .timeout }
        return .value(try connect())
      }
      do throws(ConnectionError) {
        switch try connection.nextLine(timeout: deadline.map { max($0 - .now, .zero) }) {
        case .value(let line): return .value(update(line))
        case .timeout: return .timeout
        case .interrupted: return .interrupted
        case .ended: return .value(disconnect(nil))
        }
      } catch {
        return .value(disconnect(error))
      }
    }
  }

  private func update(_ line: [UInt8]) -> Update {
    do throws(MessageError) {
      let message = try Message(parsing: line)
      if message.isOfATopic { pause.reset() }
      return .message(message, skipped: Update.skipped(of: line))
    } catch {
      if case .notJSON = error { return disconnect(.notUnderstood(error)) }
      return .notUnderstood(error)
    }
  }

  private func connect() throws(ConnectionError) -> Update {
    do throws(ConnectionError) {
      let new = try Connection(socketDirectory: socketDirectory)
      guard let hello = try new.hello(within: Self.helloTimeout) else {
        return disconnect(.noHello)
      }
      try new.send(.watch(topics))
      connection = new
      defer { runID = hello.runID }
      return .connected(hello, isNewRun: runID != nil && runID != hello.runID)
    } catch {
      if case .notUnderstood(.otherProtocol) = error { throw error }
      return disconnect(error)
    }
  }

  private func disconnect(_ reason: ConnectionError?) -> Update {
    connection = nil
    let pause = pause.next(using: &generator)
    nextAttempt = .now + pause
    return .disconnected(reason, pause: pause)
  }

  /// Sleeps until the next attempt, or until `deadline` where that is earlier; false where a signal ended it.
  private func sleep(until deadline: ContinuousClock.Instant?) -> Bool {
    let end = min(nextAttempt, deadline ?? nextAttempt)
    while case let left = end - .now, left > .zero {
      let milliseconds = Int32(min((left / .milliseconds(1)).rounded(.up), 10_000))
      if poll(nil, 0, milliseconds) < 0 { return false }
    }
    return true
  }
}

extension Connection {
  /// The first message, where it is a `hello` and comes in time.
  fileprivate func hello(within timeout: Duration) throws(ConnectionError) -> Hello? {
    let deadline = ContinuousClock.now + timeout
    while true {
      switch try nextMessage(timeout: max(deadline - .now, .zero)) {
      case .value(.hello(let hello)): return hello
      case .interrupted: continue
      case .value, .timeout, .ended: return nil
      }
    }
  }
}

extension Message {
  /// Whether it is of a topic, and so shows that the daemon serves this client.
  fileprivate var isOfATopic: Bool {
    switch self {
    case .reading, .state, .event, .qibla, .position, .calibration, .field, .raw, .devices, .stats:
      true
    case .hello, .reply, .error, .resync, .bye, .unknown: false
    }
  }
}
