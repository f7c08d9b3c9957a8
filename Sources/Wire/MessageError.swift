/// Why a line of the server cannot be understood; the connection can go on.
public enum MessageError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Not a JSON object; `reason` says where it stops being one.
  case notJSON(reason: String)
  /// A member that every such message has is not there.
  case missing(key: String)
  /// A member is not what the protocol says it is.
  case wrong(key: String, expected: String)
  /// A word that this client does not know, where guessing at it would be wrong.
  case unknownValue(key: String, value: String)
  /// The server speaks another major version of the protocol.
  case otherProtocol(major: Int)

  public var description: String {
    switch self {
    case .notJSON(let reason): "the line is not a JSON object: \(reason)"
    case .missing(let key): "the message has no \"\(key)\""
    case .wrong(let key, let expected): "\"\(key)\" is not \(expected)"
    case .unknownValue(let key, let value):
      "\"\(key)\" is \"\(value)\", which this version does not know; install the daemon's own"
    case .otherProtocol(let major):
      "the daemon speaks version \(major) of the protocol, this program version "
        + "\(Hello.protocolMajor); install the same release of both"
    }
  }
}
