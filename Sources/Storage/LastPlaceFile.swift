private import Glibc

/// The file that the last known place is kept in from one run to the next.
package struct LastPlaceFile: Equatable, Sendable {
  /// What was found there.
  package enum Loaded: Equatable, Sendable {
    /// A place.
    case place(LastPlace)
    /// No file: nothing was saved yet.
    case absent
    /// The file was damaged or is not ours, and lies at `path` now.
    case setAside(path: String, reason: String)
    /// The file cannot be used and is where it was.
    case unusable(reason: String)
  }

  /// One place takes far less; what is larger is another file.
  package static let limitBytes = 4_096

  /// Where it lies.
  package let path: String

  /// - Parameter directory: where the daemon keeps what outlives it; it must be there to save.
  package init(directory: String) { path = directory + "/last-place.json" }

  /// Reads the file; one that is damaged or foreign is set aside, so that the next one can be saved
  /// without losing it.
  package func load() -> Loaded {
    let damage: String
    do throws(StorageError) {
      let bytes = try readSmallFile(path: path, limitBytes: Self.limitBytes)
      do { return .place(try LastPlace(parsing: bytes)) } catch { damage = "\(error)" }
    } catch {
      switch error {
      case .missing: return .absent
      case .tooLarge: damage = error.reason
      default: return .unusable(reason: "\(error)")
      }
    }
    do throws(StorageError) {
      return .setAside(path: try setAside(path: path), reason: damage)
    } catch {
      return .unusable(reason: "\(path): \(damage), and it cannot be set aside: \(error.reason)")
    }
  }

  /// Why a place cannot be saved here, in one line; `nil` where nothing speaks against it.
  package var obstacle: String? {
    let directory = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    var info = stat()
    let isDirectory = stat(directory, &info) == 0 && info.st_mode & S_IFMT == S_IFDIR
    guard isDirectory else { return "\(StorageError.noDirectory(path: directory))" }
    return access(directory, W_OK) == 0
      ? nil : "\(StorageError.notWritable(path: directory))"
  }

  /// Replaces the file whole; only its owner may read it, since it tells where somebody was.
  ///
  /// - Throws: `StorageError`; what was saved before is then still there.
  package func save(_ place: LastPlace) throws(StorageError) {
    try replaceFile(path: path, contents: place.encoded(), mode: 0o600)
  }
}

extension LastPlaceFile.Loaded {
  /// The place, or `nil` where there is none to go by.
  package var place: LastPlace? { if case .place(let place) = self { place } else { nil } }

  /// One line for the journal, or `nil` where all is as it should be.
  package var notice: String? {
    switch self {
    case .place, .absent: nil
    case .setAside(let path, let reason):
      "the last known place is not used: \(reason); the file is kept as \(path)"
    case .unusable(let reason): "the last known place is not used: \(reason)"
    }
  }
}
