/// Splits the server's bytes into lines.
struct LineBuffer {
  private var bytes: [UInt8] = []
  /// The index at which the first line that was not taken yet begins.
  private var start = 0
  /// The index up to which there is no LF after `start`.
  private var searched = 0

  /// Bytes of the line that is not whole yet, or of lines that were not taken yet.
  var count: Int { bytes.count - start }

  mutating func append(_ more: UnsafeRawBufferPointer) {
    if start > 0 {
      bytes.removeFirst(start)
      searched -= start
      start = 0
    }
    bytes.append(contentsOf: more)
  }

  /// The next whole line with its LF; `nil` if there is none yet.
  mutating func next() -> [UInt8]? {
    guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
      searched = bytes.count
      return nil
    }
    defer {
      start = end + 1
      searched = start
    }
    return Array(bytes[start...end])
  }
}
