private import Glibc

/// Removes the temporary files that killed saves left in the state directory, beside or without the file itself.
///
/// Only regular files whose time is a minute from now or more: another process may be saving now. A time that is to
/// come is that of a clock that was set back since. What cannot be removed stays, and takes some room.
///
/// - Parameters:
///   - directory: one that belongs to the daemon.
///   - now: s since 1970, as the directory's file system has them.
package func removeTemporaries(in directory: String, now: Int = time(nil)) {
  for name in (try? names(in: directory)) ?? [] where isTemporaryOfState(name) {
    let path = directory + "/" + name
    var info = stat()
    guard lstat(path, &info) == 0, info.st_mode & S_IFMT == S_IFREG,
      !(now - 59...now + 59).contains(info.st_mtim.tv_sec)
    else { continue }
    unlink(path)
  }
}

/// What stands between the name of a file and the random digits of its temporary one. No other program uses it.
private let mark = ".tmp-"

/// As many digits of base 36 as 64 random bits take.
private let digitCount = 13

/// The name of a new temporary file beside a file.
func temporaryName(of name: Substring) -> String {
  let digits = String(UInt64.random(in: 0...UInt64.max), radix: 36)
  return ".\(name)\(mark)\(String(repeating: "0", count: digitCount - digits.count))\(digits)"
}

/// Whether `temporaryName` gives such names to a file of the state directory.
private func isTemporaryOfState(_ name: String) -> Bool {
  let digits = name.suffix(digitCount)
  let isRandom = digits.utf8.allSatisfy { (48...57).contains($0) || (97...122).contains($0) }
  let beginning = name.dropLast(digitCount)
  guard isRandom, beginning.hasPrefix("."), beginning.hasSuffix(mark) else { return false }
  let file = beginning.dropFirst().dropLast(mark.count)
  return file == "last-place.json" || file == "profile-in-use"
    || file.hasPrefix("calibration-") && file.hasSuffix(".json")
}
