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
      switch try connection.nextUnderstood(timeout: glance) {
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

extension Connection {
  /// The next message; a line that this program cannot read, from a newer daemon, is passed over.
  fileprivate func nextUnderstood(timeout: Duration) throws -> Received<Message> {
    do { return try nextMessage(timeout: timeout) } catch .notUnderstood { return .interrupted }
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
    while !terminal.isInterrupted {
      guard try takeAll(connection, into: &frame) else { return terminal.leave() }
      let size = terminal.size
      let lines = frame.render(columns: size.columns, rows: size.rows, style: style, at: now())
      do { try terminal.draw(lines) } catch { return }  // the terminal went away: nothing to tell
    }
  }

  /// Waits for a message and takes those that have come with it: a slow terminal shows the newest,
  /// not a queue; but something is shown also where the daemon is faster than this. False where the
  /// daemon said goodbye.
  private func takeAll(_ connection: Connection, into frame: inout DialFrame) throws -> Bool {
    var patience = glance
    for _ in 0..<100 {
      switch try connection.nextUnderstood(timeout: patience) {
      case .value(.bye): return false
      case .value(let message): try frame.take(message)
      case .timeout, .interrupted: return true
      case .ended: throw CommandFailure("\(connection.path): the daemon closed the connection")
      }
      patience = .zero
    }
    return true
  }

  private func openTerminal() throws -> Terminal {
    do { return try Terminal() } catch { throw CommandFailure("\(error)") }
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
    case .error(let error): throw CommandFailure("\(error.message); \(error.hint)")
    case .reply, .resync, .bye, .unknown: break
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
