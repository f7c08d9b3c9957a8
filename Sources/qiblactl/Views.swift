import Dial
import Glibc
import QiblaClient
import Synchronization
import Wire

/// How long a view waits for a line before it looks around, so that a silence is seen.
private let glance = Duration.milliseconds(200)

/// A variable of the environment.
func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

/// What the dial and the plain lines need to know of the terminal.
private var style: Style {
  var variables: [String: String] = [:]
  for name in ["NO_COLOR", "TERM", "COLORTERM", "LC_ALL", "LC_CTYPE", "LANG"] {
    variables[name] = environment(name)
  }
  return Style(environment: variables)
}

/// Seconds on a clock that only runs forwards.
private func now() -> Double {
  let elapsed = ContinuousClock.now - start
  return Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18
}

private let start = ContinuousClock.now

/// The daemon's lines as they come.
struct JSONView {
  func show(_ connection: Connection) throws {
    EndSignal.install()
    var output = StandardOutput()
    var hasSaidGoodbye = false
    while !EndSignal.came {
      switch try connection.nextLine(timeout: glance) {
      case .value(let line):
        if line.starts(with: #"{"type":"reply""#.utf8) { continue }  // to a request of ours
        hasSaidGoodbye = line.starts(with: #"{"type":"bye""#.utf8)
        try output.write(line)
        try output.flush(unless: { EndSignal.came })
      case .timeout, .interrupted: continue
      case .ended:
        if hasSaidGoodbye { return }
        throw CommandFailure("\(connection.path): the daemon closed the connection")
      }
    }
  }
}

/// One plain line now and then, for a pipe, a log or a screen reader.
struct LinesView {
  func show(_ connection: Connection) throws {
    EndSignal.install()
    var output = StandardOutput()
    var lines = PlainLines(intervalSeconds: 0, style: style)
    var hasSaidGoodbye = false
    while !EndSignal.came {
      switch try connection.nextMessage(timeout: glance) {
      case .value(let message):
        if case .bye = message { hasSaidGoodbye = true }
        try print(lines.line(for: message), &output)
      case .timeout: try print(lines.tick(at: now()), &output)
      case .interrupted: continue
      case .ended:
        if hasSaidGoodbye { return }
        throw CommandFailure("\(connection.path): the daemon closed the connection")
      }
    }
  }

  private func print(_ line: String?, _ output: inout StandardOutput) throws {
    guard let line else { return }
    try output.write(Array(line.utf8) + [UInt8(ascii: "\n")])
    try output.flush(unless: { EndSignal.came })
  }
}

extension PlainLines {
  /// The line that a message is worth, or `nil`.
  fileprivate mutating func line(for message: Message) throws -> String? {
    switch message {
    case .hello(let hello): return update(hello)
    case .reading(let reading): return update(reading, at: now())
    case .event(let event): return update(event)
    case .bye(let bye): return update(bye)
    case .qibla(let qibla):
      update(qibla)
      return nil
    case .error(let error): throw CommandFailure("\(error.message); \(error.hint)")
    case .state, .reply, .resync, .unknown: return nil
    }
  }
}

/// The live dial.
struct DialView {
  let rateHz: Double

  func show(_ connection: Connection) throws {
    var frame = DialFrame(rateHz: rateHz)
    let style = style
    let terminal = try openTerminal()
    defer { terminal.leave() }
    var hasSaidGoodbye = false
    while !terminal.isInterrupted {
      let received = try connection.nextMessage(timeout: glance)
      switch received {
      case .value(let message):
        if case .bye = message { hasSaidGoodbye = true }
        try frame.take(message)
      case .timeout, .interrupted: break
      case .ended:
        terminal.leave()
        guard hasSaidGoodbye else {
          throw CommandFailure("\(connection.path): the daemon closed the connection")
        }
        return
      }
      // Draw once what has come meanwhile is in: a slow terminal shows the newest, not a queue.
      if case .value = received, hasMore(connection) { continue }
      let size = terminal.size
      let lines = frame.render(columns: size.columns, rows: size.rows, style: style, at: now())
      do { try terminal.draw(lines) } catch { return }  // the terminal went away: nothing to tell
    }
  }

  private func openTerminal() throws -> Terminal {
    do { return try Terminal() } catch { throw CommandFailure("\(error)") }
  }

  private func hasMore(_ connection: Connection) -> Bool {
    var descriptor = pollfd(fd: connection.fileDescriptor, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, 0) > 0
  }
}

extension DialFrame {
  fileprivate mutating func take(_ message: Message) throws {
    switch message {
    case .hello(let hello): update(hello)
    case .reading(let reading): update(reading, at: now())
    case .event(let event): update(event, at: now())
    case .qibla(let qibla): update(qibla)
    case .state(let state, _): update(state)
    case .bye(let bye): update(bye)
    case .error(let error): throw CommandFailure("\(error.message); \(error.hint)")
    case .reply, .resync, .unknown: break
    }
  }
}

/// Ctrl-C and a polite request to end: a live view that is ended has done its work.
private enum EndSignal {
  private static let flag = Atomic(false)

  static var came: Bool { flag.load(ordering: .relaxed) }

  static func install() {
    for number in [SIGINT, SIGTERM, SIGHUP] {
      signal(number) { _ in EndSignal.flag.store(true, ordering: .relaxed) }
    }
  }
}
