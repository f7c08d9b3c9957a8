/// Cuts what the server sends into lines.
struct LineBuffer {
  private var bytes: [UInt8] = []
  /// Where the first line that was not taken yet begins.
  private var start = 0
  /// Up to here there is no LF behind `start`.
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

  /// The next whole line with its LF, or `nil` until there is more.
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
