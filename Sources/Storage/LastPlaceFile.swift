/// The file with the last known place, which outlives a run of the daemon.
package struct LastPlaceFile: Equatable, Sendable {
  /// One place takes far less; a larger file is a foreign one.
  package static let limitBytes = 4_096

  /// Where the file is.
  package let path: String

  /// - Parameter directory: the daemon's state directory; it must exist to save.
  package init(directory: String) { path = directory + "/last-place.json" }

  /// Reads the file; a damaged or foreign one is moved away, so that the next save does not
  /// destroy it.
  package func load() -> Saved<LastPlace> {
    Saved(path: path, limitBytes: Self.limitBytes) { try LastPlace(parsing: $0) }
  }

  /// Replaces the file whole; only its owner may read it, as it shows where a person was.
  ///
  /// - Throws: `StorageError`; the file has its old content then.
  package func save(_ place: LastPlace) throws(StorageError) {
    try replaceFile(path: path, contents: place.encoded(), mode: 0o600)
  }
}

extension Saved<LastPlace> {
  /// One line for the journal, or `nil` where the place is used or there is none.
  package var notice: String? { notice(of: "the last known place") }
}
