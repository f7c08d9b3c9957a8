private import TOMLKit

/// A value in the file. This is the only source file that uses the TOML parser.
indirect enum TOMLItem: Equatable {
  case table([TOMLEntry])
  case string(String)
  case integer(Int)
  case double(Double)
  case bool(Bool)
  /// A value of a type that no setting has; the type in words.
  case other(String)

  /// The value as text for error messages.
  var description: String {
    switch self {
    case .table: "a table"
    case .string(let text): "\"\(text)\""
    case .integer(let number): String(number)
    case .double(let number): String(number)
    case .bool(let flag): String(flag)
    case .other(let type): type
    }
  }
}

struct TOMLEntry: Equatable {
  var key: String
  var item: TOMLItem
}

/// The error for a text that is not TOML.
struct TOMLSyntaxError: Error, Equatable {
  var line: Int
  var column: Int
  var reason: String
}

/// The depth of the sections; tables inside them are not read.
private let deepestTable = 2

/// Parses the text into entries, in the order of their keys.
func parseTOML(_ text: String) throws(TOMLSyntaxError) -> [TOMLEntry] {
  try checkText(text)
  let table: TOMLTable
  do {
    table = try TOMLTable(string: text)
  } catch let error as TOMLParseError {
    throw TOMLSyntaxError(
      line: error.source.begin.line, column: error.source.begin.column, reason: error.description)
  } catch {
    throw TOMLSyntaxError(line: 1, column: 1, reason: "\(error)")
  }
  return entries(of: table, depth: 1)
}

private func entries(of table: TOMLTable, depth: Int) -> [TOMLEntry] {
  table.keys.map { key in
    TOMLEntry(key: key, item: table[key].map { item($0, depth) } ?? .other("unreadable"))
  }
}

private func item(_ value: any TOMLValueConvertible, _ depth: Int) -> TOMLItem {
  if let text = value.string { return .string(text) }
  if let number = value.int { return .integer(number) }
  if let number = value.double { return .double(number) }
  if let flag = value.bool { return .bool(flag) }
  if let table = value.table {
    return .table(depth < deepestTable ? entries(of: table, depth: depth + 1) : [])
  }
  return .other(value.array == nil ? "a date or time" : "an array")
}
