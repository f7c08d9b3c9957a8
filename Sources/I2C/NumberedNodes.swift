private import Glibc

/// The numbers N of the entries `prefix`N of a directory, ascending; empty if it is not a
/// directory.
package func numberedNodes(in directory: String, prefix: String) -> [Int] {
  guard let listing = opendir(directory) else { return [] }
  defer { closedir(listing) }
  var numbers: [Int] = []
  while let entry = readdir(listing) {
    let name = withUnsafeBytes(of: entry.pointee.d_name) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    if name.hasPrefix(prefix), let number = Int(name.dropFirst(prefix.count)) {
      numbers.append(number)
    }
  }
  return numbers.sorted()
}
