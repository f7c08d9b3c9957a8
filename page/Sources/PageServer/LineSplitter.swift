internal import NIOCore

/// A line is longer than any of the daemon's.
package struct LineTooLong: Error, CustomStringConvertible {
  package let description = "a line is too long"
}

/// Puts together the daemon's lines from the pieces in which they come.
struct LineSplitter: Sendable {
  /// A line that is not complete yet.
  private var rest: [UInt8] = []
  /// Bytes that a line may have: more than a daemon of any version sends.
  private static let lineBytes = 65_536

  /// Hands over each line that is complete now, without its LF, as two parts: what came before, and what came now.
  ///
  /// - Parameter bytes: what the daemon sent next; lines end with LF.
  mutating func split(
    _ bytes: ByteBuffer, _ take: ([UInt8], ByteBufferView) -> Void
  ) throws(LineTooLong) {
    var lines = bytes.readableBytesView[...]
    while let end = lines.firstIndex(of: UInt8(ascii: "\n")) {
      take(rest, lines[..<end])
      rest.removeAll(keepingCapacity: true)
      lines = lines[(end + 1)...]
    }
    rest.append(contentsOf: lines)
    guard rest.count <= Self.lineBytes else { throw LineTooLong() }
  }
}
