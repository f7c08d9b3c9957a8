private import Glibc

/// The steps of replacing a file, in their order.
enum ReplacementStep: CaseIterable {
  case create
  case write
  case sync
  case rename
  case syncDirectory
}

/// Replaces a file whole, or makes it: a reader, also one after a crash or a power cut, finds the
/// old contents or the new, never a mixture.
///
/// The contents go to a temporary file beside it, `.NAME.tmp-RANDOM`, which takes its place once it is
/// on the disk. A process that is killed may leave that file behind (`removeTemporaries`). A symbolic
/// link is replaced, not followed.
///
/// User and group stay those of the old file; a new file gets those of its directory. So a file that root
/// writes is still the service's. Where the system does not permit that, this user's group gets no more
/// rights than all users have.
///
/// - Parameters:
///   - path: of the file; its directory must be there.
///   - contents: all of them.
///   - mode: the file's permissions, whatever the old ones and the umask are.
/// - Throws: `StorageError`; the old file is then as it was and the temporary one is gone. Only
///   where the directory could not be brought to the disk the new contents are there and may not
///   outlast a power cut.
package func replaceFile(
  path: String, contents: [UInt8], mode: UInt32 = 0o600
) throws(StorageError) {
  try replaceFile(path: path, contents: contents, mode: mode) { _ throws(StorageError) in }
}

/// - Parameter before: called before each step; what it throws is the step's failure.
func replaceFile(
  path: String, contents: [UInt8], mode: UInt32,
  before: (ReplacementStep) throws(StorageError) -> Void
) throws(StorageError) {
  let (directory, name) = try place(of: path)
  try before(.create)
  let temporary = "\(directory)/\(temporaryName(of: name))"
  let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
  let descriptor = retrying { open(temporary, flags, 0o600) }
  guard descriptor >= 0 else { throw writingFailure("open", path: path, in: directory) }
  do throws(StorageError) {
    defer { close(descriptor) }
    try before(.write)
    let hasGroup = takeOwner(of: path, in: directory, descriptor)
    let granted = hasGroup ? mode : mode & ~0o070 | mode & (mode & 0o007) << 3
    guard retrying({ fchmod(descriptor, granted) }) == 0, writeAll(contents, to: descriptor) else {
      throw writingFailure("write", path: path, in: directory)
    }
    try before(.sync)
    guard retrying({ fsync(descriptor) }) == 0 else {
      throw writingFailure("fsync", path: path, in: directory)
    }
    try before(.rename)
    guard rename(temporary, path) == 0 else {
      throw writingFailure("rename", path: path, in: directory)
    }
  } catch {
    unlink(temporary)
    throw error
  }
  try before(.syncDirectory)
  try syncDirectory(directory, path)
}

/// The directory and the name in it.
private func place(of path: String) throws(StorageError) -> (directory: String, name: Substring) {
  guard !path.isEmpty, !path.utf8.contains(0) else { throw .missing(path: path) }
  guard let slash = path.lastIndex(of: "/") else { return (".", path[...]) }
  let name = path[path.index(after: slash)...]
  guard !name.isEmpty else { throw .isDirectory(path: path) }
  return (slash == path.startIndex ? "/" : String(path[..<slash]), name)
}

/// Gives a new file the user and the group of the file at `path`, or of the directory where there is none.
///
/// In a directory such as /tmp, where other users make files, it stays this user's: else another user who has
/// made a file of that name would get its contents.
///
/// - Returns: whether it has the group; not where this user may not give it.
private func takeOwner(of path: String, in directory: String, _ descriptor: Int32) -> Bool {
  var (own, folder, file) = (stat(), stat(), stat())
  guard fstat(descriptor, &own) == 0, stat(directory, &folder) == 0 else { return false }
  let isThere = lstat(path, &file) == 0 && file.st_mode & S_IFMT == S_IFREG
  if folder.st_mode & (S_ISVTX | S_IWOTH) != 0 { return !isThere || own.st_gid == file.st_gid }
  let wanted = isThere ? file : folder
  if own.st_uid != wanted.st_uid, fchown(descriptor, wanted.st_uid, wanted.st_gid) == 0 {
    return true
  }
  return own.st_gid == wanted.st_gid || fchown(descriptor, .max, wanted.st_gid) == 0
}

private func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = retrying { rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) } }
    guard count >= 0 else { return false }
    rest = rest.dropFirst(count)
  }
  return true
}

/// A rename outlasts a power cut only once its directory is on the disk.
private func syncDirectory(_ directory: String, _ path: String) throws(StorageError) {
  let descriptor = retrying { open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
  guard descriptor >= 0 else {
    throw .system(call: "open", path: directory, errno: errno)
  }
  defer { close(descriptor) }
  // Some file systems cannot sync a directory and return EINVAL; there is no other way then.
  guard retrying({ fsync(descriptor) }) == 0 || errno == EINVAL else {
    throw .system(call: "fsync", path: directory, errno: errno)
  }
}

private func writingFailure(_ call: String, path: String, in directory: String) -> StorageError {
  switch errno {
  case ENOENT: .noDirectory(path: directory)
  case EACCES, EPERM, EROFS: .writeRefused(directory, errno: errno)
  case EISDIR: .isDirectory(path: path)
  case ENOSPC, EDQUOT, EFBIG: .noRoom(path: path)
  case let number: .system(call: call, path: path, errno: number)
  }
}
