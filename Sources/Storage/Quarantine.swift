private import Glibc

/// How many files of one name are moved away; a user has to remove some then.
let quarantineLimit = 99

/// Moves a damaged or foreign file away, to the first free `NAME.damaged-1` … `-99`.
///
/// Nothing is overwritten and nothing is deleted.
///
/// - Returns: the file's new path.
/// - Throws: `StorageError`; the file was not moved then.
package func quarantine(path: String) throws(StorageError) -> String {
  guard !path.isEmpty, !path.utf8.contains(0) else { throw .missing(path: path) }
  for number in 1...quarantineLimit {
    let aside = "\(path).damaged-\(number)"
    // rename(2) may only overwrite the empty file that this makes, which takes the name. link(2) would not overwrite
    // either, but fails on vfat and exFAT, and for another user's file where the kernel protects links.
    let descriptor = retrying { open(aside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }
    guard descriptor >= 0 else {
      if errno == EEXIST { continue }
      throw failure("open", path)
    }
    var (empty, found) = (stat(), stat())
    fstat(descriptor, &empty)
    close(descriptor)
    if rename(path, aside) == 0 { return aside }
    let failure = failure("rename", path)
    // On a network's file system a rename that was done may be told to have failed.
    guard lstat(aside, &found) == 0, found.st_ino == empty.st_ino else { return aside }
    unlink(aside)
    throw failure
  }
  throw .noFreeName(path: path)
}

private func failure(_ call: String, _ path: String) -> StorageError {
  switch errno {
  case ENOENT: .missing(path: path)
  case EACCES, EPERM, EROFS: .writeRefused(path, errno: errno)
  case let number: .system(call: call, path: path, errno: number)
  }
}
