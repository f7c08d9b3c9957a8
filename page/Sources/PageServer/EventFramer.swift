package import NIOCore

/// Makes server-sent events of the daemon's lines: `data: LINE`, and an empty line.
package struct EventFramer: Sendable {
  private var splitter = LineSplitter()

  package init() {}

  /// - Parameter bytes: what the daemon sent next; lines end with LF.
  /// - Returns: an event for each line that is complete now.
  /// - Throws: `LineTooLong`.
  package mutating func events(of bytes: ByteBuffer) throws(LineTooLong) -> ByteBuffer {
    var events = ByteBuffer()
    try splitter.split(bytes) { first, second in
      events.writeStaticString("data: ")
      events.writeBytes(first)
      events.writeBytes(second)
      events.writeStaticString("\n\n")
    }
    return events
  }

  /// An event of one line of JSON without LF.
  package static func event(_ line: String) -> ByteBuffer {
    ByteBuffer(string: "data: \(line)\n\n")
  }
}
