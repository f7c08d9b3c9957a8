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

  static func load(path: String, mayBeAbsent: Bool) throws(ConfigurationError) -> Configuration {
    func failure(_ problem: ConfigurationError.Problem) -> ConfigurationError {
      ConfigurationError(file: path, problem: problem)
    }
    let bytes: [UInt8]
    do {
      bytes = try readSmallFile(path: path, limitBytes: limitBytes)
    } catch {
      switch error {
      case .missing where mayBeAbsent: return Configuration()
      case .tooLarge(_, let limitBytes): throw failure(.tooLarge(limitBytes: limitBytes))
      default: throw failure(.unreadable(reason: error.reason))
      }
    }
    guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else {
      throw failure(.notText)
    }
    return try Configuration(toml: text, file: path)
  }
}
