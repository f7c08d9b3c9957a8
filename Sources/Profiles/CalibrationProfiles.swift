package import Storage

/// The calibration profiles in a directory, one file each. A file also has the calibration before,
/// so that a save and a rollback are atomic.
package struct CalibrationProfiles: Equatable, Sendable {
  /// The largest size of a profile, bytes. A larger file is certainly another one.
  package static let limitBytes = 16_384

  /// Where they lie; it must be there to save.
  package let directory: String

  package init(directory: String) { self.directory = directory }

  /// What lies in the directory.
  package struct Listing: Equatable, Sendable {
    /// Every profile that can be read, by key.
    package var profiles: [CalibrationProfile] = []
    /// Why a file cannot be used and was not moved, by its key. It may be a whole profile, and is not to be
    /// written over.
    package var unusable: [ProfileKey: String] = [:]
    /// One line for each file that is not used.
    package var notices: [String] = []
  }

  /// Reads every profile; nothing where the directory is missing.
  ///
  /// - Throws: `StorageError` where the directory cannot be read: whether there are profiles is not known.
  package func list() throws(StorageError) -> Listing {
    var listing = Listing()
    let all: [String]
    do { all = try names(in: directory) } catch {
      if case .noDirectory = error { return listing }
      throw error
    }
    for key in all.compactMap(ProfileKey.init(fileName:)).sorted() {
      let loaded = load(key)
      if let profile = loaded.content { listing.profiles.append(profile) }
      if case .unusable(let reason) = loaded { listing.unusable[key] = reason }
      if let notice = loaded.notice { listing.notices.append(notice) }
    }
    return listing
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
}

extension Saved<String> {
  /// One line for the journal; `nil` without an error.
  package var notice: String? { notice(of: "the name of the calibration profile in use") }
}

extension Saved<CalibrationProfile> {
  /// One line for the journal; `nil` without an error.
  package var notice: String? { notice(of: "a calibration profile") }
}
