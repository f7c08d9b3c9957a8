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
    var refused: [String] = []
    while true {
      do throws(ConfigurationError) {
        var configuration = Configuration()
        try configuration.read(section, file, refused: refused)
        return found
      } catch {
        var wrong = error.problem.key
        if case .missing(let key, let because) = error.problem, refused.contains(key) {
          // It is not missing: its value was refused. What needs it is left out, too.
          wrong = because
        } else {
          found.append(error)
        }
        guard let wrong, section.remove(wrong) else { return found }
        refused.append(wrong)
      }
    }
  }
}

extension ConfigurationError.Problem {
  /// The key that is wrong in the file; `nil` where that is none, or one that is missing.
  fileprivate var key: String? {
    switch self {
    case .unknownKey(let key, _, _), .badValue(let key, _, _): key
    case .unreadable, .tooLarge, .notText, .syntax, .missing, .unusable: nil
    }
  }
}

extension TOMLEntry {
  /// Removes the key with this path from a section.
  ///
  /// - Returns: whether it was there.
  fileprivate mutating func remove(_ path: String) -> Bool {
    let section = "\(key)."
    // By bytes: a key may begin with a mark that makes one character with the dot.
    guard case .table(var entries) = item, path.utf8.starts(with: section.utf8) else {
      return false
    }
    let name = Substring(path.utf8.dropFirst(section.utf8.count))
    guard let index = entries.firstIndex(where: { $0.key == name }) else { return false }
    item = .table([])  // so that `entries` is the only reference, and nothing is copied
    entries.remove(at: index)
    item = .table(entries)
    return true
  }
}
