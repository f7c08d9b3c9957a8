import Dial
import QiblaClient
import Wire

/// A view that draws the live dial on the terminal.
struct LiveDial {
  let rateHz: Double

  func show(_ feed: DaemonFeed) throws {
    var feed = feed
    var frame = DialFrame(rateHz: rateHz)
    frame.notice = "connecting"
    let style = terminalStyle
    let terminal = try openTerminal()
    defer { terminal.leave() }
    while !terminal.isInterrupted {
      if case .ended(let bye) = try takeAll(&feed, into: &frame) {
        terminal.leave()
        return print("qiblad ended the connection: \(bye?.reason ?? "")")
      }
      for key in terminal.takeKeys() { frame.press(key) }
      let size = terminal.size
      let lines = frame.render(columns: size.columns, rows: size.rows, style: style, at: now())
      do { try terminal.draw(lines) } catch { return }  // the terminal was closed
    }
  }

  /// Waits for a message and takes the ones that have arrived with it, up to a limit. A slow
  /// terminal thus shows the newest message, and a fast daemon does not prevent drawing.
  ///
  /// - Returns: the last item: `ended` where nothing more comes.
  private func takeAll(
    _ feed: inout DaemonFeed, into frame: inout DialFrame
  ) throws -> DaemonFeed.Item {
    var timeout = peekTimeout
    for _ in 0..<100 {
      let item = try feed.next(timeout: timeout)
      switch item {
      case .line(let line): try frame.take(line)
      case .connected(let path): frame.socket = path
      case .waiting(let reason): frame.lost(reason)
      case .nothing, .ended: return item
      }
      timeout = .zero
    }
    return .nothing
  }

  private func openTerminal() throws -> Terminal {
    do { return try Terminal() } catch { throw CommandFailure("\(error)") }
  }
}

extension DialFrame {
  fileprivate mutating func take(_ line: [UInt8]) throws {
    switch understood(line) {
    case .hello(let hello): update(hello)
    case .reading(let reading): update(reading, at: now())
    case .event(let event): update(event, at: now())
    case .qibla(let qibla): update(qibla)
    case .state(let state, _): update(state)
    case .position(let position): update(position)
    case .calibration(let calibration): update(calibration)
    case .devices(let devices): update(devices)
    case .stats(let stats): update(stats)
    case .error(let error): throw CommandFailure("\(error.message); \(error.hint)")
    case .field(let field): update(field)
    case .raw, .reply, .resync, .bye, .unknown, nil: break
    }
  }
}
