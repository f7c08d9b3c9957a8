package import NIOCore

/// What the server itself tells the page, in the form of the daemon's messages.
package enum WebMessage: Sendable {
  /// The daemon's lines follow.
  case present
  /// There is no daemon; why, in words.
  case absent(String)

  package var event: ByteBuffer {
    switch self {
    case .present: EventFramer.event(#"{"type":"web","daemon":"connected"}"#)
    case .absent(let reason):
      EventFramer.event(#"{"type":"web","daemon":"absent","message":"\#(jsonEscaped(reason))"}"#)
    }
  }
}
