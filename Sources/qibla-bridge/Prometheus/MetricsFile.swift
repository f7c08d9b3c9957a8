import Glibc

/// A small file that is replaced whole, so that no reader sees half of it.
///
/// It is not synchronised with the disk: it is written every few seconds, and after a power failure a
/// new one follows.
struct MetricsFile {
  let path: String
  private var log = ConditionLog()

  init(path: String) { self.path = path }

  /// The name does not end in `.prom`, so the collector does not read it.
  private var temporary: String { path + ".tmp" }

  mutating func replace(with bytes: [UInt8]) {
    if let reason = failure(of: bytes) {
      log.say("cannot write \(path): \(reason); retrying")
    } else {
      log.say("writing \(path)")
    }
  }

  /// Why the file could not be written; `nil` if it was.
  private func failure(of bytes: [UInt8]) -> String? {
    let descriptor = open(
      temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o644)
    guard descriptor >= 0 else { return words(ofError: errno) }
    let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    let number = errno
    close(descriptor)
    guard count == bytes.count else {
      unlink(temporary)
      return count < 0 ? words(ofError: number) : "the disk is full"
    }
    return rename(temporary, path) == 0 ? nil : words(ofError: errno)
  }

  /// Removes the file: what it says would look like the present.
  func remove() { unlink(path) }
}
