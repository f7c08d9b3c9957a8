private import Glibc

/// Writes to a terminal that may be slow or closed.
struct TerminalOutput {
  /// A terminal that accepts nothing for this long counts as closed.
  private static let timeoutMilliseconds: Int32 = 5000

  let descriptor: Int32

  /// Writes all of `text`; waits for a slow terminal.
  func write(_ text: String) throws(TerminalError) {
    let bytes = Array(text.utf8)
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        try waitForRoom()
      } else if errno != EINTR {
        throw .gone(errno: errno)
      }
    }
  }

  private func waitForRoom() throws(TerminalError) {
    var request = pollfd(descriptor: descriptor)
    switch poll(&request, 1, Self.timeoutMilliseconds) {
    case 0: throw .gone(errno: ETIMEDOUT)
    case -1 where errno != EINTR: throw .gone(errno: errno)
    default: break
    }
  }
}

extension pollfd {
  fileprivate init(descriptor: Int32) {
    self.init(fd: descriptor, events: Int16(POLLOUT), revents: 0)
  }
}
