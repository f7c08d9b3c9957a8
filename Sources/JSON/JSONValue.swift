/// A JSON value as a tree, for requests, headers and other texts that are read rarely.
package enum JSONValue: Equatable, Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  /// Members in the order of the text. Of two members with the same key, the first one counts.
  case object([Member])

  /// One `"key": value` of an object.
  package struct Member: Equatable, Sendable {
    package var key: String
    package var value: JSONValue

    package init(key: String, value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  /// Parses one value that fills `bytes`.
  package init(parsing bytes: ArraySlice<UInt8>) throws(JSONError) {
    var scanner = JSONScanner(bytes)
    self = try scanner.value()
    try scanner.end()
  }

  /// The member `key` of an object; `nil` if it is absent or this is not an object.
  package subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  package var number: Double? { if case .number(let value) = self { value } else { nil } }
  package var string: String? { if case .string(let value) = self { value } else { nil } }
  package var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  package var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }
  package var members: [Member]? { if case .object(let value) = self { value } else { nil } }
}

extension JSONScanner {
  /// Reads one value of any kind.
  package mutating func value() throws(JSONError) -> JSONValue {
    switch peek() {
    case UInt8(ascii: "{"): .object(try members())
    case UInt8(ascii: "["): .array(try elements())
    case UInt8(ascii: "\""): .string(try string())
    case UInt8(ascii: "t"), UInt8(ascii: "f"): .bool(try bool())
    case UInt8(ascii: "n"): try nullValue()
    case nil: throw .unexpectedEnd
    default: .number(try number())
    }
  }

  private mutating func nullValue() throws(JSONError) -> JSONValue {
    try null()
    return .null
  }

  private mutating func members() throws(JSONError) -> [JSONValue.Member] {
    try beginObject()
    var members: [JSONValue.Member] = []
    while let key = try nextKey(first: members.isEmpty) {
      guard let text = key.text else { throw .badString(column: column) }
      members.append(JSONValue.Member(key: text, value: try value()))
    }
    return members
  }

  private mutating func elements() throws(JSONError) -> [JSONValue] {
    try beginArray()
    var elements: [JSONValue] = []
    while try nextElement(first: elements.isEmpty) { elements.append(try value()) }
    return elements
  }
}
