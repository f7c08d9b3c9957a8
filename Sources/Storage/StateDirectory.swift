private import Glibc

/// The directory for what outlives a run of the daemon.
package enum StateDirectory {
  /// Why nothing can be saved in the directory `path`; `nil` where it can.
  package static func obstacle(to path: String) -> StorageError? {
    var info = stat()
    guard stat(path, &info) == 0, info.st_mode & S_IFMT == S_IFDIR else {
      return .noDirectory(path: path)
    }
    return access(path, W_OK) == 0 ? nil : .writeRefused(path, errno: errno)
  }
}
