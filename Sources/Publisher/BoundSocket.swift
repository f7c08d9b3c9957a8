private import Glibc

/// A listening Unix socket: one that the service manager passed, or one with a file that it made itself.
struct BoundSocket: Sendable {
  /// A file that this process made, and removes.
  private struct OwnFile: Sendable {
    let directory: String
    let device: dev_t
    let inode: ino_t
  }

  /// Listening; its owner closes it.
  let descriptor: Int32
  let path: String
  /// `nil` where the file is the service manager's.
  private let file: OwnFile?

  /// A socket that the service manager made: its file is left as it is, with its rights.
  init(passed descriptor: Int32) {
    self.descriptor = descriptor
    path = UnixAddress.path(of: descriptor)
    file = nil
  }

  /// Binds `path` in `directory`; the socket of a daemon that has died is
  /// replaced, any other file is left.
  ///
  /// - Parameters:
  ///   - mode: the socket file's permissions.
  ///   - group: the group that the file gets; `nil` for the process's own.
  init(
    path: String, in directory: String, mode: UInt32, group: UInt32? = nil
  ) throws(PublisherError) {
    let address = try UnixAddress(path)
    var info = stat()
    descriptor = try DirectoryLock.whileHeld(directory) { () throws(PublisherError) in
      try Self.makeRoom(at: address)
      let descriptor = try Self.listen(at: address, mode, group)
      lstat(path, &info)
      return descriptor
    }
    self.path = path
    file = OwnFile(directory: directory, device: info.st_dev, inode: info.st_ino)
  }

  private static func listen(
    at address: UnixAddress, _ mode: UInt32, _ group: UInt32?
  ) throws(PublisherError) -> Int32 {
    let descriptor = try socket(address.path)
    guard address.withPointer({ Glibc.bind(descriptor, $0, $1) }) == 0 else {
      let failure = errno
      Glibc.close(descriptor)
      throw .system(call: "bind", path: address.path, errno: failure)
    }
    do throws(PublisherError) {
      try setRights(of: address.path, mode, group)
      // Before the lock is released: a socket that is bound and does not listen looks like a dead
      // daemon's.
      guard Glibc.listen(descriptor, SOMAXCONN) == 0 else {
        throw .system(call: "listen", path: address.path, errno: errno)
      }
      return descriptor
    } catch {
      Glibc.close(descriptor)
      unlink(address.path)
      throw error
    }
  }

  private static func socket(_ path: String) throws(PublisherError) -> Int32 {
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let descriptor = Glibc.socket(AF_UNIX, kind | Int32(SOCK_NONBLOCK.rawValue), 0)
    guard descriptor >= 0 else { throw .system(call: "socket", path: path, errno: errno) }
    return descriptor
  }

  /// Gives the file its group and permissions. Until then it has the permissions that the umask
  /// leaves, and no client can connect. To set the umask would change it for all threads of the
  /// process.
  private static func setRights(
    of path: String, _ mode: UInt32, _ group: UInt32?
  ) throws(PublisherError) {
    // lchown(2): -1 leaves the owner.
    if let group, lchown(path, uid_t.max, group) != 0 {
      throw .noGroup(path: path, group: group, errno: errno)
    }
    // Neither follows a link that another process put in place of the socket since it was bound.
    guard fchmodat(AT_FDCWD, path, mode, AT_SYMLINK_NOFOLLOW) == 0 else {
      throw .system(call: "fchmodat", path: path, errno: errno)
    }
  }

  /// Removes the socket of a daemon that has died; refuses one that answers, and any other file.
  private static func makeRoom(at address: UnixAddress) throws(PublisherError) {
    var info = stat()
    guard lstat(address.path, &info) == 0 else {
      guard errno == ENOENT else {
        throw .system(call: "lstat", path: address.path, errno: errno)
      }
      return
    }
    guard info.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket(path: address.path) }
    let probe = try socket(address.path)
    defer { Glibc.close(probe) }
    if address.withPointer({ connect(probe, $0, $1) }) == 0 || errno == EAGAIN {
      throw .inUse(path: address.path)
    }
    switch errno {
    case ENOENT: return
    case ECONNREFUSED:
      guard unlink(address.path) == 0 else {
        throw .system(call: "unlink", path: address.path, errno: errno)
      }
    default: throw .system(call: "connect", path: address.path, errno: errno)
    }
  }

  /// Makes the queue of clients that wait as long as the system allows.
  func listenAgain() throws(PublisherError) {
    guard Glibc.listen(descriptor, SOMAXCONN) == 0 else {
      throw .system(call: "listen", path: path, errno: errno)
    }
  }

  /// Closes the descriptor of a socket that is not served.
  func close() { Glibc.close(descriptor) }

  /// Removes the file, unless another file has its name by now.
  func removeFile() throws(PublisherError) {
    guard let file else { return }
    try DirectoryLock.whileHeld(file.directory) { () throws(PublisherError) in
      var info = stat()
      guard lstat(path, &info) == 0, info.st_dev == file.device, info.st_ino == file.inode
      else { return }
      guard unlink(path) == 0 else { throw .system(call: "unlink", path: path, errno: errno) }
    }
  }
}
