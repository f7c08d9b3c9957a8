private import Glibc
package import Storage

/// The calibration profiles in a directory, one file each. A file also has the calibration before,
/// so that a save and a rollback are atomic.
package struct CalibrationProfiles: Equatable, Sendable {
  /// The largest size of a profile, bytes. A larger file is certainly another one.
  package static let limitBytes = 16_384

  /// Where they lie; it must be there to save.
  package let directory: String

  package init(directory: String) { self.directory = directory }

  /// Every profile that can be read, by key, and one line for each file that cannot.
  package func list() -> (profiles: [CalibrationProfile], notices: [String]) {
    var (profiles, notices): ([CalibrationProfile], [String]) = ([], [])
    for key in names().compactMap(ProfileKey.init(fileName:)).sorted() {
      let loaded = load(key)
      if let profile = loaded.content { profiles.append(profile) }
      if let notice = loaded.notice { notices.append(notice) }
    }
    return (profiles, notices)
  }

  /// Saves a calibration under a key, atomically, and keeps the former one for `rollback`. A
  /// damaged file is renamed.
  ///
  /// - Throws: `StorageError`; the former calibration is then unchanged.
  package func save(
    _ version: CalibrationProfile.Version, under key: ProfileKey
  ) throws(StorageError) {
    var profile = CalibrationProfile(key: key, current: version)
    if let old = load(key).content {
      profile.previous = old.current == version ? old.previous : old.current
      profile.isLocked = old.isLocked
    }
    try replaceFile(path: path(key.fileName), contents: profile.encoded())
  }

  /// Writes a profile as it is, atomically.
  ///
  /// - Throws: `StorageError`; the file is then unchanged.
  package func write(_ profile: CalibrationProfile) throws(StorageError) {
    try replaceFile(path: path(profile.key.fileName), contents: profile.encoded())
  }

  /// The name of the profile in use, as it was last written; `nil` where none was.
  package func loadName() -> Saved<String> {
    Saved(path: path(Self.nameFile), limitBytes: Self.limitBytes) { bytes in
      let text = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
      return try ProfileKey(name: text).name
    }
  }

  /// Writes the name of the profile in use, atomically.
  ///
  /// - Throws: `StorageError`; the file is then unchanged.
  package func writeName(_ name: String) throws(StorageError) {
    try replaceFile(path: path(Self.nameFile), contents: Array("\(name)\n".utf8))
  }

  private static let nameFile = "profile-in-use"

  /// Exchanges a calibration with the one before it.
  ///
  /// - Returns: the profile after the exchange; `nil` without a former calibration.
  /// - Throws: `StorageError`; the profile is then unchanged.
  package func rollback(_ key: ProfileKey) throws(StorageError) -> CalibrationProfile? {
    guard let old = load(key).content, let previous = old.previous else { return nil }
    let profile = CalibrationProfile(
      key: key, current: previous, previous: old.current, isLocked: old.isLocked)
    try replaceFile(path: path(key.fileName), contents: profile.encoded())
    return profile
  }

  private func path(_ name: String) -> String { directory + "/" + name }

  /// Reads the profile of a key. A damaged or foreign file is renamed, never deleted.
  package func load(_ key: ProfileKey) -> Saved<CalibrationProfile> {
    Saved(path: path(key.fileName), limitBytes: Self.limitBytes) { bytes in
      let profile = try CalibrationProfile(parsing: bytes)
      guard profile.key == key else { throw ForeignProfile() }
      return profile
    }
  }

  private struct ForeignProfile: Error, CustomStringConvertible {
    var description: String { "it is a profile of another name or chip" }
  }

  private func names() -> [String] {
    guard let stream = opendir(directory) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      names.append(
        withUnsafeBytes(of: entry.pointee.d_name) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        })
    }
    return names
  }
}

extension Saved<String> {
  /// One line for the journal; `nil` without an error.
  package var notice: String? { notice(of: "the name of the calibration profile in use") }
}

extension Saved<CalibrationProfile> {
  /// One line for the journal; `nil` without an error.
  package var notice: String? { notice(of: "a calibration profile") }
}
