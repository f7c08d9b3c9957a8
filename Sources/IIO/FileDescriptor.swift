import Glibc

/// An open file that is read with a timeout.
struct FileDescriptor: ~Copyable {
  private let path: String
  private let number: Int32

  init?(opening path: String) {
    self.path = path
    number = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard number >= 0 else { return nil }
  }

  deinit { close(number) }

  /// Reads `count` bytes, and waits for them.
  ///
  /// - Parameter timeoutMicroseconds: for each part of them.
  /// - Throws: `IIOError.silent` where nothing comes in time.
  borrowing func read(count: Int, timeoutMicroseconds: Int64) throws(IIOError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      var request = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
      let ready = poll(&request, 1, Int32(timeoutMicroseconds / 1000))
      if ready == 0 { throw .silent(path: path) }
      let got = bytes.withUnsafeMutableBytes { buffer in
        Glibc.read(number, buffer.baseAddress.map { $0 + done }, count - done)
      }
      if got > 0 { done += got }
      if got == 0 { throw .system(call: "read", path: path, errno: ENODEV) }
      if got < 0, errno != EINTR, errno != EAGAIN {
        throw .system(call: "read", path: path, errno: errno)
      }
    }
    return bytes
  }
}
