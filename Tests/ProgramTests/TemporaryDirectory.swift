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

  /// Writes a file and returns its path.
  func file(_ name: String, _ bytes: some Collection<UInt8>) throws -> String {
    let path = path + "/" + name
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    let all = Array(bytes)
    try #require(write(descriptor, all, all.count) == all.count)
    return path
  }

  func file(_ name: String, _ text: String) throws -> String { try file(name, Array(text.utf8)) }

  func directory(_ name: String) throws -> String {
    try #require(mkdir(path + "/" + name, 0o755) == 0)
    return path + "/" + name
  }

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

/// The kind of what lies at `path` (S_IFSOCK, S_IFREG …), or `nil` where there is nothing.
func kind(of path: String) -> UInt32? {
  var info = stat()
  return lstat(path, &info) == 0 ? info.st_mode & S_IFMT : nil
}

/// A file's bytes.
func contents(of path: String) throws -> [UInt8] {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  try #require(descriptor >= 0, "\(path)")
  defer { close(descriptor) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 65_536)
  while case let count = read(descriptor, &buffer, buffer.count), count > 0 {
    bytes += buffer[..<count]
  }
  return bytes
}
