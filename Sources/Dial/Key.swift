/// A key that a full-screen view knows.
package enum Key: Equatable, Sendable {
  /// A printable ASCII character.
  case character(Character)
  case tab, backTab, left, right, escape

  /// The keys that a terminal sends as these bytes.
  ///
  /// Escape sequences of other keys are skipped whole. An escape character that ends the bytes is the Esc key.
  ///
  /// Source: ECMA-48, control sequences; xterm control sequences, "PC-Style Function Keys".
  static func keys(in bytes: some Sequence<UInt8>) -> [Key] {
    var keys: [Key] = []
    var rest = Array(bytes)[...]
    while let byte = rest.popFirst() {
      switch byte {
      case 0x09: keys.append(.tab)
      case 0x1B:
        guard rest.first == UInt8(ascii: "[") || rest.first == UInt8(ascii: "O") else {
          keys.append(.escape)
          continue
        }
        rest.removeFirst()
        if let key = sequence(&rest) { keys.append(key) }
      case 0x20..<0x7F: keys.append(.character(Character(Unicode.Scalar(byte))))
      default: continue
      }
    }
    return keys
  }

  /// The key of a control sequence; takes it up to its final byte.
  private static func sequence(_ rest: inout ArraySlice<UInt8>) -> Key? {
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "C"): return .right
      case UInt8(ascii: "D"): return .left
      case UInt8(ascii: "Z"): return .backTab
      case 0x40...0x7E: return nil
      default: continue
      }
    }
    return nil
  }
}
