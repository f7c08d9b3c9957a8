import Dial
import QiblaClient
import Wire

/// A view that prints a plain line at intervals, for a pipe, a log or a screen reader.
struct LinesView {
  func show(_ connection: Connection) throws {
    EndSignal.install()
    var output = StandardOutput()
    var lines = PlainLines(intervalSeconds: 0, style: terminalStyle)
    var hasEnded = false
    while !EndSignal.came {
      switch try connection.nextUnderstood(timeout: peekTimeout) {
      case .value(let message):
        if case .bye = message { hasEnded = true }
        try print(lines.line(for: message), &output)
      case .timeout: try print(lines.tick(at: now()), &output)
      case .interrupted: continue
      case .ended:
        if hasEnded { return }
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
  /// The line to print for a message; `nil` for none.
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
    case .devices(let devices): return update(devices)
    case .stats(let stats): return update(stats)
    case .state, .position, .calibration, .reply, .resync, .unknown: return nil
    }
  }
}
