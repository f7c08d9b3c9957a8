import Boards
import Quantities

/// Sets one key of `[mount]` in the text of a configuration and keeps all other bytes.
///
/// - Parameters:
///   - key: `board`, `magnetometer` or `inertial`.
///   - value: without quotes.
///   - text: TOML that is a valid configuration.
package func settingMount(_ key: String, to value: String, in text: String) -> String {
  setting(.mount(key, to: value), in: text)
}

extension SettingEdit {
  /// One key of `[mount]`.
  ///
  /// - Parameters:
  ///   - key: `board`, `magnetometer` or `inertial`.
  ///   - value: without quotes.
  package static func mount(_ key: String, to value: String) -> Self {
    Self(section: "mount", key: key, literal: "\"\(value)\"")
  }
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
    let edit = SettingEdit.mount(key, to: value)
    guard after == before, mount.isInForce(edit) else {
      throw ConfigurationEditError.byHand(edit, path: path)
    }
    try file.replace(with: changed)
  }
}

extension Configuration.Mount {
  /// The value of the key `board` for these words; the board's name or the axes that they lack are those of this mount.
  ///
  /// - Parameter words: a board's name, three axes, or both.
  /// - Returns: `nil` where they lack what is not the same for the magnetometer and the inertial chip.
  /// - Throws: `MountWordsError` if they are no mount.
  package func boardText(with words: String) throws(MountWordsError) -> String? {
    var asked = Configuration.Mount()
    try asked.set(board: words, magnetometer: nil, inertial: nil)
    guard let board = asked.magnetometerBoard else {
      guard magnetometerBoard == inertialBoard else { return nil }
      asked.magnetometerBoard = magnetometerBoard
      return asked.magnetometerText
    }
    let isNameAlone = words.split(separator: " ").count == 1
    guard isNameAlone else { return asked.magnetometerText }
    guard magnetometer == inertial else { return nil }
    guard magnetometer != .componentsUp else { return board.name }
    asked.magnetometer = magnetometer
    return asked.magnetometerText
  }

  /// Whether this mount is what a setting says; true for a setting that is no mount. `magnetometer` and `inertial` come
  /// before `board`.
  func isInForce(_ edit: SettingEdit) -> Bool {
    guard edit.section == "mount", ["board", "magnetometer", "inertial"].contains(edit.key) else {
      return true
    }
    var asked = Configuration.Mount()
    do throws(MountWordsError) {
      let value = String(edit.literal.dropFirst().dropLast())
      try asked.set(board: value, magnetometer: nil, inertial: nil)
    } catch {
      return false  // a value that is no mount is not in use
    }
    return values(of: edit.key) == asked.values(of: edit.key)
  }

  /// The values that the key sets.
  fileprivate func values(of key: String) -> [String] {
    switch key {
    case "magnetometer": [magnetometerText]
    case "inertial": [inertialText]
    default: [magnetometerText, inertialText]
    }
  }
}
