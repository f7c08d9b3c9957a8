/// Sets one key of `[mount]` in the text of a configuration and keeps all other bytes.
///
/// - Parameters:
///   - key: `board`, `magnetometer` or `inertial`.
///   - value: without quotes.
///   - text: TOML that is a valid configuration.
package func settingMount(_ key: String, to value: String, in text: String) -> String {
  setting(SettingEdit(section: "mount", key: key, literal: "\"\(value)\""), in: text)
}

extension Configuration {
  /// Writes one key of `[mount]` into a configuration file, atomically. Keeps everything else in
  /// the file, its permissions, and a link to it.
  ///
  /// - Throws: `ConfigurationError` if the file is not a valid configuration; `ConfigurationEditError`
  ///   if it cannot be written, or has a layout that this function cannot change safely.
  package static func writeMount(_ key: String, to value: String, path: String) throws {
    let file = EditedFile(path)
    let text = try file.read()
    let before = try Configuration(toml: text, file: path)
    let changed = settingMount(key, to: value, in: text)
    var after = try Configuration(toml: changed, file: path)
    let mount = after.mount
    after.mount = before.mount
    guard after == before, mount.values(of: key).allSatisfy({ $0 == value }) else {
      throw ConfigurationEditError(
        description:
          "\(path): write \(key) = \"\(value)\" under [mount] by hand: the file's layout does not"
          + " allow a safe automatic change")
    }
    try file.replace(with: changed)
  }
}

extension Configuration.Mount {
  /// The values that the key sets.
  fileprivate func values(of key: String) -> [String] {
    switch key {
    case "magnetometer": [magnetometerText]
    case "inertial": [inertialText]
    default: [magnetometerText, inertialText]
    }
  }
}
