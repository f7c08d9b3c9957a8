import QiblaClient

/// A view that prints the daemon's JSON lines unchanged.
struct JSONView {
  /// How many messages to print, `hello` and `bye` not counted; `nil` for no limit.
  let count: Int?

  func show(_ feed: DaemonFeed) throws {
    EndSignal.install()
    var feed = feed
    var output = StandardOutput()
    var (hasWaited, printed) = (false, 0)
    while !EndSignal.came {
      let item = try feed.next(timeout: peekTimeout)
      DaemonFeed.say(item, hasWaited: &hasWaited)
      switch item {
      case .line(let line):
        if line.starts(with: #"{"type":"reply""#.utf8) { continue }  // answers `watch`
        try output.write(line)
        try output.flush(unless: { EndSignal.came })
        let isOfConnection =
          line.starts(with: #"{"type":"hello""#.utf8) || line.starts(with: #"{"type":"bye""#.utf8)
        if !isOfConnection { printed += 1 }
        if printed == count { return }
      case .ended: return
      case .nothing, .waiting, .connected: continue
      }
    }
  }
}
