/// Why bytes are not the expected JSON.
package enum JSONError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The text ends inside a value.
  case unexpectedEnd
  /// Another byte is in place of `expected`; `column` counts bytes from 1.
  case unexpected(column: Int, expected: String)
  /// A number that no double can hold, or not written as JSON writes numbers.
  case badNumber(column: Int)
  /// A string with a bad escape, a bare control character or broken UTF-8.
  case badString(column: Int)
  /// Nested deeper than `JSONScanner.maximumDepth`.
  case tooDeep(column: Int)

  package var description: String {
    switch self {
    case .unexpectedEnd: "the text ends inside a value"
    case .unexpected(let column, let expected): "expected \(expected) at column \(column)"
    case .badNumber(let column): "not a JSON number at column \(column)"
    case .badString(let column): "not a JSON string at column \(column)"
    case .tooDeep(let column): "nested too deep at column \(column)"
    }
  }
}
