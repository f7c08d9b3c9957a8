/// One setting in the text of a configuration.
package struct SettingEdit: Equatable, Sendable {
  /// Without brackets, as in `place`.
  package var section: String
  package var key: String
  /// The value as TOML writes it: a string with its quotes.
  package var literal: String

  package init(section: String, key: String, literal: String) {
    (self.section, self.key, self.literal) = (section, key, literal)
  }
}

extension Configuration {
  /// Writes settings into a configuration file, atomically, all or none. Keeps everything else in the file, its
  /// permissions, and a link to it; but a number that it replaces loses the comment after it.
  ///
  /// - Throws: `ConfigurationError` if the file is not a valid configuration, before or after; `ConfigurationEditError` if
  ///   it cannot be written, has a layout that this function cannot change safely, or another mount in `magnetometer` or
  ///   `inertial`, which come before `board`.
  /// - Returns: the configuration that the file holds then.
  @discardableResult
  package static func write(
    _ edits: [SettingEdit], path: String
  ) throws -> Configuration {
    let file = EditedFile(path)
    var text = try file.read()
    _ = try Configuration(toml: text, file: path)
    for edit in edits { text = setting(edit, in: text) }
    let written = try Configuration(toml: text, file: path)
    // A second time changes nothing, unless a later edit has hit the line of an earlier one.
    for edit in edits where setting(edit, in: text) != text || !written.mount.isInForce(edit) {
      throw ConfigurationEditError.byHand(edit, path: path)
    }
    try file.replace(with: text)
    return written
  }
}

/// The text with one setting: in its section, in the place of its former line if there is one.
///
/// - Parameter text: TOML that is a valid configuration.
func setting(_ edit: SettingEdit, in text: String) -> String {
  let line = "\(edit.key) = \(edit.literal)"
  var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  guard let header = lines.firstIndex(where: { $0.isHeader(edit.section) }) else {
    let gap = text.isEmpty || text.hasSuffix("\n\n") ? "" : text.hasSuffix("\n") ? "\n" : "\n\n"
    return "\(text)\(gap)[\(edit.section)]\n\(line)\n"
  }
  let body = lines[(header + 1)...]
  let end = body.firstIndex { $0.drop { $0 == " " || $0 == "\t" }.hasPrefix("[") } ?? lines.endIndex
  let isCRLF = lines[header].hasSuffix("\r")
  if let index = lines[(header + 1)..<end].firstIndex(where: { $0.isAssignment(of: edit.key) }) {
    lines[index] =
      lines[index].withString(edit.literal) ?? line + (isCRLF ? "\r" : "")
  } else {
    lines.insert(line + (isCRLF ? "\r" : ""), at: header + 1)
  }
  return lines.joined(separator: "\n")
}

extension String {
  /// Whether this line is the header of the section `name`.
  fileprivate func isHeader(_ name: String) -> Bool {
    let bare = prefix { $0 != "#" }.filter { !$0.isWhitespace }
    return bare == "[\(name)]"
  }

  fileprivate func isAssignment(of key: String) -> Bool {
    let sides = split(separator: "=", maxSplits: 1)
    guard sides.count == 2 else { return false }
    return sides[0].filter { !$0.isWhitespace } == key
  }

  /// This assignment with another string, of which quotes and the rest of the line are kept; `nil` unless both are
  /// strings.
  fileprivate func withString(_ literal: String) -> String? {
    guard literal.hasPrefix("\""), let start = firstIndex(where: { $0 == "\"" || $0 == "'" }),
      let end = self[index(after: start)...].firstIndex(of: self[start])
    else { return nil }
    return "\(self[...start])\(literal.dropFirst().dropLast())\(self[end...])"
  }
}

/// Why a configuration file was not changed.
package struct ConfigurationEditError: Error, CustomStringConvertible {
  package let description: String

  /// A setting that the user has to write.
  static func byHand(_ edit: SettingEdit, path: String) -> Self {
    let isBoard = edit.section == "mount" && edit.key == "board"
    let other = isBoard ? "magnetometer or inertial there comes before board, or " : ""
    return Self(
      description:
        "\(path): write \(edit.key) = \(edit.literal) under [\(edit.section)] by hand: \(other)the file's layout"
        + " does not allow a safe automatic change")
  }
}
