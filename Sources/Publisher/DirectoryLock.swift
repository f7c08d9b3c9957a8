private import Glibc

/// A directory's advisory lock, so that of two daemons that start at once one waits.
///
/// It is a file of its own that only the daemon's user can open: any user who may read a directory could
/// lock the directory itself, and so keep the daemon from starting. The file is there only while
/// the lock is held.
enum DirectoryLock {
  /// The file's name.
  static let name = ".lock"

  /// Runs `body` while this thread holds the lock of the directory at `directory`.
  ///
  /// Waits up to 2 s for the lock: a daemon holds it only while it checks the directory and binds.
  static func whileHeld<R>(
    _ directory: String, _ body: () throws(PublisherError) -> R
  ) throws(PublisherError) -> R {
    let path = directory + "/" + name
    for _ in 0..<200 {
      if let descriptor = try locked(path) {
        defer {
          unlink(path)
          close(descriptor)  // releases the lock too
        }
        return try body()
      }
      usleep(10_000)
    }
    throw .locked(path: directory)
  }

  /// - Returns: the descriptor that holds the lock; `nil` where another holds it.
  private static func locked(_ path: String) throws(PublisherError) -> Int32? {
    let descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .system(call: "open", path: path, errno: errno) }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
      // The one that held it may have removed the file since it was opened.
      if isSameFile(descriptor, path) { return descriptor }
    } else if errno != EWOULDBLOCK, errno != EINTR {
      let failure = errno
      close(descriptor)
      throw .system(call: "flock", path: path, errno: failure)
    }
    close(descriptor)
    return nil
  }

  private static func isSameFile(_ descriptor: Int32, _ path: String) -> Bool {
    var (opened, named) = (stat(), stat())
    return fstat(descriptor, &opened) == 0 && lstat(path, &named) == 0
      && opened.st_dev == named.st_dev && opened.st_ino == named.st_ino
  }
}
