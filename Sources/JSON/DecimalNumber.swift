private import Glibc

/// Parses a JSON number to the nearest double.
struct DecimalNumber {
  private var negative = false
  private var significand: UInt64 = 0
  private var significantDigits = 0
  private var exponent = 0

  /// Scans a number by the grammar of RFC 8259 §6 and moves `index` after it; false if the bytes
  /// are not a number.
  mutating func scan(_ bytes: ArraySlice<UInt8>, _ index: inout Int) -> Bool {
    func digit() -> UInt8? {
      guard index < bytes.endIndex, bytes[index].isDigit else { return nil }
      return bytes[index] - UInt8(ascii: "0")
    }
    if index < bytes.endIndex, bytes[index] == UInt8(ascii: "-") {
      negative = true
      index += 1
    }
    guard let first = digit() else { return false }
    if first == 0 {
      index += 1
      if digit() != nil { return false }  // no leading zeros
    }
    while let next = digit() {
      append(next)
      index += 1
    }
    if index < bytes.endIndex, bytes[index] == UInt8(ascii: ".") {
      index += 1
      guard digit() != nil else { return false }
      while let next = digit() {
        append(next)
        exponent -= 1
        index += 1
      }
    }
    if index < bytes.endIndex, bytes[index] | 0x20 == UInt8(ascii: "e") {
      index += 1
      var sign = 1
      if index < bytes.endIndex,
        bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: "+")
      {
        if bytes[index] == UInt8(ascii: "-") { sign = -1 }
        index += 1
      }
      guard digit() != nil else { return false }
      var written = 0
      while let next = digit() {
        if written < 100_000 { written = written * 10 + Int(next) }
        index += 1
      }
      exponent += sign * written
    }
    return true
  }

  private mutating func append(_ digit: UInt8) {
    if significand > 0 || digit > 0 { significantDigits += 1 }
    if significantDigits <= 19 { significand = significand &* 10 &+ UInt64(digit) }
  }

  /// The nearest double; `nil` if it would be infinite.
  ///
  /// - Source: W. D. Clinger, "How to Read Floating Point Numbers Accurately" (1990): with a
  ///   significand under 2⁵³ and a power of ten that a double holds exactly, one multiplication or
  ///   division rounds once and so is exact. The other, rare numbers are left to the C library.
  func value(of text: ArraySlice<UInt8>) -> Double? {
    let value: Double
    if significantDigits <= 19, significand < 1 << 53, abs(exponent) < Self.powersOfTen.count {
      let magnitude = Double(significand)
      let power = Self.powersOfTen[abs(exponent)]
      let scaled = exponent < 0 ? magnitude / power : magnitude * power
      value = negative ? -scaled : scaled
    } else {
      value = strtod(String(decoding: text, as: UTF8.self), nil)
    }
    return value.isFinite ? value : nil
  }

  /// 10⁰ … 10²², all of them exact in a double.
  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]
}
