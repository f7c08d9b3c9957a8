private import Glibc

/// Writes to a descriptor that may be slow or gone.
struct TerminalOutput {
  /// A terminal that takes nothing for this long, in milliseconds, is given up.
  private static let patienceMilliseconds: Int32 = 5000

  let descriptor: Int32

  /// Writes all of `text`; waits where the terminal is slow.
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
    switch poll(&request, 1, Self.patienceMilliseconds) {
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
