/// One table of the file. Reading is strict: only known keys, each with its type and range.
struct Section {
  let file: String
  /// The table's name.
  let name: String
  private let entries: [TOMLEntry]
  private let refused: [String]

  /// - Parameter refused: paths of keys that were left out because their values are wrong.
  /// - Throws: `unknownKey` for the first key that is not in `known`.
  init(
    file: String, name: String, entries: [TOMLEntry], known: [String], refused: [String] = []
  ) throws(ConfigurationError) {
    self.file = file
    self.name = name
    self.entries = entries
    self.refused = refused
    for entry in entries where !known.contains(entry.key) {
      throw unknownKey(path(entry.key), entry.key)
    }
  }

  private func unknownKey(_ path: String, _ key: String) -> ConfigurationError {
    ConfigurationError(
      file: file,
      problem: .unknownKey(
        key: path, nearest: KnownKeys.nearest(to: key, in: name),
        known: KnownKeys.paths(in: name)))
  }

  func path(_ key: String) -> String { "\(name).\(key)" }

  private func item(_ key: String) -> TOMLItem? { entries.first { $0.key == key }?.item }

  func has(_ key: String) -> Bool { item(key) != nil }

  /// Whether the key was left out because its value is wrong.
  func isRefused(_ key: String) -> Bool { refused.contains(path(key)) }

  func badValue(_ key: String, _ allowed: String) -> ConfigurationError {
    let value = item(key)?.description ?? "nothing"
    return ConfigurationError(
      file: file, problem: .badValue(key: path(key), value: value, allowed: allowed))
  }

  func missing(_ key: String, because other: String) -> ConfigurationError {
    ConfigurationError(file: file, problem: .missing(key: path(key), because: path(other)))
  }

  /// A number in `range`, integer or not; `nil` if the key is absent.
  func number(_ key: String, _ range: ClosedRange<Double>, _ unit: String)
    throws(ConfigurationError) -> Double?
  {
    let value: Double
    switch item(key) {
    case nil: return nil
    case .integer(let number): value = Double(number)
    case .double(let number): value = number
    default: throw badValue(key, "a number, \(range.words) \(unit)")
    }
    guard range.contains(value) else { throw badValue(key, "\(range.words) \(unit)") }
    return value
  }

  /// `true` or `false`; `nil` if the key is absent.
  func bool(_ key: String) throws(ConfigurationError) -> Bool? {
    guard let item = item(key) else { return nil }
    guard case .bool(let flag) = item else { throw badValue(key, "true or false") }
    return flag
  }

  /// A whole number in `range`; `nil` if the key is absent.
  func integer(_ key: String, _ range: ClosedRange<Int>) throws(ConfigurationError) -> Int? {
    guard let item = item(key) else { return nil }
    guard case .integer(let number) = item, range.contains(number) else {
      throw badValue(key, "a whole number, \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// The text of each key, numbers as text.
  func words() throws(ConfigurationError) -> [String: String] {
    var words: [String: String] = [:]
    for entry in entries {
      switch entry.item {
      case .string(let text): words[entry.key] = text
      case .integer, .double: words[entry.key] = entry.item.description
      case .table, .bool, .other: throw badValue(entry.key, "text or a number")
      }
    }
    return words
  }

  /// A string that `isGood` accepts; `nil` if the key is absent.
  func string(_ key: String, _ allowed: String, where isGood: (String) -> Bool)
    throws(ConfigurationError) -> String?
  {
    guard let item = item(key) else { return nil }
    guard case .string(let text) = item, isGood(text) else { throw badValue(key, allowed) }
    return text
  }
}

extension Section {
  /// The name or the number of a bus; `nil` if the key is absent. The number may be written without quotes.
  func bus(_ key: String, _ allowed: String) throws(ConfigurationError) -> String? {
    if case .integer(let number)? = item(key), number >= 0 { return "\(number)" }
    return try string(key, allowed) { !$0.isEmpty && $0.utf8.count <= 128 }
  }
}

extension ClosedRange<Double> {
  /// The range as text: `-90 to 90`. Whole numbers have no decimal point.
  fileprivate var words: String {
    func word(_ value: Double) -> String {
      value == value.rounded() ? String(Int(value)) : String(value)
    }
    return "\(word(lowerBound)) to \(word(upperBound))"
  }
}
