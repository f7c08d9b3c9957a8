private import Glibc

/// The file that the last known place is kept in from one run to the next.
package struct LastPlaceFile: Equatable, Sendable {
  /// One place takes far less; what is larger is another file.
  package static let limitBytes = 4_096

  /// Where it lies.
  package let path: String

  /// - Parameter directory: where the daemon keeps what outlives it; it must be there to save.
  package init(directory: String) { path = directory + "/last-place.json" }

  /// Reads the file; one that is damaged or foreign is set aside, so that the next one can be saved
  /// without losing it.
  package func load() -> Kept<LastPlace> {
    Kept(path: path, limitBytes: Self.limitBytes) { try LastPlace(parsing: $0) }
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

extension Kept<LastPlace> {
  /// One line for the journal, or `nil` where all is as it should be.
  package var notice: String? { notice(of: "the last known place") }
}
