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
    while !rest.isEmpty { rest = rest.dropFirst(try Self.hand(rest)) }
    buffer.removeAll(keepingCapacity: true)
  }

  /// As `flush`, for a live view: a reader that stands still (`| less`) must not keep it from ending.
  ///
  /// - Parameter wantsEnd: asked while the reader takes nothing; true throws `ReaderGone`.
  mutating func flush(unless wantsEnd: () -> Bool) throws {
    while !buffer.isEmpty {
      var request = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
      // A signal ends the wait at once, but for one that comes just before it begins.
      guard poll(&request, 1, 200) > 0 else {
        if wantsEnd() { throw ReaderGone() }
        continue
      }
      // A pipe that can be written to takes so much without waiting (pipe(7)).
      buffer.removeFirst(try Self.hand(buffer.prefix(Int(PIPE_BUF))))
    }
  }

  /// Writes what the reader takes at once or waits for it; the number of bytes.
  private static func hand(_ bytes: ArraySlice<UInt8>) throws -> Int {
    let written = bytes.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
    if written >= 0 { return written }
    if errno == EINTR { return 0 }
    if errno == EPIPE { throw ReaderGone() }
    throw CommandFailure("cannot write to standard output: \(String(cString: strerror(errno)))")
  }
}
