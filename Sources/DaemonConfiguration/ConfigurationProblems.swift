extension Configuration {
  /// Everything that is wrong with a text, as `init(toml:file:)` would say it.
  ///
  /// After an error the key that it names is left out and the rest is read again, so that one error does
  /// not hide another. A text that is not TOML has one error.
  package static func problems(toml: String, file: String) -> [ConfigurationError] {
    let entries: [TOMLEntry]
    do throws(TOMLSyntaxError) { entries = try parseTOML(toml) } catch {
      return [
        ConfigurationError(
          file: file,
          problem: .syntax(line: error.line, column: error.column, reason: error.reason))
      ]
    }
    return entries.flatMap { problems(of: $0, file) }
  }

  private static func problems(of section: TOMLEntry, _ file: String) -> [ConfigurationError] {
    var found: [ConfigurationError] = []
    var section = section
    while true {
      do throws(ConfigurationError) {
        var configuration = Configuration()
        try configuration.read(section, file)
        return found
      } catch {
        found.append(error)
        guard section.remove(error.problem.key) else { return found }
      }
    }
  }
}

extension ConfigurationError.Problem {
  /// The key that is wrong in the file; `nil` where that is none, or one that is missing.
  fileprivate var key: String? {
    switch self {
    case .unknownKey(let key, _, _), .badValue(let key, _, _): key
    case .unreadable, .tooLarge, .notText, .syntax, .missing: nil
    }
  }
}

extension TOMLEntry {
  /// Removes the key with this path from a section.
  ///
  /// - Returns: whether it was there.
  fileprivate mutating func remove(_ path: String?) -> Bool {
    guard case .table(let entries) = item else { return false }
    let rest = entries.filter { "\(key).\($0.key)" != path }
    item = .table(rest)
    return rest.count < entries.count
  }
}
