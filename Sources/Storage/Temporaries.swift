private import Glibc

/// Removes the temporary files that killed saves left in a directory: `.NAME.RANDOM`, beside or without NAME.
///
/// Only regular files that have not been written for a minute: another process may be saving now. What cannot be
/// removed stays, and takes some room.
///
/// - Parameters:
///   - directory: one that belongs to the daemon.
///   - suffixes: how the names of its files end.
///   - now: s since 1970, as the directory's file system has them.
package func removeTemporaries(
  in directory: String, of suffixes: [String] = [".json", "profile-in-use"], now: Int = time(nil)
) {
  guard let stream = opendir(directory) else { return }
  defer { closedir(stream) }
  var left: [String] = []
  while let entry = readdir(stream) {
    let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    if isTemporary(name, of: suffixes) { left.append(directory + "/" + name) }
  }
  for path in left {
    var info = stat()
    guard lstat(path, &info) == 0, info.st_mode & S_IFMT == S_IFREG,
      info.st_mtim.tv_sec <= now - 60
    else { continue }
    unlink(path)
  }
}

/// Whether `replaceFile` gives such names: a point, the file's name, a point, and up to 13 digits of base 36.
private func isTemporary(_ name: String, of suffixes: [String]) -> Bool {
  guard name.hasPrefix("."), let point = name.lastIndex(of: ".") else { return false }
  let digits = name[name.index(after: point)...]
  let isRandom =
    (1...13).contains(digits.utf8.count)
    && digits.utf8.allSatisfy { (48...57).contains($0) || (97...122).contains($0) }
  return isRandom && suffixes.contains { name[..<point].hasSuffix($0) }
}
