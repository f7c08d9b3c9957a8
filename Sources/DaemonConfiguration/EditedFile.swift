private import Glibc
private import Storage

/// A configuration file that is changed: its permissions, and a link to it, stay.
struct EditedFile {
  /// As the user named it.
  let path: String
  /// Behind all links.
  private let realPath: String
  /// The permissions; of a new file: every user can read it.
  private let mode: UInt32

  init(_ path: String) {
    self.path = path
    if let real = realpath(path, nil) {
      realPath = String(cString: real)
      free(real)
    } else {
      realPath = path
    }
    var status = stat()
    mode = stat(realPath, &status) == 0 ? UInt32(status.st_mode) & 0o7777 : 0o644
  }

  /// The text; empty where there is no file.
  ///
  /// - Throws: where the file cannot be read or is too large.
  func read() throws(ConfigurationEditError) -> String {
    do throws(StorageError) {
      let bytes = try readSmallFile(path: path, limitBytes: Configuration.limitBytes)
      return String(decoding: bytes, as: UTF8.self)
    } catch {
      if case .missing = error { return "" }
      throw ConfigurationEditError(description: "\(path): cannot be read: \(error.reason)")
    }
  }

  /// Replaces the file, whole or not at all.
  ///
  /// - Throws: where it cannot be written.
  func replace(with text: String) throws(ConfigurationEditError) {
    do throws(StorageError) {
      try replaceFile(path: realPath, contents: Array(text.utf8), mode: mode)
    } catch {
      throw ConfigurationEditError(description: "\(path): cannot be written: \(error.reason)")
    }
  }
}
