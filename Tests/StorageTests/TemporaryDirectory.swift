import Glibc
import Testing

/// A directory of its own for one test; goes with it.
final class TemporaryDirectory: Sendable {
  let path: String

  init() throws {
    var template = Array("/tmp/qiblad-test-XXXXXX".utf8CString)
    try template.withUnsafeMutableBufferPointer { buffer in
      let start = try #require(buffer.baseAddress)
      try #require(mkdtemp(start) != nil)
    }
    path = template.withUnsafeBytes { String(decoding: $0.dropLast(), as: UTF8.self) }
  }

  deinit { remove(all: path) }

  /// Writes a file and returns its path.
  func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    let path = path + "/" + name
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    try #require(write(descriptor, bytes, bytes.count) == bytes.count)
    return path
  }

  func file(_ name: String, _ text: String) throws -> String { try file(name, Array(text.utf8)) }

  /// The names in it, sorted.
  var names: [String] { entries(of: path).sorted() }

  private func remove(all path: String) {
    for name in entries(of: path) { remove(all: path + "/" + name) }
    _ = Glibc.remove(path)
  }
}

/// The names in a directory; none where it is not one.
func entries(of path: String) -> [String] {
  guard let directory = opendir(path) else { return [] }
  defer { closedir(directory) }
  var names: [String] = []
  while let entry = readdir(directory) {
    let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    if name != ".", name != ".." { names.append(name) }
  }
  return names
}

/// A file's kind and permissions, or `nil` where there is none.
func mode(of path: String) -> UInt32? {
  var info = stat()
  return lstat(path, &info) == 0 ? info.st_mode : nil
}

/// What `work` throws, or `nil` where it throws nothing.
func failure<E: Error>(_ work: () throws(E) -> Void) -> E? {
  do {
    try work()
    return nil
  } catch { return error }
}
