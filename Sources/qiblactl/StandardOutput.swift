import Glibc

/// Standard output, written in large pieces.
struct StandardOutput: ~Copyable {
  /// The reader has gone (`| head`): nothing more is wanted, and that is no failure.
  struct ReaderGone: Error {}

  private static let pieceBytes = 65536
  private var buffer: [UInt8] = []

  init() {
    buffer.reserveCapacity(2 * Self.pieceBytes)
    signal(SIGPIPE, SIG_IGN)  // a write to a closed pipe is an error to handle, not a death
  }

  /// Puts `bytes` behind what was written before.
  mutating func write(_ bytes: [UInt8]) throws {
    buffer += bytes
    if buffer.count >= Self.pieceBytes { try flush() }
  }

  /// Hands everything on to the reader.
  mutating func flush() throws {
    var rest = buffer[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if written < 0 {
        if errno == EINTR { continue }
        if errno == EPIPE { throw ReaderGone() }
        throw CommandFailure("cannot write to standard output: \(String(cString: strerror(errno)))")
      }
      rest = rest.dropFirst(written)
    }
    buffer.removeAll(keepingCapacity: true)
  }
}
