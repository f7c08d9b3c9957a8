private import Glibc
package import Wire

/// The directories in which the daemon may make its socket, and who may connect to it.
package struct SocketLocation: Equatable, Sendable {
  /// In the order of preference.
  package var candidates: [SocketDirectory]
  /// The user who must own a directory that is in a public one.
  package var uid: UInt32
  /// The socket's permissions; 0666: the stream only reads.
  package var mode: UInt32

  package init(candidates: [SocketDirectory], uid: UInt32, mode: UInt32 = 0o666) {
    self.candidates = candidates
    self.uid = uid
    self.mode = mode
  }

  /// The location by the rule that server and clients share, for this process.
  ///
  /// - Parameter explicit: of `--socket-dir`.
  package static func current(explicit: String?) -> SocketLocation {
    var environment: [String: String] = [:]
    for name in SocketDirectory.environmentVariables {
      environment[name] = getenv(name).map { String(cString: $0) }
    }
    let uid = getuid()
    return SocketLocation(
      candidates: SocketDirectory.candidates(
        explicit: explicit, environment: environment, uid: uid),
      uid: uid)
  }

  /// The first directory that can be used; made where the rule says so.
  ///
  /// - Throws: the last candidate's reason. One that the user named must exist: a
  ///   misspelt name should not make directories.
  func chooseDirectory() throws(PublisherError) -> SocketDirectory {
    var failure = PublisherError.noDirectory(path: "")
    for candidate in candidates {
      do throws(PublisherError) {
        try prepare(candidate)
        return candidate
      } catch { failure = error }
    }
    throw failure
  }

  private func prepare(_ directory: SocketDirectory) throws(PublisherError) {
    switch directory.origin {
    case .system:
      if geteuid() == 0 { try makePublic(directory.path) }
      try demandWritable(directory.path)
    case .option, .environment: try demandWritable(directory.path)
    case .runtime:
      try makePrivate(directory.path)
      try demandWritable(directory.path)
    case .temporary:
      try makePrivate(directory.path)
      try demandOurs(directory.path)
    }
  }

  /// Why users for whom the stream socket's mode is open cannot connect to it; `nil` where they can.
  func obstacle(_ directory: SocketDirectory) -> String? {
    var info = stat()
    guard mode & 0o006 != 0, stat(directory.path, &info) == 0, info.st_mode & 0o001 == 0 else {
      return nil
    }
    let bits = String(info.st_mode & 0o777, radix: 8)
    return "only user \(info.st_uid) can reach the sockets: \(directory.path) has mode 0\(bits); "
      + "for all users put them into a directory of mode 0755 with [stream] directory"
  }

  /// The octal digits of a socket's mode and of `mode`; `nil` where the socket has no right that `mode` lacks.
  ///
  /// - Parameter path: of a socket that the service manager made.
  func tooOpenMode(of path: String) -> (present: String, configured: String)? {
    var info = stat()
    guard stat(path, &info) == 0, info.st_mode & 0o777 & ~mode != 0 else { return nil }
    return ("0" + String(info.st_mode & 0o777, radix: 8), "0" + String(mode, radix: 8))
  }

  private func demandWritable(_ path: String) throws(PublisherError) {
    var info = stat()
    guard stat(path, &info) == 0 else {
      throw errno == ENOENT ? .noDirectory(path: path) : .notWritable(path: path, errno: errno)
    }
    guard info.st_mode & S_IFMT == S_IFDIR else {
      throw .notWritable(path: path, errno: ENOTDIR)
    }
    guard access(path, W_OK | X_OK) == 0 else { throw .notWritable(path: path, errno: errno) }
  }

  /// Makes root's directory: every user may enter it, so that the sockets' modes alone decide who may
  /// connect. One that is there stays as it is.
  private func makePublic(_ path: String) throws(PublisherError) {
    guard mkdir(path, 0o755) == 0 else {
      guard errno == EEXIST || errno == ENOENT || errno == EROFS else {
        throw .system(call: "mkdir", path: path, errno: errno)
      }
      return
    }
    // The umask may have taken rights away.
    guard chmod(path, 0o755) == 0 else {
      throw .system(call: "chmod", path: path, errno: errno)
    }
  }

  private func makePrivate(_ path: String) throws(PublisherError) {
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw .system(call: "mkdir", path: path, errno: errno)
    }
  }

  /// In `/tmp` any user can make the directory first, to mislead the daemon or its clients.
  private func demandOurs(_ path: String) throws(PublisherError) {
    var info = stat()
    guard lstat(path, &info) == 0 else {
      throw .system(call: "lstat", path: path, errno: errno)
    }
    if let danger = SocketDirectory.danger(mode: info.st_mode, owner: info.st_uid, user: uid) {
      throw .unsafeDirectory(path: path, danger)
    }
  }
}
