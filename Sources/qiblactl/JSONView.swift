import QiblaClient

/// A view that prints the daemon's JSON lines unchanged.
struct JSONView {
  func show(_ connection: Connection) throws {
    EndSignal.install()
    var output = StandardOutput()
    var hasEnded = false
    while !EndSignal.came {
      switch try connection.nextLine(timeout: peekTimeout) {
      case .value(let line):
        if line.starts(with: #"{"type":"reply""#.utf8) { continue }  // answers `watch`
        hasEnded = line.starts(with: #"{"type":"bye""#.utf8)
        try output.write(line)
        try output.flush(unless: { EndSignal.came })
      case .timeout, .interrupted: continue
      case .ended:
        if hasEnded { return }
        throw CommandFailure("\(connection.path): the daemon closed the connection")
      }
    }
  }
}
