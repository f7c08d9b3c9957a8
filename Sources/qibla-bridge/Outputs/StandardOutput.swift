import Glibc

/// Standard output. A reader that takes nothing loses lines; one that closes it ends the program.
final class StandardOutput: LineOutput {
  func write(_ lines: [UInt8]) throws -> Bool {
    var rest = lines[...]
    while !rest.isEmpty {
      // A writable pipe takes PIPE_BUF bytes without blocking (pipe(7)), so no line is cut.
      var request = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
      guard poll(&request, 1, 0) > 0 else { return false }
      let count = rest.prefix(Int(PIPE_BUF)).withUnsafeBytes {
        Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count)
      }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EPIPE {
        throw ReaderGone()
      } else if errno != EINTR {
        throw CommandFailure("cannot write to standard output: \(words(ofError: errno))")
      }
    }
    return true
  }

  func serve() throws {
    var request = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
    // A pipe without a reader has POLLERR, a socket or a terminal whose other end is closed has POLLHUP.
    let ended = Int16(POLLERR | POLLHUP | POLLNVAL)
    if poll(&request, 1, 0) > 0, request.revents & ended != 0 { throw ReaderGone() }
  }

  var descriptors: [pollfd] { [pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)] }
}
