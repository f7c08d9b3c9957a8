private import Glibc

/// A directory's advisory lock, so that of two daemons that start at once one waits.
enum DirectoryLock {
  /// Runs `body` while this thread holds the lock of the directory at `path`.
  ///
  /// Waits up to 2 s for the lock: a daemon holds it only while it checks the directory and binds.
  static func whileHeld<R>(
    _ path: String, _ body: () throws(PublisherError) -> R
  ) throws(PublisherError) -> R {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system(call: "open", path: path, errno: errno) }
    defer { close(descriptor) }  // releases the lock too
    for _ in 0..<200 {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return try body() }
      guard errno == EWOULDBLOCK || errno == EINTR else {
        throw .system(call: "flock", path: path, errno: errno)
      }
      usleep(10_000)
    }
    throw .locked(path: path)
  }
}
