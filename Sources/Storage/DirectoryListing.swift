private import Glibc

/// The names of the entries of a directory, in no order.
///
/// - Throws: `StorageError` where it is not there, or cannot be read to its end.
package func names(in directory: String) throws(StorageError) -> [String] {
  guard let stream = opendir(directory) else {
    switch errno {
    case ENOENT, ENOTDIR: throw .noDirectory(path: directory)
    case EACCES, EPERM: throw .notReadable(path: directory)
    case let number: throw .system(call: "opendir", path: directory, errno: number)
    }
  }
  defer { closedir(stream) }
  var names: [String] = []
  while true {
    // Only this tells the end from a failure.
    errno = 0
    guard let entry = readdir(stream) else {
      guard errno == 0 else { throw .system(call: "readdir", path: directory, errno: errno) }
      return names
    }
    names.append(
      withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      })
  }
}
