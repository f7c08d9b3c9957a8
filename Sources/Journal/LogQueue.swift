/// Lines that wait for the log's writer, in bounded memory.
///
/// A buffer of bytes, not a `BoundedQueue` of lines: the limit is in bytes, and the writer takes
/// all lines at once. Once it has discarded a line it discards every line until the writer takes
/// the others, so that the log has one gap, after the lines that are taken.
struct LogQueue: Sendable {
  /// Bytes that may wait; one line alone may be longer.
  let capacity: Int
  private var bytes: [UInt8] = []
  private var dropped = 0

  init(capacity: Int) { self.capacity = capacity }

  /// Whether no line waits and none was discarded.
  var isEmpty: Bool { bytes.isEmpty && dropped == 0 }

  /// Appends a line with its LF, or discards it.
  mutating func append(_ line: String) {
    let line = line.utf8
    guard dropped == 0, bytes.isEmpty || bytes.count + line.count <= capacity else {
      dropped += 1
      return
    }
    bytes.append(contentsOf: line)
  }

  /// Moves the lines that wait into `lines`, whose memory is used again.
  ///
  /// - Returns: how many lines were discarded after these.
  mutating func take(into lines: inout [UInt8]) -> Int {
    lines.removeAll(keepingCapacity: true)
    swap(&lines, &bytes)
    defer { dropped = 0 }
    return dropped
  }
}
