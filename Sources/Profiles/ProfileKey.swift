/// The key of a calibration profile: a name, and its chip if it is known.
package struct ProfileKey: Hashable, Comparable, Sendable {
  /// 1 to 40 ASCII letters, digits, `-` and `_`.
  package let name: String
  /// The same, and `.` and `:` not at the beginning, as in `qmc5883l-1-0x0d`; `nil` if it is not
  /// known.
  package let chip: String?

  /// - Throws: `ProfileKeyError` if a name cannot be a part of a file's name.
  package init(name: String, chip: String? = nil) throws(ProfileKeyError) {
    guard Self.isName(name) else { throw .notAName(name) }
    if let chip, !Self.isName(chip, and: ".:") { throw .notAName(chip) }
    self.name = name
    self.chip = chip
  }

  package static func < (a: ProfileKey, b: ProfileKey) -> Bool {
    (a.name, a.chip ?? "") < (b.name, b.chip ?? "")
  }

  private static func isName(_ text: String, and more: String = "") -> Bool {
    guard (1...40).contains(text.utf8.count), let first = text.utf8.first else { return false }
    return !more.utf8.contains(first)
      && text.utf8.allSatisfy {
        isLetterOrDigit($0) || "-_".utf8.contains($0) || more.utf8.contains($0)
      }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }

  private static let beginning = "calibration-"
  private static let end = ".json"

  /// The name of the profile's file.
  var fileName: String { Self.beginning + name + (chip.map { "@" + $0 } ?? "") + Self.end }

  /// The key of the file with this name; `nil` for other files.
  init?(fileName: String) {
    guard fileName.hasPrefix(Self.beginning), fileName.hasSuffix(Self.end),
      fileName.utf8.count > (Self.beginning + Self.end).utf8.count
    else { return nil }
    let middle = fileName.dropFirst(Self.beginning.count).dropLast(Self.end.count)
    let parts = middle.split(separator: "@", omittingEmptySubsequences: false).map(String.init)
    guard parts.count <= 2 else { return nil }
    do {
      try self.init(name: parts[0], chip: parts.count == 2 ? parts[1] : nil)
    } catch { return nil }
  }
}

/// Why a text cannot be the name of a profile.
package enum ProfileKeyError: Error, Equatable, Sendable, CustomStringConvertible {
  case notAName(String)

  package var description: String {
    "a profile's name is 1 to 40 letters, digits, - and _ without accents"
  }
}
