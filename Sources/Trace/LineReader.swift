private import Glibc

/// Cuts a source's bytes into lines, in one buffer of a fixed size.
package struct LineReader: ~Copyable {
  /// The longest line that is a line, without its line feed.
  package static let maximumLineBytes = 64 * 1024

  /// One line of the source, without its line feed.
  package enum Line {
    /// `terminated` is false where the source ended before a line feed.
    case text(ArraySlice<UInt8>, terminated: Bool)
    /// More than `maximumLineBytes`; the bytes are gone.
    case tooLong
  }

  private let source: any ByteSource
  /// Twice the longest line: a read is never small, and few bytes move.
  private var buffer = [UInt8](repeating: 0, count: 2 * maximumLineBytes)
  /// What was read and not yet returned.
  private var filled = 0..<0
  private var ended = false
  /// The rest of a line that was too long is still to be read over.
  private var skipping = false

  package init(_ source: any ByteSource) { self.source = source }

  /// Whether the next line is there already, so that asking for it does not wait for the source.
  package var hasLine: Bool { !skipping && lineFeed(from: filled.lowerBound) != nil }

  /// Starts again with the source's first byte.
  package mutating func rewind() throws(ByteSourceError) {
    try source.rewind()
    filled = 0..<0
    ended = false
    skipping = false
  }

  /// The next line, or `nil` at the end. Do not use it after asking for another: it lies in the
  /// buffer.
  package mutating func next() throws(ByteSourceError) -> Line? {
    if skipping { try skipLine() }
    var searched = 0
    while true {
      if let end = lineFeed(from: filled.lowerBound + searched) {
        let line = filled.lowerBound..<end
        filled = (end + 1)..<filled.upperBound
        guard line.count <= Self.maximumLineBytes else { return .tooLong }
        return .text(buffer[line], terminated: true)
      }
      if filled.count > Self.maximumLineBytes {
        // what follows is read over when the next line is wanted: it may have no end
        skipping = true
        return .tooLong
      }
      searched = filled.count
      if ended { return lastLine() }
      try fill()
    }
  }

  private mutating func lastLine() -> Line? {
    guard !filled.isEmpty else { return nil }
    let line = filled
    filled = filled.upperBound..<filled.upperBound
    return .text(buffer[line], terminated: false)
  }

  /// The place of the first line feed of what was read, from `start` on.
  private func lineFeed(from start: Int) -> Int? {
    buffer.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, start < filled.upperBound else { return nil }
      let found = memchr(base + start, Int32(UInt8(ascii: "\n")), filled.upperBound - start)
      return found.map { UnsafeRawPointer($0) - base }
    }
  }

  /// Forgets everything up to and with the next line feed.
  private mutating func skipLine() throws(ByteSourceError) {
    while true {
      filled = 0..<0
      try fill()
      if let end = lineFeed(from: 0) { filled = (end + 1)..<filled.upperBound }
      if ended || filled.lowerBound > 0 {
        skipping = false
        return
      }
    }
  }

  /// Reads on, after what is there; the free half is at least one longest line.
  private mutating func fill() throws(ByteSourceError) {
    let kept = filled.count
    buffer.withUnsafeMutableBytes { bytes in
      guard filled.lowerBound > 0, let base = bytes.baseAddress else { return }
      memmove(base, base + filled.lowerBound, kept)
    }
    filled = 0..<kept
    let count = try buffer.withUnsafeMutableBufferPointer { (bytes) throws(ByteSourceError) in
      let free = UnsafeMutableBufferPointer(rebasing: bytes[kept...])
      return try source.read(into: UnsafeMutableRawBufferPointer(free))
    }
    filled = 0..<(kept + count)
    ended = count == 0
  }
}
