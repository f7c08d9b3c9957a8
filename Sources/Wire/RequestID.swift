internal import JSON

/// The `id` of a request, which its answer repeats byte for byte.
///
/// It is kept as the text that the client sent: as a double, a 64-bit counter would lose its last digits.
public struct RequestID: Equatable, Sendable {
  /// A JSON number or a JSON string.
  package let text: [UInt8]

  public init(_ number: Int) { text = Array(String(number).utf8) }

  public init(_ string: String) {
    var writer = JSONWriter(capacity: 32)
    writer.string(string)
    text = writer.bytes
  }

  /// The member `id` of an object that was parsed before.
  ///
  /// - Returns: `nil` where the object has none.
  /// - Throws: where it is neither a number nor a string.
  init?(of object: JSONValue, _ line: ArraySlice<UInt8>) throws(RequestError) {
    switch object["id"] {
    case nil: return nil
    case .number, .string:
      guard let text = memberText("id", of: line) else { return nil }
      self.text = text
    default:
      throw RequestError(
        code: .badValue, message: "\"id\" is neither a number nor a string",
        hint: "leave it out, or count your requests: \"id\":1")
    }
  }

  /// The number, where it is a whole one that fits.
  public var number: Int? { Int(String(decoding: text, as: UTF8.self)) }
}
