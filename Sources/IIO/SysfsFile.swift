import Glibc

/// A file of sysfs that is read again and again: each read asks the driver anew.
struct SysfsFile: ~Copyable {
  let path: String
  private let descriptor: Int32

  init(_ path: String) throws(IIOError) {
    self.path = path
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system(call: "open", path: path, errno: errno) }
  }

  deinit { close(descriptor) }

  /// The number in it. May take seconds: a driver waits for its chip.
  borrowing func number() throws(IIOError) -> Double {
    var bytes = (UInt64(0), UInt64(0), UInt64(0), UInt64(0))
    let count = withUnsafeMutableBytes(of: &bytes) { buffer in
      retrying { pread(descriptor, buffer.baseAddress, buffer.count, 0) }
    }
    guard count >= 0 else { throw .system(call: "read", path: path, errno: errno) }
    let value = withUnsafeBytes(of: &bytes) { buffer in
      IIO.number(String(decoding: buffer.prefix(count), as: UTF8.self))
    }
    guard let value else { throw .notANumber(path: path) }
    return value
  }
}

/// The text of a small file, or `nil` where it cannot be read.
func smallText(_ path: String) -> String? {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
  guard descriptor >= 0 else { return nil }
  defer { close(descriptor) }
  var bytes = [UInt8](repeating: 0, count: 4096)  // the most that sysfs gives
  let count = retrying { read(descriptor, &bytes, bytes.count) }
  return count >= 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
}

/// Writes all of a small file; false where the kernel did not take it.
func writeSmallText(_ text: String, to path: String) -> Bool {
  let descriptor = open(path, O_WRONLY | O_CLOEXEC)
  guard descriptor >= 0 else { return false }
  defer { close(descriptor) }
  let bytes = Array(text.utf8)
  return retrying { write(descriptor, bytes, bytes.count) } == bytes.count
}

/// Calls again for as long as a signal interrupts the call.
private func retrying(_ call: () -> Int) -> Int {
  while true {
    let result = call()
    if result >= 0 || errno != EINTR { return result }
  }
}
