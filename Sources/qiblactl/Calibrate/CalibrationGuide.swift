import Dial
import Glibc
import JSON
import QiblaClient
import Wire

/// Guides a user through a calibration by the daemon, from the start to its use.
struct CalibrationGuide {
  /// How the progress is shown.
  enum View: Equatable {
    /// The full screen of a terminal.
    case screen
    /// A line of text for each change.
    case lines
    /// The daemon's own lines.
    case json
  }

  /// How the collection ended.
  private enum End: Equatable {
    /// Good enough to be used.
    case candidate(CalibrationMessage)
    /// In use: the daemon took it by itself.
    case used(CalibrationMessage)
    case rejected(CalibrationMessage)
    /// The user wants to stop.
    case interrupted
  }

  private let control: ControlConnection
  private let profile: String?
  private let flow: ControlRequest.Flow

  /// Starts the collection.
  ///
  /// - Throws: `CommandFailure`, with the daemon's words where it refused.
  init(_ socket: String?, profile: String?, flow: ControlRequest.Flow) throws {
    control = try ControlConnection(socket)
    (self.profile, self.flow) = (profile, flow)
    _ = try control.perform(.calibrate(.start(profile: profile, flow: flow)))
  }

  /// Shows the progress until the collection ends, and lets the user decide.
  ///
  /// - Parameter accepts: whether a candidate is used without a question.
  func run(view: View, accepts: Bool) throws {
    switch try collect(view) {
    case .candidate(let message): try decide(message, view, accepts: accepts)
    case .used(let message): say("in use: \(words(message))", view)
    case .rejected(let message):
      throw CommandFailure(
        "no calibration was found: \(message.reasons.joined(separator: " "))")
    case .interrupted:
      _ = try control.perform(.calibrate(.cancel))
      say("cancelled; what was in use before is in use", view)
    }
  }

  private func decide(_ message: CalibrationMessage, _ view: View, accepts: Bool) throws {
    say(words(message), view)
    for reason in message.reasons { say(reason, view) }
    guard accepts || isatty(STDIN_FILENO) == 1 && view != .json else {
      return say("to use it: qiblactl calibrate accept; else: qiblactl calibrate discard", view)
    }
    guard accepts || confirms() else {
      _ = try control.perform(.calibrate(.discard))
      return say("discarded; what was in use before is in use", view)
    }
    // Who was asked has seen how good it is, and who wants one for level use gets one; else one that is worse than that
    // in use is refused.
    let force = !accepts || flow == .circle
    let reply = try control.perform(.calibrate(.accept(profile: profile, force: force)))
    say("the calibration of grade \(reply["grade"]?.string ?? "?") is in use", view)
    control.complainOfUnkeptCalibrations()
  }

  private func confirms() -> Bool {
    print("Use this calibration? [Y/n] ", terminator: "")
    fflush(nil)
    // `readLine` goes on after a signal that has a handler, and the next Enter would mean yes.
    EndSignal.remove()
    guard let answer = readLine() else { return false }
    return !answer.lowercased().hasPrefix("n")
  }

  private func words(_ message: CalibrationMessage) -> String {
    CalibrationWords(message, style: terminalStyle).line
  }

  private func say(_ text: String, _ view: View) {
    if view != .json { print(text) }
  }
}

// MARK: - The collection
extension CalibrationGuide {
  private func collect(_ view: View) throws -> End {
    let connection = control.connection
    try connection.send(.watch([.calibration: WatchOptions()]))
    switch view {
    case .screen: return try draw(connection)
    case .lines: return try printLines(connection)
    case .json: return try printJSON(connection)
    }
  }

  private func draw(_ connection: Connection) throws -> End {
    let terminal: Terminal
    do { terminal = try Terminal() } catch { throw CommandFailure("\(error)") }
    defer { terminal.leave() }
    var (frame, progress) = (CalibrationFrame(), Progress())
    if let mark = control.mark { frame.mark(mark) }
    let style = terminalStyle
    while !terminal.isInterrupted {
      if let message = try next(connection) {
        frame.update(message)
        if let end = progress.end(message) { return end }
      }
      let size = terminal.size
      let lines = frame.render(columns: size.columns, rows: size.rows, style: style)
      do { try terminal.draw(lines) } catch { return .interrupted }  // the terminal was closed
    }
    return .interrupted
  }

  private func printLines(_ connection: Connection) throws -> End {
    EndSignal.install()
    if let mark = control.mark { print("\(mark) data: not a live sensor") }
    var (last, progress) = ("", Progress())
    while !EndSignal.came {
      guard let message = try next(connection) else { continue }
      if let end = progress.end(message) { return end }
      let line = words(message)
      if line != last {
        print(line)
        fflush(nil)
      }
      last = line
    }
    return .interrupted
  }

  private func printJSON(_ connection: Connection) throws -> End {
    EndSignal.install()
    var output = StandardOutput()
    var progress = Progress()
    while !EndSignal.came {
      guard let message = try next(connection) else { continue }
      try output.write(message.line)
      try output.flush(unless: { EndSignal.came })
      if let end = progress.end(message) { return end }
    }
    return .interrupted
  }

  /// The next message about the calibration; `nil` where none came for a while.
  private func next(_ connection: Connection) throws -> CalibrationMessage? {
    switch try connection.nextUnderstood(timeout: peekTimeout) {
    case .value(.calibration(let message)): return message
    case .value(.bye(let bye)):
      throw CommandFailure("qiblad ended the connection: \(bye.reason)")
    case .value(.error(let error)): throw CommandFailure("\(error.message); \(error.hint)")
    case .value, .timeout, .interrupted: return nil
    case .ended: throw CommandFailure("\(connection.path): the daemon closed the connection")
    }
  }

  /// Whether the collection that was asked for has ended.
  private struct Progress {
    /// The newest message may be older than the start.
    private var hasBegun = false

    /// How a message ends the collection; `nil` where it goes on.
    mutating func end(_ message: CalibrationMessage) -> End? {
      switch message.status {
      case .collecting:
        hasBegun = true
        return nil
      case .candidate: return .candidate(message)
      case .ok, .stale, .none: return hasBegun ? .used(message) : nil
      case .rejected: return hasBegun ? .rejected(message) : nil
      }
    }
  }
}
