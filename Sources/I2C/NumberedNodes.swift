private import Glibc

/// The numbers N of the entries `prefix`N of a directory, ascending; empty if it is not a
/// directory, or cannot be read.
package func numberedNodes(in directory: String, prefix: String) -> [Int] {
  listedNodes(in: directory, prefix: prefix) ?? []
}

/// The numbers as `numberedNodes` gives them; `nil` if the directory cannot be read to its end, so that an entry that is
/// not listed may be there.
func listedNodes(in directory: String, prefix: String) -> [Int]? {
  guard let listing = opendir(directory) else {
    return errno == ENOENT || errno == ENOTDIR ? [] : nil
  }
  defer { closedir(listing) }
  var numbers: [Int] = []
  while true {
    // Only this tells the end from a failure.
    errno = 0
    guard let entry = readdir(listing) else { return errno == 0 ? numbers.sorted() : nil }
    let name = withUnsafeBytes(of: entry.pointee.d_name) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    if name.hasPrefix(prefix), let number = Int(name.dropFirst(prefix.count)) {
      numbers.append(number)
    }
  }
}
