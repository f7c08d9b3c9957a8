import Dial
import QiblaClient
import Wire

/// The live dial.
struct LiveDial {
  let rateHz: Double

  func show(_ connection: Connection) throws {
    var frame = DialFrame(rateHz: rateHz)
    let style = terminalStyle
    let terminal = try openTerminal()
    defer { terminal.leave() }
    while !terminal.isInterrupted {
      if let bye = try takeAll(connection, into: &frame) {
        terminal.leave()
        return print("qiblad said goodbye: \(bye.reason)")
      }
      let size = terminal.size
      let lines = frame.render(columns: size.columns, rows: size.rows, style: style, at: now())
      do { try terminal.draw(lines) } catch { return }  // the terminal went away: nothing to tell
    }
  }

  /// Waits for a message and takes those that have come with it: a slow terminal shows the newest,
  /// not a queue; but something is shown also where the daemon is faster than this.
  ///
  /// - Returns: the daemon's goodbye, or `nil` where it goes on.
  private func takeAll(_ connection: Connection, into frame: inout DialFrame) throws -> Bye? {
    var timeout = peekTimeout
    for _ in 0..<100 {
      switch try connection.nextUnderstood(timeout: timeout) {
      case .value(.bye(let bye)): return bye
      case .value(let message): try frame.take(message)
      case .timeout, .interrupted: return nil
      case .ended: throw CommandFailure("\(connection.path): the daemon closed the connection")
      }
      timeout = .zero
    }
    return nil
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
    case .position, .devices, .stats, .reply, .resync, .bye, .unknown: break
    }
  }
}
