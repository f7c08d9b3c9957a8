import QiblaClient
import Wire

/// A view that prints one topic as a table with commas (RFC 4180, with LF).
struct CSVView {
  let topic: Topic
  /// How many rows to print; `nil` for no limit.
  let count: Int?

  func show(_ feed: DaemonFeed) throws {
    guard let table = CSVTable(topic) else { return }
    EndSignal.install()
    var feed = feed
    var output = StandardOutput()
    var (hasWaited, printed) = (false, 0)
    try output.write(table.header)
    while !EndSignal.came {
      try output.flush(unless: { EndSignal.came })
      let item = try feed.next(timeout: peekTimeout)
      DaemonFeed.say(item, hasWaited: &hasWaited)
      switch item {
      case .line(let line):
        if !line.starts(with: table.start) { try take(understood(line)) }
        guard let row = table.row(line) else { continue }
        try output.write(row)
        printed += 1
        if printed == count { return try output.flush(unless: { EndSignal.came }) }
      case .ended: return
      case .nothing, .waiting, .connected: continue
      }
    }
  }

  /// A message of the connection: rows do not show that data are not live.
  private func take(_ message: Message?) throws {
    switch message {
    case .hello(let hello) where hello.simulated: complain("SIMULATED data: not a live sensor")
    case .hello(let hello) where hello.replay: complain("REPLAY data: not a live sensor")
    case .error(let error): throw CommandFailure("\(error.message); \(error.hint)")
    default: return
    }
  }
}
