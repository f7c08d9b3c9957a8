import Glibc
import QiblaClient
import Threads
import Wire

/// The daemon's lines, from one daemon after the other: it waits for a daemon and connects again after a loss.
struct DaemonFeed {
  /// What a view gets.
  enum Item {
    /// A connection was opened; its `hello` follows.
    case connected(path: String)
    /// A line of the daemon, with its LF.
    case line([UInt8])
    /// There is no daemon, or it was lost; said once for each reason.
    case waiting(reason: String)
    /// Nothing came in time, or a signal did.
    case nothing
    /// The recording is over, or the connection ended that may not be replaced.
    case ended(Bye?)
  }

  private let socket: String?
  private let request: Request
  private let reconnects: Bool
  private var connection: Connection?
  private var bye: Bye?
  private var reason: String?
  private var retry = ContinuousClock.now
  private var delay = RetryDelay(first: 250_000, longest: 2_000_000)
  /// When a daemon that has sent no line yet counts as one that does not answer.
  private var answerDue: ContinuousClock.Instant?

  /// - Parameters:
  ///   - socket: the value of `--socket-dir`.
  ///   - topics: what to watch.
  ///   - reconnects: false: a missing or a lost daemon is an error.
  init(socket: String?, topics: [Topic: WatchOptions], reconnects: Bool) {
    (self.socket, self.reconnects) = (socket, reconnects)
    request = .watch(topics)
  }

  /// Waits for the next item.
  ///
  /// - Throws: `CommandFailure` where there is no daemon and the feed may not wait for one.
  mutating func next(timeout: Duration) throws -> Item {
    guard let connection else { return try connect(timeout) }
    let received: Received<[UInt8]>
    do throws(ConnectionError) { received = try connection.nextLine(timeout: timeout) } catch {
      return try lost("\(connection.path): \(error)")
    }
    switch received {
    case .value(let line):
      return try take(line, of: connection)
    case .timeout, .interrupted:
      // Where it may wait for a daemon, it waits for this one.
      guard !reconnects, let answerDue, answerDue <= .now else { return .nothing }
      return try lost("\(connection.path): the daemon does not answer")
    case .ended: return try end(of: connection)
    }
  }

  private mutating func take(_ line: [UInt8], of connection: Connection) throws(CommandFailure)
    -> Item
  {
    answerDue = nil
    if line.starts(with: #"{"type":"bye""#.utf8) {
      if case .bye(let bye) = understood(line) { self.bye = bye }
    } else if line.starts(with: #"{"type":"error""#.utf8) {
      guard case .error(let error) = understood(line) else { return .line(line) }
      // Neither is an answer to the request: another connection may get one.
      if error.code == .busy || error.code == .shuttingDown {
        return try lost("\(connection.path): \(error.message)")
      }
    } else if line.starts(with: #"{"type":"hello""#.utf8) {
      try check(hello: line, of: connection)
    } else {
      delay.succeeded()
    }
    return .line(line)
  }

  /// - Throws: `CommandFailure` for a daemon of another protocol, where reconnecting too: its messages may mean
  ///   something else.
  private func check(hello line: [UInt8], of connection: Connection) throws(CommandFailure) {
    do throws(MessageError) { _ = try Message(parsing: line) } catch {
      if case .otherProtocol = error { throw CommandFailure("\(connection.path): \(error)") }
    }
  }

  private mutating func end(of connection: Connection) throws(CommandFailure) -> Item {
    guard let bye else { return try lost("\(connection.path): the daemon closed the connection") }
    // The end of a recording is the end of what was asked for. A daemon that stops may be started again.
    guard reconnects, bye.reason != "replay_ended" else { return .ended(bye) }
    let words = String(bye.reason.map { $0 == "_" ? " " : $0 })
    return try lost("\(connection.path): qiblad ended the connection: \(words)")
  }

  private mutating func lost(_ reason: String) throws(CommandFailure) -> Item {
    guard reconnects else { throw CommandFailure(reason) }
    (connection, bye) = (nil, nil)
    self.reason = reason
    // From the first loss on: a daemon that refuses each connection must not be asked without a pause.
    retry = .now + .microseconds(delay.failed())
    return .waiting(reason: reason)
  }

  private mutating func connect(_ timeout: Duration) throws(CommandFailure) -> Item {
    let left = retry - .now
    if left > .zero {
      let wait = min(left, timeout)
      poll(nil, 0, Int32((wait / .milliseconds(1)).rounded(.up)))  // a signal ends it at once
      return .nothing
    }
    do throws(ConnectionError) {
      let connection = try Connection(socketDirectory: socket)
      try connection.send(request)
      self.connection = connection
      (bye, reason) = (nil, nil)
      answerDue = ContinuousClock.now + Connection.greetingTimeout
      return .connected(path: connection.path)
    } catch {
      let reason = "\(error)"
      guard reconnects else { throw CommandFailure(reason) }
      retry = .now + .microseconds(delay.failed())
      // After a loss, that there is no daemon is no news.
      guard self.reason == nil else { return .nothing }
      self.reason = reason
      return .waiting(reason: reason)
    }
  }
}

extension DaemonFeed {
  /// Writes what happens to the connection to standard error, for a view without a screen.
  static func say(_ item: Item, hasWaited: inout Bool) {
    switch item {
    case .waiting(let reason):
      hasWaited = true
      complain("\(reason); waiting for a daemon")
    case .connected(let path):
      if hasWaited { complain("connected to \(path)") }
      hasWaited = false
    case .line, .nothing, .ended: return
    }
  }
}
