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

  private enum State {
    /// There is no connection; the next attempt begins at `until`.
    case waiting(until: ContinuousClock.Instant)
    /// The daemon has not sent its `hello`, which must come until `until`.
    case greeting(Connection, until: ContinuousClock.Instant)
    /// The topics were asked for.
    case connected(Connection)
  }

  private let topics: [Topic: WatchOptions]
  private let socketDirectory: String?
  private var state = State.waiting(until: .now)
  /// The run of the last `hello`.
  private var runID: String?
  private var pause = ReconnectPause()
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
    guard case .connected(let connection) = state else { return nil }
    return try connection.send(request)
  }

  /// What happens next.
  ///
  /// - Parameter timeout: how long to wait, also for a daemon that says nothing; `nil`: for ever; `.zero`: not at all.
  /// - Returns: never `ended`.
  /// - Throws: where another attempt cannot help: a daemon of another protocol.
  public func next(timeout: Duration? = nil) throws(ConnectionError) -> Received<Update> {
    let deadline = timeout.map { ContinuousClock.now + $0 }
    while true {
      switch state {
      case .waiting(let until):
        guard sleep(until: min(until, deadline ?? until)) else { return .interrupted }
        if let deadline, deadline < until { return .timeout }
        if let failure = connect() { return .value(failure) }
      case .greeting(let connection, let until):
        return try greeting(of: connection, until: until, deadline: deadline)
      case .connected(let connection): return next(from: connection, until: deadline)
      }
    }
  }

  /// Connects; the update where no daemon answers, `nil` where its `hello` is to follow.
  private func connect() -> Update? {
    do throws(ConnectionError) {
      let connection = try Connection(socketDirectory: socketDirectory)
      state = .greeting(connection, until: .now + Self.helloTimeout)
      return nil
    } catch { return disconnect(error) }
  }

  /// Waits for the `hello` until `deadline`, or until `limit` where that is earlier.
  private func greeting(
    of connection: Connection, until limit: ContinuousClock.Instant,
    deadline: ContinuousClock.Instant?
  ) throws(ConnectionError) -> Received<Update> {
    do throws(ConnectionError) {
      let end = min(limit, deadline ?? limit)
      switch try connection.nextMessage(timeout: remaining(until: end)) {
      case .value(.hello(let hello)): return .value(try begin(connection, hello))
      case .timeout where ContinuousClock.now < limit: return .timeout
      case .interrupted: return .interrupted
      case .value, .timeout, .ended: return .value(disconnect(.noHello))
      }
    } catch {
      guard case .notUnderstood(.otherProtocol) = error else { return .value(disconnect(error)) }
      state = .waiting(until: .now)
      throw error
    }
  }

  private func begin(
    _ connection: Connection, _ hello: Hello
  ) throws(ConnectionError) -> Update {
    try connection.send(.watch(topics))
    state = .connected(connection)
    defer { runID = hello.runID }
    return .connected(hello, isNewRun: runID != nil && runID != hello.runID)
  }

  private func next(
    from connection: Connection, until deadline: ContinuousClock.Instant?
  ) -> Received<Update> {
    do throws(ConnectionError) {
      switch try connection.nextLine(timeout: deadline.map(remaining(until:))) {
      case .value(let line): return .value(update(line))
      case .timeout: return .timeout
      case .interrupted: return .interrupted
      case .ended: return .value(disconnect(nil))
      }
    } catch {
      return .value(disconnect(error))
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

  private func disconnect(_ reason: ConnectionError?) -> Update {
    let pause = pause.next(using: &generator)
    state = .waiting(until: .now + pause)
    return .disconnected(reason, pause: pause)
  }

  /// Sleeps until `end`; false where a signal ended it.
  private func sleep(until end: ContinuousClock.Instant) -> Bool {
    while case let left = remaining(until: end), left > .zero {
      let milliseconds = Int32(min((left / .milliseconds(1)).rounded(.up), 10_000))
      if poll(nil, 0, milliseconds) < 0 { return false }
    }
    return true
  }
}

/// The time until an instant; zero after it.
private func remaining(until end: ContinuousClock.Instant) -> Duration { max(end - .now, .zero) }

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
