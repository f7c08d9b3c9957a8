import Dial
import QiblaClient
import Wire

/// A view that prints a plain line for each message, for a pipe, a log or a screen reader.
struct LinesView {
  /// The topics that the user chose; none: readings and events.
  let topics: [Topic]
  /// How many lines of messages to print; `nil` for no limit.
  let count: Int?

  func show(_ feed: DaemonFeed) throws {
    EndSignal.install()
    var feed = feed
    var output = StandardOutput()
    var lines = PlainLines(intervalSeconds: 0, style: terminalStyle)
    var (hasWaited, printed) = (false, 0)
    while !EndSignal.came {
      let item = try feed.next(timeout: peekTimeout)
      DaemonFeed.say(item, hasWaited: &hasWaited)
      switch item {
      case .line(let bytes):
        guard let message = understood(bytes) else { continue }
        guard let line = try line(for: message, &lines) else { continue }
        try print(line, &output)
        if message.isOfTopic { printed += 1 }
        if printed == count { return }
      case .nothing: if let line = lines.tick(at: now()) { try print(line, &output) }
      case .waiting: lines.lost()
      case .connected: continue
      case .ended: return
      }
    }
  }

  private func print(_ line: String, _ output: inout StandardOutput) throws {
    try output.write(Array(line.utf8) + [UInt8(ascii: "\n")])
    try output.flush(unless: { EndSignal.came })
  }

  /// The line to print for a message; `nil` for none.
  private func line(for message: Message, _ lines: inout PlainLines) throws -> String? {
    switch message {
    case .hello(let hello):
      let line = lines.update(hello)
      guard topics.contains(.devices), hello.simulated || hello.replay else { return line }
      let none = "devices  none: simulated and recorded data come from no chip of this machine"
      return line.map { $0 + "\n" + none } ?? none
    case .reading(let reading): return lines.update(reading, at: now())
    case .event(let event): return lines.update(event)
    case .bye(let bye): return lines.update(bye)
    case .qibla(let qibla):
      lines.update(qibla)
      return topics.contains(.qibla) ? lines.line(of: qibla) : nil
    case .state(let state, _):
      let line = lines.update(state)
      return topics.contains(.state) ? line : nil
    case .position(let position):
      let line = lines.update(position)
      return topics.contains(.position) ? line : nil
    case .calibration(let calibration): return lines.line(of: calibration)
    case .error(let error): throw CommandFailure("\(error.message); \(error.hint)")
    case .devices(let devices): return lines.update(devices)
    case .stats(let stats): return lines.update(stats)
    case .field(let field): return lines.update(field)
    case .raw(let raw): return lines.update(raw)
    case .reply, .resync, .unknown: return nil
    }
  }
}

extension Message {
  /// Whether this is a message of a topic, and not of the connection.
  var isOfTopic: Bool {
    switch self {
    case .reading, .state, .event, .qibla, .position, .calibration, .field, .raw, .devices, .stats:
      true
    case .hello, .reply, .error, .resync, .bye, .unknown: false
    }
  }
}
