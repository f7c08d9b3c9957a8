import Dial
import QiblaClient
import Wire

/// A view that draws the live dial on the terminal.
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
        return print("qiblad ended the connection: \(bye.reason)")
      }
      let size = terminal.size
      let lines = frame.render(columns: size.columns, rows: size.rows, style: style, at: now())
      do { try terminal.draw(lines) } catch { return }  // the terminal was closed
    }
  }

  /// Waits for a message and takes the ones that have arrived with it, up to a limit. A slow
  /// terminal thus shows the newest message, and a fast daemon does not prevent drawing.
  ///
  /// - Returns: the daemon's `bye`; `nil` while the connection goes on.
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
    case .position, .calibration, .devices, .stats, .reply, .resync, .bye, .unknown: break
    }
  }
}
