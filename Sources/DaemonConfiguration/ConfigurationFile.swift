private import Storage

extension Configuration {
  /// The largest size of a configuration file. A larger file is certainly another one.
  package static let limitBytes = 65_536

  /// Reads the configuration.
  ///
  /// - Parameter path: the file that the user named; `nil` for the default path, where a missing
  ///   file
  ///   counts as empty.
  /// - Throws: `ConfigurationError` with the file, the key or line, and the remedy.
  package static func load(path: String?) throws(ConfigurationError) -> Configuration {
    try load(path: path ?? defaultPath, mayBeAbsent: path == nil)
  }

  /// Reads the configuration of a file that the user named.
  ///
  /// - Parameter mayBeAbsent: whether a missing file counts as empty.
  /// - Throws: as `load(path:)`.
  package static func load(
    path: String, mayBeAbsent: Bool
  ) throws(ConfigurationError) -> Configuration {
    guard let text = try text(path: path, mayBeAbsent: mayBeAbsent) else { return Configuration() }
    return try Configuration(toml: text, file: path)
  }

  /// Everything that is wrong with a configuration file; empty where `load` would succeed.
  ///
  /// - Parameter path: as in `load`.
  package static func problems(path: String?) -> [ConfigurationError] {
    let file = path ?? defaultPath
    do throws(ConfigurationError) {
      guard let text = try text(path: file, mayBeAbsent: path == nil) else { return [] }
      return problems(toml: text, file: file)
    } catch { return [error] }
  }

  /// The text of a file; `nil` where it is absent and may be.
  private static func text(
    path: String, mayBeAbsent: Bool
  ) throws(ConfigurationError) -> String? {
    func failure(_ problem: ConfigurationError.Problem) -> ConfigurationError {
      ConfigurationError(file: path, problem: problem)
    }
    let bytes: [UInt8]
    do {
      bytes = try readSmallFile(path: path, limitBytes: limitBytes)
    } catch {
      switch error {
      case .missing where mayBeAbsent: return nil
      case .tooLarge(_, let limitBytes): throw failure(.tooLarge(limitBytes: limitBytes))
      default: throw failure(.unreadable(reason: error.reason))
      }
    }
    guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else {
      throw failure(.notText)
    }
    return text
  }
}
