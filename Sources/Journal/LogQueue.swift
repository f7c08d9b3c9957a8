/// Lines that wait for the log's writer, in bounded memory.
///
/// A full queue drops lines until the writer has taken what waits: what is dropped is one gap, and its
/// place is behind the lines that are taken with it.
struct LogQueue: Sendable {
  /// Bytes that may wait; one line alone may be longer.
  let capacity: Int
  private var bytes: [UInt8] = []
  private var dropped = 0

  init(capacity: Int) { self.capacity = capacity }

  /// Whether nothing waits and nothing was dropped.
  var isEmpty: Bool { bytes.isEmpty && dropped == 0 }

  /// Appends a line with its LF, or drops it.
  mutating func append(_ line: String) {
    let line = line.utf8
    guard dropped == 0, bytes.isEmpty || bytes.count + line.count <= capacity else {
      dropped += 1
      return
    }
    bytes.append(contentsOf: line)
  }

  /// Moves what waits into `lines`, whose memory is used again.
  ///
  /// - Returns: how many lines were dropped behind these.
  mutating func take(into lines: inout [UInt8]) -> Int {
    lines.removeAll(keepingCapacity: true)
    swap(&lines, &bytes)
    defer { dropped = 0 }
    return dropped
  }
}
