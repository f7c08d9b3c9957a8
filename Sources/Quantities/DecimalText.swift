extension Double {
  /// Parses a finite decimal number: digits, a point, a sign, an exponent. `nil` for any other
  /// text, including `nan`, `inf`, `0x1p4` and a decimal comma.
  package init?(decimal text: some StringProtocol) {
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
        UInt8(ascii: "+"), UInt8(ascii: "e"), UInt8(ascii: "E"):
        true
      default: false
      }
    }
    guard isPlain, let value = Double(text), value.isFinite else { return nil }
    self = value
  }
}
