private import Glibc

/// The numbers of the entries of a directory that are called `prefix` and a number, ascending; none where
/// it is not one.
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
