import QiblaClient

/// The daemon's lines as they come.
struct JSONView {
  func show(_ connection: Connection) throws {
    EndSignal.install()
    var output = StandardOutput()
    var hasSaidGoodbye = false
    while !EndSignal.came {
      switch try connection.nextLine(timeout: peekTimeout) {
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
