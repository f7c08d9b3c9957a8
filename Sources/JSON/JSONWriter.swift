/// Writes compact JSON into one reused buffer.
///
/// Once the buffer has grown to the longest line, writing does not allocate. The caller must
/// balance objects and arrays; the writer places commas.
package struct JSONWriter {
  /// The bytes written so far.
  package private(set) var bytes: [UInt8] = []
  private var needsComma = false

  /// - Parameter capacity: bytes to reserve at once.
  package init(capacity: Int = 1024) { bytes.reserveCapacity(capacity) }

  /// Discards the bytes and keeps the memory.
  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    needsComma = false
  }

  package mutating func beginObject() { open(UInt8(ascii: "{")) }
  package mutating func endObject() { close(UInt8(ascii: "}")) }
  package mutating func beginArray() { open(UInt8(ascii: "[")) }
  package mutating func endArray() { close(UInt8(ascii: "]")) }

  /// Ends a line of JSON Lines.
  package mutating func newline() {
    bytes.append(UInt8(ascii: "\n"))
    needsComma = false
  }

  /// A key that needs no escapes; its value follows.
  package mutating func key(_ key: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    ascii(key)
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Any key; its value follows.
  package mutating func key(_ key: String) {
    separate()
    quoted(key)
    bytes.append(UInt8(ascii: ":"))
  }

  /// A string that needs no escapes.
  package mutating func string(_ value: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    ascii(value)
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
  }

  /// Any string.
  package mutating func string(_ value: String) {
    separate()
    quoted(value)
    needsComma = true
  }

  package mutating func bool(_ value: Bool) {
    separate()
    ascii(value ? "true" : "false")
    needsComma = true
  }

  package mutating func null() {
    separate()
    ascii("null")
    needsComma = true
  }

  package mutating func integer(_ value: Int64) {
    separate()
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    digits(value.magnitude)
    needsComma = true
  }

  /// A number rounded to `decimals` places (half away from zero), trailing zeros left out.
  ///
  /// - Parameters:
  ///   - value: finite, and below 9e15 / 10^`decimals` in magnitude: 9000 with 12 places.
  ///   - decimals: 0 to 12.
  package mutating func number(_ value: Double, decimals: Int) {
    number(value, decimals: decimals, keepsZeros: false)
  }

  /// A number rounded to `decimals` places (half away from zero), all of them written: `12.500`.
  ///
  /// - Parameters:
  ///   - value: finite, and below 9e15 / 10^`decimals` in magnitude: 9000 with 12 places.
  ///   - decimals: 0 to 12.
  package mutating func number(_ value: Double, fixedDecimals decimals: Int) {
    number(value, decimals: decimals, keepsZeros: true)
  }

  private mutating func number(_ value: Double, decimals: Int, keepsZeros: Bool) {
    precondition(Self.powersOfTen.indices.contains(decimals), "0 to 12 decimals, not \(decimals)")
    separate()
    let rounded = Self.roundedProduct(value, Self.powersOfTen[decimals])
    precondition(abs(rounded) < 9e15, "not a number that this writer is for: \(value)")
    if rounded < 0 { bytes.append(UInt8(ascii: "-")) }
    digits(UInt64(abs(rounded)), decimals: decimals, keepsZeros: keepsZeros)
    needsComma = true
  }

  /// The whole number nearest to `value` · `scale`, halves away from zero, as if nothing had been
  /// rounded on the way.
  ///
  /// The error of a product is at most half the step between doubles there. Halves lie on such
  /// steps, so only a product that is exactly a half can have been rounded to the wrong side.
  private static func roundedProduct(_ value: Double, _ scale: Double) -> Double {
    let product = value * scale
    let rounded = product.rounded()
    guard abs(product - rounded) == 0.5 else { return rounded }
    let lost = (-product).addingProduct(value, scale)
    let isLess = rounded < 0 ? lost > 0 : lost < 0
    return isLess ? product.rounded(.towardZero) : rounded
  }

  /// A number as the shortest text that reads back as the same `Double`, −0 too.
  ///
  /// - Parameter value: finite.
  package mutating func exactNumber(_ value: Double) {
    precondition(value.isFinite, "not a number that JSON has: \(value)")
    if value == 0, value.sign == .minus { raw("-0.0".utf8) } else { self.value(.number(value)) }
  }

  /// Any JSON value; a number is written as the shortest text that reads back the same, −0 as 0.
  package mutating func value(_ value: JSONValue) {
    switch value {
    case .null: null()
    case .bool(let flag): bool(flag)
    case .string(let text): string(text)
    case .number(let number):
      separate()
      if number == number.rounded(), abs(number) < 9e15 {
        bytes.append(contentsOf: "\(Int64(number))".utf8)
      } else {
        bytes.append(contentsOf: "\(number)".utf8)
      }
      needsComma = true
    case .array(let elements):
      beginArray()
      for element in elements { self.value(element) }
      endArray()
    case .object(let members):
      beginObject()
      for member in members {
        key(member.key)
        self.value(member.value)
      }
      endObject()
    }
  }

  /// Writes JSON text as a value.
  package mutating func raw(_ json: some Sequence<UInt8>) {
    separate()
    bytes.append(contentsOf: json)
    needsComma = true
  }

  /// Writes JSON text in contiguous memory as a value: the fastest way.
  package mutating func raw(_ json: UnsafeBufferPointer<UInt8>) {
    separate()
    bytes.append(contentsOf: json)
    needsComma = true
  }

  private mutating func open(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
  }

  private mutating func close(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  /// Writes a comma if a value or member precedes.
  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = false
  }

  private mutating func ascii(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  /// Writes `value` / 10^`decimals`.
  ///
  /// Digits are computed last first, each by a division that the compiler turns into a
  /// multiplication.
  private mutating func digits(_ value: UInt64, decimals: Int = 0, keepsZeros: Bool = false) {
    var text = InlineArray<24, UInt8>(repeating: 0)
    var start = text.count
    func put(_ byte: UInt8) {
      start -= 1
      text[start] = byte
    }
    var rest = value
    for _ in 0..<decimals {
      let digit = UInt8(truncatingIfNeeded: rest % 10)
      if keepsZeros || digit != 0 || start < text.count { put(UInt8(ascii: "0") + digit) }
      rest /= 10
    }
    if start < text.count { put(UInt8(ascii: ".")) }
    repeat {
      put(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    text.span.extracting(start...).withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
  }

  /// Writes a string. Text without escapes is copied at once; this is also the way of literals, for
  /// which the compiler prefers `String` to `StaticString`.
  private mutating func quoted(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    let copied = text.utf8.withContiguousStorageIfAvailable { utf8 in
      guard utf8.allSatisfy({ !Self.needsEscape($0) }) else { return false }
      bytes.append(contentsOf: utf8)
      return true
    }
    if copied != true { for byte in text.utf8 { escaped(byte) } }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private mutating func escaped(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      bytes.append(UInt8(ascii: "\\"))
      bytes.append(byte)
    case UInt8(ascii: "\n"): ascii("\\n")
    case UInt8(ascii: "\r"): ascii("\\r")
    case UInt8(ascii: "\t"): ascii("\\t")
    case 0..<0x20:
      ascii("\\u00")
      bytes.append(UInt8(ascii: "0") + byte >> 4)
      bytes.append(Self.hexDigits[Int(byte & 0xF)])
    default: bytes.append(byte)
    }
  }

  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12,
  ]
  private static let hexDigits = Array("0123456789abcdef".utf8)
}
