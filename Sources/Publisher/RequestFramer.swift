internal import Wire

/// Cuts a client's bytes into lines, in bounded memory.
struct RequestFramer {
  enum Item: Equatable {
    /// A line without its LF.
    case line(ArraySlice<UInt8>)
    /// A line over `Limits.requestBytes`; returned once, and the rest of the line is skipped.
    case tooLong
  }

  private static let lineFeed = UInt8(ascii: "\n")

  private var bytes: [UInt8] = []
  private var isSkipping = false

  /// Whether no bytes are left for `next`.
  var isEmpty: Bool { bytes.isEmpty }

  mutating func append(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

  /// The next whole line, or `nil` until there is more.
  mutating func next() -> Item? {
    while true {
      let end = bytes.firstIndex(of: Self.lineFeed)
      let length = end.map { $0 + 1 } ?? bytes.count
      let isTooLong = end == nil ? length >= Limits.requestBytes : length > Limits.requestBytes
      if isSkipping {
        bytes.removeFirst(length)
        if end == nil { return nil }
        isSkipping = false
      } else if isTooLong {
        bytes.removeFirst(length)
        isSkipping = end == nil
        return .tooLong
      } else {
        guard let end else { return nil }
        let line = bytes[..<end]
        bytes.removeFirst(length)
        return .line(line)
      }
    }
  }

  /// The line that the client ended by closing its side instead of with LF.
  mutating func last() -> Item? {
    defer { bytes = [] }
    return bytes.isEmpty || isSkipping ? nil : .line(bytes[...])
  }
}
