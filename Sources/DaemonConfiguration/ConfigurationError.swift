private import Quantities

/// Why a configuration cannot be used; the description is one line with file, key and remedy.
package struct ConfigurationError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is wrong.
  package enum Problem: Equatable, Sendable {
    /// The file cannot be opened or read; `reason` says why.
    case unreadable(reason: String)
    /// More than `limitBytes`.
    case tooLarge(limitBytes: Int)
    /// Not UTF-8 text, or text with a zero in it.
    case notText
    /// Not TOML; line and column count from 1.
    case syntax(line: Int, column: Int, reason: String)
    /// An unknown key or section; `nearest` is the path of the known one with the most similar
    /// name.
    case unknownKey(key: String, nearest: String?, known: [String])
    /// A value of the wrong type or out of range.
    case badValue(key: String, value: String, allowed: String)
    /// `key` is missing, but `because`, which needs it, is given.
    case missing(key: String, because: String)
    /// What `key` names, such as a file or a group, cannot be used; `reason` says why and what to do.
    case unusable(key: String, reason: String)
  }

  /// The file's path, as it was given.
  package var file: String
  package var problem: Problem

  package init(file: String, problem: Problem) {
    self.file = file
    self.problem = problem
  }

  package var description: String { "\(shown(file, longest: .max)): \(text)" }

  private var text: String {
    switch problem {
    case .unreadable(let reason): "cannot be read: \(reason)"
    case .tooLarge(let limitBytes):
      "is too large for a configuration file; the limit is \(limitBytes) bytes"
    case .notText: "is not a text file; write TOML in UTF-8"
    case .syntax(let line, let column, let reason):
      "line \(line), column \(column): \(shown(reason, longest: 200))"
    case .unknownKey(let key, let nearest, let known):
      "\(shown(key, longest: 200)): unknown key; "
        + (nearest.map { "did you mean \($0)?" }
          ?? "known: \(known.joined(separator: ", "))")
    case .badValue(let key, let value, let allowed):
      "\(key): \(shown(value, longest: 200)) is not allowed; give \(allowed)"
    case .missing(let key, let because):
      "\(key): is missing; \(because) needs it"
    case .unusable(let key, let reason): "\(key): \(reason)"
    }
  }
}
