/// Reads JSON (RFC 8259) from bytes, one token at a time, without building a tree.
///
/// It is for lines of a known form that arrive many thousand times a second; use `JSONValue` for
/// other texts. After an error, the scanner must not be used any more.
package struct JSONScanner {
  /// The maximum nesting of objects and arrays, so that a hostile text cannot exhaust the stack.
  package static let maximumDepth = 32

  private let bytes: ArraySlice<UInt8>
  private var index: Int
  private var depth = 0

  /// - Parameter bytes: UTF-8 text of one value.
  package init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    index = bytes.startIndex
  }

  /// The column of the next byte, from 1.
  package var column: Int { index - bytes.startIndex + 1 }

  /// The next byte that is not white space; `nil` at the end.
  package mutating func peek() -> UInt8? {
    while index < bytes.endIndex {
      switch bytes[index] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        index += 1
      case let byte: return byte
      }
    }
    return nil
  }

  /// Enters an object; read its members with `nextKey`.
  package mutating func beginObject() throws(JSONError) {
    try enter(UInt8(ascii: "{"), "an object")
  }

  /// Enters an array; read its elements with `nextElement`.
  package mutating func beginArray() throws(JSONError) {
    try enter(UInt8(ascii: "["), "an array")
  }

  /// Moves to the value of the next member and returns its key, which is a valid string, or leaves
  /// the object and returns `nil`.
  ///
  /// - Parameter first: whether nothing has been read from this object yet.
  package mutating func nextKey(first: Bool) throws(JSONError) -> JSONKey? {
    guard try nextItem(first: first, closing: UInt8(ascii: "}")) else { return nil }
    let key = try scanString()
    try expect(UInt8(ascii: ":"), "':'")
    return key
  }

  /// Moves to the next element and returns true, or leaves the array and returns false.
  ///
  /// - Parameter first: whether nothing has been read from this array yet.
  package mutating func nextElement(first: Bool) throws(JSONError) -> Bool {
    try nextItem(first: first, closing: UInt8(ascii: "]"))
  }

  /// Reads a string.
  package mutating func string() throws(JSONError) -> String {
    guard peek() == UInt8(ascii: "\"") else { throw unexpected("a string") }
    let start = column
    guard let text = try scanString().text else { throw .badString(column: start) }
    return text
  }

  /// Reads a number.
  package mutating func number() throws(JSONError) -> Double {
    guard let byte = peek() else { throw .unexpectedEnd }
    guard byte == UInt8(ascii: "-") || byte.isDigit else { throw unexpected("a number") }
    let start = index
    var number = DecimalNumber()
    guard number.scan(bytes, &index), let value = number.value(of: bytes[start..<index]) else {
      throw .badNumber(column: start - bytes.startIndex + 1)
    }
    return value
  }

  /// Reads `true` or `false`.
  package mutating func bool() throws(JSONError) -> Bool {
    switch peek() {
    case UInt8(ascii: "t"):
      try word("true")
      return true
    case UInt8(ascii: "f"):
      try word("false")
      return false
    case nil: throw .unexpectedEnd
    default: throw unexpected("true or false")
    }
  }

  /// Reads `null`.
  package mutating func null() throws(JSONError) { try word("null") }

  /// Reads one value of any kind and discards it.
  package mutating func skipValue() throws(JSONError) {
    switch peek() {
    case UInt8(ascii: "{"):
      try beginObject()
      var first = true
      while try nextKey(first: first) != nil {
        try skipValue()
        first = false
      }
    case UInt8(ascii: "["):
      try beginArray()
      var first = true
      while try nextElement(first: first) {
        try skipValue()
        first = false
      }
    case UInt8(ascii: "\""): _ = try scanString()
    case UInt8(ascii: "t"), UInt8(ascii: "f"): _ = try bool()
    case UInt8(ascii: "n"): try null()
    case nil: throw .unexpectedEnd
    default: _ = try number()
    }
  }

  /// Throws unless only white space is left.
  package mutating func end() throws(JSONError) {
    if peek() != nil { throw unexpected("the end of the line") }
  }

  /// An error at the next byte.
  package func unexpected(_ expected: String) -> JSONError {
    index < bytes.endIndex ? .unexpected(column: column, expected: expected) : .unexpectedEnd
  }

  private mutating func enter(_ bracket: UInt8, _ expected: StaticString) throws(JSONError) {
    try expect(bracket, expected)
    depth += 1
    guard depth <= Self.maximumDepth else { throw .tooDeep(column: column - 1) }
  }

  private mutating func nextItem(first: Bool, closing: UInt8) throws(JSONError) -> Bool {
    guard let byte = peek() else { throw .unexpectedEnd }
    if byte == closing {
      index += 1
      depth -= 1
      return false
    }
    if !first {
      try expect(UInt8(ascii: ","), closing == UInt8(ascii: "}") ? "',' or '}'" : "',' or ']'")
    }
    return true
  }

  /// `expected` is a `StaticString`, so that no text is made if there is no error.
  private mutating func expect(_ byte: UInt8, _ expected: StaticString) throws(JSONError) {
    guard peek() == byte else { throw unexpected(expected.description) }
    index += 1
  }

  private mutating func word(_ word: StaticString) throws(JSONError) {
    _ = peek()
    let end = index + word.utf8CodeUnitCount
    let matches = word.withUTF8Buffer {
      end <= bytes.endIndex && bytes[index..<end].elementsEqual($0)
    }
    guard matches else { throw unexpected(word.description) }
    index = end
  }

  /// The bytes between the quotes. Escapes and bytes outside ASCII are checked at once, so that
  /// strings are valid even if they are never decoded.
  private mutating func scanString() throws(JSONError) -> JSONKey {
    _ = peek()
    let quote = column
    try expect(UInt8(ascii: "\""), "a string")
    let start = index
    var escaped = false
    var plain = true
    while index < bytes.endIndex {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        index += 1
        let string = JSONKey(bytes: bytes[start..<(index - 1)], escaped: escaped)
        guard plain || string.text != nil else { throw .badString(column: quote) }
        return string
      case UInt8(ascii: "\\"):
        escaped = true
        plain = false
        index += 2
      case 0..<0x20: throw .badString(column: column)
      case 0x80...0xFF:
        plain = false
        index += 1
      default: index += 1
      }
    }
    throw .unexpectedEnd
  }
}

extension UInt8 {
  var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
}
