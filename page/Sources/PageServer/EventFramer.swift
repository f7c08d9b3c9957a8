package import NIOCore

/// Makes server-sent events of the daemon's lines: `data: LINE`, and an empty line.
package struct EventFramer: Sendable {
  /// A line that is not complete yet.
  private var rest: [UInt8] = []
  /// Bytes that a line may have: more than a daemon of any version sends.
  private static let lineBytes = 65_536

  package init() {}

  /// A line is longer than any of the daemon's.
  package struct LineTooLong: Error {}

  /// - Parameter bytes: what the daemon sent next; lines end with LF.
  /// - Returns: an event for each line that is complete now.
  /// - Throws: `LineTooLong`.
  package mutating func events(of bytes: ByteBuffer) throws(LineTooLong) -> ByteBuffer {
    var events = ByteBuffer()
    var lines = bytes.readableBytesView[...]
    while let end = lines.firstIndex(of: UInt8(ascii: "\n")) {
      Self.write(rest, lines[..<end], to: &events)
      rest.removeAll(keepingCapacity: true)
      lines = lines[(end + 1)...]
    }
    rest.append(contentsOf: lines)
    guard rest.count <= Self.lineBytes else { throw LineTooLong() }
    return events
  }

  /// An event of one line of JSON without LF.
  package static func event(_ line: String) -> ByteBuffer {
    ByteBuffer(string: "data: \(line)\n\n")
  }

  private static func write(_ first: [UInt8], _ second: ByteBufferView, to events: inout ByteBuffer)
  {
    events.writeStaticString("data: ")
    events.writeBytes(first)
    events.writeBytes(second)
    events.writeStaticString("\n\n")
  }
}
