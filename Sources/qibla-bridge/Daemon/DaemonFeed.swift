import QiblaClient
import Threads
import Wire

/// What a bridge learns from the daemon.
enum DaemonEvent {
  /// The daemon serves this client; everything that an earlier run has sent is out of date.
  case connected(Hello)
  /// A message of a topic.
  case message(Message)
  /// The daemon does not answer any more.
  case lost
}

/// A connection to the daemon that is made again after each loss, with a growing pause.
///
/// It never waits: `next` returns what has arrived, and the caller polls `descriptor` until
/// `nextAttempt`.
struct DaemonFeed {
  /// How far a connection has come.
  private enum Stage {
    /// `hello` has not come.
    case silent
    /// `hello` has come; a daemon that has too many clients refuses this one after it.
    case greeted(Hello, isRefused: Bool)
    /// A reply or a message of a topic has come.
    case served
  }

  private let socketDirectory: String?
  private let topics: [Topic: WatchOptions]
  /// A daemon that sends nothing for so long hangs.
  private let silenceLimit: Duration
  private var connection: Connection?
  private var stage = Stage.silent
  /// The message by which the daemon showed that it serves this client; it follows `connected`.
  private var firstMessage: Message?
  private var lastLine = ContinuousClock.now
  private var delay = RetryDelay(first: 100_000, longest: 5_000_000)
  private var log = ConditionLog()
  /// When to connect again; `nil` while there is a connection.
  private(set) var nextAttempt: ContinuousClock.Instant? = .now

  /// - Parameters:
  ///   - socketDirectory: the value of `--socket-dir`.
  ///   - topics: what to watch; with readings, which a daemon sends also without a sensor.
  init(socketDirectory: String?, topics: [Topic: WatchOptions]) {
    self.socketDirectory = socketDirectory
    self.topics = topics
    silenceLimit = max(.seconds(10), .seconds(3 / (topics[.reading]?.rateHz ?? Limits.rateHz)))
  }

  /// The descriptor on which the daemon's lines arrive; `nil` without a connection.
  var descriptor: Int32? { connection?.fileDescriptor }

  /// The next event that is there; `nil` if there is none now.
  mutating func next() -> DaemonEvent? {
    if let message = firstMessage {
      firstMessage = nil
      return .message(message)
    }
    if connection == nil, let due = nextAttempt, due <= .now { connect() }
    while let current = connection {
      do throws(ConnectionError) {
        switch try current.nextMessage(timeout: .zero) {
        case .value(let message):
          lastLine = .now
          if let event = event(of: message) { return event }
        case .timeout, .interrupted:
          guard .now - lastLine > silenceLimit else { return nil }
          return loss("the daemon sends nothing; connecting again")
        case .ended: return loss("the daemon closed the connection; waiting for it")
        }
      } catch {
        // A line of a newer daemon is skipped; without its `hello` nothing can be trusted.
        if case .notUnderstood = error, hasHello { continue }
        return loss("\(error)")
      }
    }
    return nil
  }

  private var hasHello: Bool {
    if case .silent = stage { false } else { true }
  }

  private mutating func event(of message: Message) -> DaemonEvent? {
    switch message {
    case .hello(let hello):
      if !hasHello { stage = .greeted(hello, isRefused: false) }
      return nil
    case .error(let error):
      if case .greeted(let hello, _) = stage { stage = .greeted(hello, isRefused: true) }
      log.say("the daemon refuses: \(error.message); \(error.hint)")
      return nil
    case .reply: return firstService()
    case .bye, .unknown: return nil
    default:
      guard hasHello else { return nil }
      guard let connected = firstService() else { return .message(message) }
      firstMessage = message
      return connected
    }
  }

  /// Records that the daemon serves this client: the next pause is the first again. After `hello` alone it is not, as a
  /// full daemon sends that too.
  ///
  /// - Returns: `connected`; `nil` where the connection was served before.
  private mutating func firstService() -> DaemonEvent? {
    guard case .greeted(let hello, _) = stage else { return nil }
    stage = .served
    delay.succeeded()
    let kind =
      hello.replay ? ", which replays a recording" : hello.simulated ? ", which simulates" : ""
    log.say("connected to qiblad \(hello.version)\(kind)")
    return .connected(hello)
  }

  private mutating func connect() {
    do throws(ConnectionError) {
      let connection = try Connection(socketDirectory: socketDirectory)
      try connection.send(.watch(topics))
      self.connection = connection
      stage = .silent
      lastLine = .now
      nextAttempt = nil
    } catch {
      log.say("\(error); waiting for it")
      pause()
    }
  }

  private mutating func loss(_ reason: String) -> DaemonEvent? {
    defer { stage = .silent }
    connection = nil
    pause()
    // The refusal says more than the end of the connection after it, and is printed once, not at each attempt.
    if case .greeted(_, isRefused: true) = stage { return nil }
    log.say(reason)
    if case .served = stage { return .lost }
    return nil
  }

  private mutating func pause() { nextAttempt = .now + .microseconds(delay.failed()) }
}
