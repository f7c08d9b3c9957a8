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

  deinit { removeAll(path) }

  private func removeAll(_ path: String) {
    if let directory = opendir(path) {
      while let entry = readdir(directory) {
        let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        if name != ".", name != ".." { removeAll(path + "/" + name) }
      }
      closedir(directory)
    }
    remove(path)
  }
}

/// The file's kind and permissions, or `nil` where there is none.
func mode(of path: String) -> UInt32? {
  var info = stat()
  return lstat(path, &info) == 0 ? info.st_mode : nil
}
