import QiblaClient
import Threads
import Wire

/// What a bridge learns from the daemon.
enum DaemonEvent {
  /// The daemon answers; everything that an earlier run has sent is out of date.
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
  private let socketDirectory: String?
  private let topics: [Topic: WatchOptions]
  /// A daemon that sends nothing for so long hangs.
  private let silenceLimit: Duration
  private var connection: Connection?
  private var isGreeted = false
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
        if case .notUnderstood = error, isGreeted { continue }
        return loss("\(error)")
      }
    }
    return nil
  }

  private mutating func event(of message: Message) -> DaemonEvent? {
    switch message {
    case .hello(let hello):
      isGreeted = true
      delay.succeeded()
      let kind =
        hello.replay ? ", which replays a recording" : hello.simulated ? ", which simulates" : ""
      log.say("connected to qiblad \(hello.version)\(kind)")
      return .connected(hello)
    case .error(let error):
      log.say("the daemon refuses: \(error.message); \(error.hint)")
      return nil
    case .reply, .bye, .unknown: return nil
    default: return isGreeted ? .message(message) : nil
    }
  }

  private mutating func connect() {
    do throws(ConnectionError) {
      let connection = try Connection(socketDirectory: socketDirectory)
      try connection.send(.watch(topics))
      self.connection = connection
      isGreeted = false
      lastLine = .now
      nextAttempt = nil
    } catch {
      log.say("\(error); waiting for it")
      pause()
    }
  }

  private mutating func loss(_ reason: String) -> DaemonEvent? {
    let wasGreeted = isGreeted
    connection = nil
    isGreeted = false
    log.say(reason)
    pause()
    return wasGreeted ? .lost : nil
  }

  private mutating func pause() { nextAttempt = .now + .microseconds(delay.failed()) }
}
