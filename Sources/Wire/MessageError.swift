/// Why a line from the server cannot be decoded. The connection stays usable.
public enum MessageError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The line is not a JSON object; `reason` is the parser's error.
  case notJSON(reason: String)
  /// A required member is absent.
  case missing(key: String)
  /// A member's value is not of the expected kind.
  case wrong(key: String, expected: String)
  /// An unknown word in a member that cannot be ignored.
  case unknownValue(key: String, value: String)
  /// The server uses another major version of the protocol.
  case otherProtocol(major: Int)

  public var description: String {
    switch self {
    case .notJSON(let reason): "the line is not a JSON object: \(reason)"
    case .missing(let key): "the message has no \"\(key)\""
    case .wrong(let key, let expected): "\"\(key)\" is not \(expected)"
    case .unknownValue(let key, let value):
      "\"\(key)\" is \"\(value)\", which this version does not know; "
        + "install the same release of this program and the daemon"
    case .otherProtocol(let major):
      "the daemon uses version \(major) of the protocol, this program version "
        + "\(Hello.protocolMajor); install the same release of both"
    }
  }
}
