import Glibc

/// Standard output with a buffer, written in large pieces.
struct StandardOutput: ~Copyable {
  /// The reader has closed the pipe (`| head`). The command ends without an error.
  struct ReaderGone: Error {}

  private static let pieceBytes = 65536
  private var buffer: [UInt8] = []

  init() {
    buffer.reserveCapacity(2 * Self.pieceBytes)
    signal(SIGPIPE, SIG_IGN)  // a write to a closed pipe then returns an error
  }

  /// Appends `bytes` to the buffer.
  mutating func write(_ bytes: [UInt8]) throws {
    buffer += bytes
    if buffer.count >= Self.pieceBytes { try flush() }
  }

  /// Writes the whole buffer.
  mutating func flush() throws {
    var rest = buffer[...]
    while !rest.isEmpty { rest = rest.dropFirst(try Self.hand(rest)) }
    buffer.removeAll(keepingCapacity: true)
  }

  /// As `flush`, for a live view, which must be able to end while its reader takes nothing (`|
  /// less`).
  ///
  /// - Parameter wantsEnd: called while the reader takes nothing; throws `ReaderGone` if true.
  mutating func flush(unless wantsEnd: () -> Bool) throws {
    while !buffer.isEmpty {
      guard Self.waitUntilWritable() else {
        if wantsEnd() { throw ReaderGone() }
        continue
      }
      // A writable pipe takes PIPE_BUF bytes without blocking (pipe(7)).
      buffer.removeFirst(try Self.hand(buffer.prefix(Int(PIPE_BUF))))
    }
  }

  /// Waits for 200 ms at most. A signal ends the wait at once; the limit is for a signal that comes just before it.
  ///
  /// - Returns: whether the reader takes more.
  private static func waitUntilWritable() -> Bool {
    var request = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
    return poll(&request, 1, 200) > 0
  }

  /// Writes once, blocking if the reader is slow.
  ///
  /// - Returns: the number of bytes that were written.
  private static func hand(_ bytes: ArraySlice<UInt8>) throws -> Int {
    let written = bytes.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
    if written >= 0 { return written }
    if errno == EINTR { return 0 }
    if errno == EAGAIN {
      // Another program has made the common open file non-blocking, as Node does with the output that it hands on.
      _ = waitUntilWritable()
      return 0
    }
    if errno == EPIPE { throw ReaderGone() }
    throw CommandFailure("cannot write to standard output: \(String(cString: strerror(errno)))")
  }
}
