import Glibc

/// Lines on their way into a socket that does not block.
///
/// A line that the kernel has taken in part is finished before another one begins.
struct PendingBytes {
  /// What happened to the bytes.
  enum Outcome { case sent, waiting, broken(errno: Int32) }

  /// The most bytes that wait; a reader that is slower than that gets no new lines.
  static let limit = 8192

  private var bytes: [UInt8] = []
  /// When the kernel took bytes last, or when bytes began to wait.
  private var progress = ContinuousClock.now

  var isEmpty: Bool { bytes.isEmpty }

  /// How long the kernel has taken nothing of what waits.
  var stalled: Duration { bytes.isEmpty ? .zero : .now - progress }

  mutating func removeAll() { bytes = [] }

  /// Sends lines after those that wait.
  ///
  /// - Returns: whether there was room for them.
  mutating func append(_ lines: [UInt8]) -> Bool {
    guard bytes.count + lines.count <= Self.limit else { return false }
    if bytes.isEmpty { progress = .now }
    bytes += lines
    return true
  }

  /// Gives the kernel as much as it takes.
  mutating func flush(to descriptor: Int32) -> Outcome {
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes {
        send(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
      }
      if count > 0 {
        bytes.removeFirst(count)
        progress = .now
      } else if count < 0, errno != EINTR {
        return errno == EAGAIN ? .waiting : .broken(errno: errno)
      }
    }
    return .sent
  }
}
