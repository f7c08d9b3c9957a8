private import Glibc

/// The bytes of a file that is expected to be small.
///
/// For a pipe it waits, with a timeout; a named pipe without a writer counts as empty.
///
/// - Parameters:
///   - path: of the file; a link is followed.
///   - limitBytes: a larger file is refused; a regular one is refused before it is read.
/// - Throws: `StorageError`.
package func readSmallFile(path: String, limitBytes: Int) throws(StorageError) -> [UInt8] {
  // A path is bytes up to the first zero: another file would be opened than the one named.
  guard !path.isEmpty, !path.utf8.contains(0) else { throw .missing(path: path) }
  func failure(_ call: String) -> StorageError {
    switch errno {
    case ENOENT: .missing(path: path)
    case EACCES, EPERM: .notReadable(path: path)
    case EISDIR: .isDirectory(path: path)
    case let number: .system(call: call, path: path, errno: number)
    }
  }
  // Without O_NONBLOCK a named pipe would hang; a terminal must not become this process's own.
  let descriptor = retrying { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
  guard descriptor >= 0 else { throw failure("open") }
  defer { close(descriptor) }
  var info = stat()
  guard fstat(descriptor, &info) == 0 else { throw failure("fstat") }
  if info.st_mode & S_IFMT == S_IFREG, info.st_size > limitBytes {
    throw .tooLarge(path: path, limitBytes: limitBytes)
  }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 16_384)
  // A device has no size, and a file may grow while it is read.
  while bytes.count <= limitBytes {
    let count = retrying { read(descriptor, &buffer, buffer.count) }
    if count < 0, errno == EAGAIN, isReadable(descriptor) { continue }
    guard count >= 0 else { throw failure("read") }
    if count == 0 { return bytes }
    bytes += buffer[..<count]
  }
  throw .tooLarge(path: path, limitBytes: limitBytes)
}

/// How long the other end of a pipe may take for its next bytes, ms.
private let pipeTimeout: Int32 = 5_000

/// Waits until there are bytes to read; false where none came in time.
private func isReadable(_ descriptor: Int32) -> Bool {
  var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  let count = retrying { poll(&request, 1, pipeTimeout) }
  if count == 0 { errno = ETIMEDOUT }
  return count > 0
}

/// Calls again for as long as a signal interrupts the call.
func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
  while true {
    let result = call()
    if result >= 0 || errno != EINTR { return result }
  }
}
