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
    // rename(2) could overwrite a file that was made in between; link(2) cannot.
    if link(path, aside) == 0 {
      if unlink(path) == 0 { return aside }
      let failure = failure("unlink", path)
      unlink(aside)
      throw failure
    }
    guard errno == EEXIST else { throw failure("link", path) }
  }
  throw .noFreeName(path: path)
}

private func failure(_ call: String, _ path: String) -> StorageError {
  switch errno {
  case ENOENT: .missing(path: path)
  case EACCES, EPERM, EROFS: .notWritable(path: path)
  case let number: .system(call: call, path: path, errno: number)
  }
}
