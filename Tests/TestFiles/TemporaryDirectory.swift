import Glibc

/// A system call that a test's preparation needs was refused.
package struct SystemCallError: Error {
  package let call: String
  package let path: String
  package let errno: Int32

  init(_ call: String, _ path: String) {
    (self.call, self.path, errno) = (call, path, Glibc.errno)
  }
}

/// A directory of its own for one test; goes with it.
package final class TemporaryDirectory: Sendable {
  package let path: String

  package init() throws {
    // Not TMPDIR: sockets lie in it, and a socket's path may have 107 bytes.
    var template = Array("/tmp/qiblad-test-XXXXXX".utf8CString)
    let isMade = template.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.map { mkdtemp($0) != nil } ?? false
    }
    path = template.withUnsafeBytes { String(decoding: $0.dropLast(), as: UTF8.self) }
    guard isMade else { throw SystemCallError("mkdtemp", path) }
  }

  deinit { remove(all: path) }

  /// Writes a file and returns its path.
  package func file(_ name: String, _ bytes: some Collection<UInt8>) throws -> String {
    let path = path + "/" + name
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw SystemCallError("open", path) }
    defer { close(descriptor) }
    let all = Array(bytes)
    guard write(descriptor, all, all.count) == all.count else {
      throw SystemCallError("write", path)
    }
    return path
  }

  /// Writes a file and returns its path.
  package func file(_ name: String, _ text: String) throws -> String {
    try file(name, Array(text.utf8))
  }

  /// Makes a directory in it and returns its path.
  package func directory(_ name: String) throws -> String {
    let path = path + "/" + name
    guard mkdir(path, 0o755) == 0 else { throw SystemCallError("mkdir", path) }
    return path
  }

  /// The names in it, sorted.
  package var names: [String] { entries(of: path).sorted() }

  private func remove(all path: String) {
    for name in entries(of: path) { remove(all: path + "/" + name) }
    _ = Glibc.remove(path)
  }
}

/// The names in a directory; none where it is not one.
package func entries(of path: String) -> [String] {
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
package func mode(of path: String) -> UInt32? {
  var info = stat()
  return lstat(path, &info) == 0 ? info.st_mode : nil
}

/// The kind of what lies at `path` (S_IFSOCK, S_IFREG …), or `nil` where there is nothing.
package func kind(of path: String) -> UInt32? { mode(of: path).map { $0 & S_IFMT } }

/// A file's bytes.
package func contents(of path: String) throws -> [UInt8] {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { throw SystemCallError("open", path) }
  defer { close(descriptor) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 65_536)
  while case let count = read(descriptor, &buffer, buffer.count), count > 0 {
    bytes += buffer[..<count]
  }
  return bytes
}
