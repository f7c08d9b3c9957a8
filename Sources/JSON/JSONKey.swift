/// The bytes between the quotes of a string, which can be compared without making a `String`.
package struct JSONKey {
  /// The bytes between the quotes, escapes not resolved.
  let bytes: ArraySlice<UInt8>
  let escaped: Bool

  /// Whether the key is `name`.
  package static func ~= (name: StaticString, key: JSONKey) -> Bool {
    guard !key.escaped else { return key.text == name.description }
    guard name.utf8CodeUnitCount == key.bytes.count else { return false }
    return key.bytes.withUnsafeBufferPointer { bytes in
      name.withUTF8Buffer { $0.elementsEqual(bytes) }
    }
  }

  /// The text with its escapes resolved; `nil` if it is not valid JSON or UTF-8.
  package var text: String? {
    guard escaped else { return String(validating: bytes, as: UTF8.self) }
    return unescaped().flatMap { String(validating: $0, as: UTF8.self) }
  }

  private func unescaped() -> [UInt8]? {
    var result: [UInt8] = []
    var rest = bytes
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        result.append(byte)
        continue
      }
      guard let escape = rest.popFirst() else { return nil }
      if escape == UInt8(ascii: "u") {
        guard let scalar = Self.unicodeEscape(&rest) else { return nil }
        result += Array(String(Character(scalar)).utf8)
      } else {
        guard let plain = Self.plainEscapes[escape] else { return nil }
        result.append(plain)
      }
    }
    return result
  }

  private static let plainEscapes: [UInt8: UInt8] = [
    UInt8(ascii: "\""): UInt8(ascii: "\""), UInt8(ascii: "\\"): UInt8(ascii: "\\"),
    UInt8(ascii: "/"): UInt8(ascii: "/"), UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C,
    UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09,
  ]

  /// The scalar of `\uXXXX`, after the `\u`. A surrogate must be followed by its partner.
  private static func unicodeEscape(_ rest: inout ArraySlice<UInt8>) -> UnicodeScalar? {
    guard let high = hexDigits(&rest) else { return nil }
    guard (0xD800..<0xDC00).contains(high) else { return UnicodeScalar(high) }
    guard rest.popFirst() == UInt8(ascii: "\\"), rest.popFirst() == UInt8(ascii: "u"),
      let low = hexDigits(&rest), (0xDC00..<0xE000).contains(low)
    else { return nil }
    return UnicodeScalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
  }

  private static func hexDigits(_ rest: inout ArraySlice<UInt8>) -> UInt32? {
    guard rest.count >= 4 else { return nil }
    var value: UInt32 = 0
    for byte in rest.prefix(4) {
      guard let digit = Character(UnicodeScalar(byte)).hexDigitValue else { return nil }
      value = value << 4 + UInt32(digit)
    }
    rest.removeFirst(4)
    return value
  }
}
