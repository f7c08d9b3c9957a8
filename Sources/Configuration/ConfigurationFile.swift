private import Glibc

extension Configuration {
  /// A configuration is a page of text; what is larger is another file.
  package static let limitBytes = 65_536

  /// Reads the configuration.
  ///
  /// - Parameter path: the file that the user named, or `nil` for the default path, where a file
  ///   that is not there is an empty one.
  /// - Throws: `ConfigurationError` with file, place and remedy.
  package static func load(path: String?) throws(ConfigurationError) -> Configuration {
    try load(path: path ?? defaultPath, mayBeAbsent: path == nil)
  }

  static func load(path: String, mayBeAbsent: Bool) throws(ConfigurationError) -> Configuration {
    func failure(_ problem: ConfigurationError.Problem) -> ConfigurationError {
      ConfigurationError(file: path, problem: problem)
    }
    let bytes: [UInt8]
    do {
      bytes = try readAll(path)
    } catch {
      if error.errno == ENOENT, mayBeAbsent { return Configuration() }
      throw failure(.unreadable(reason: error.reason))
    }
    guard bytes.count <= limitBytes else { throw failure(.tooLarge(limitBytes: limitBytes)) }
    guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else {
      throw failure(.notText)
    }
    return try Configuration(toml: text, file: path)
  }

  private struct ReadError: Error {
    var errno: Int32
    var reason: String

    init(_ errno: Int32) {
      self.errno = errno
      reason =
        switch errno {
        case ENOENT: "there is no such file; check the path"
        case EACCES: "permission denied; make it readable for the daemon's user"
        case EISDIR: "it is a directory; name the file in it"
        default: String(cString: strerror(errno))
        }
    }
  }

  /// The file's bytes, no more than one over the limit.
  private static func readAll(_ path: String) throws(ReadError) -> [UInt8] {
    // A path is bytes up to the first zero: another file would be opened than the one named.
    guard !path.utf8.contains(0), !path.isEmpty else { throw ReadError(ENOENT) }
    // Without O_NONBLOCK a named pipe would hang the start.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw ReadError(errno) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while bytes.count <= limitBytes {
      let count = read(descriptor, &buffer, buffer.count)
      if count == 0 { break }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw ReadError(errno) }
      bytes += buffer[..<count]
    }
    return bytes
  }
}
