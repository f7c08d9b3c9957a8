private import Glibc
private import Quantities

/// Why a file cannot be read, replaced or moved; the description is one line with path and remedy.
package enum StorageError: Error, Equatable, Sendable, CustomStringConvertible {
  /// There is no such file.
  case missing(path: String)
  /// There is no such directory to write a file into.
  case noDirectory(path: String)
  /// This user may not read it.
  case notReadable(path: String)
  /// This user may not write there.
  case notWritable(path: String)
  /// The file system was mounted without the right to write, or the kernel took that right after an error of the disk.
  case readOnly(path: String)
  /// A directory where a file belongs.
  case isDirectory(path: String)
  /// More than `limitBytes`.
  case tooLarge(path: String, limitBytes: Int)
  /// The disk is full, or this user's share of it.
  case noRoom(path: String)
  /// Every name that a file could be set aside under is taken.
  case noFreeName(path: String)
  /// The system refused `call`.
  case system(call: String, path: String, errno: Int32)

  package var description: String { "\(shown(path, longest: .max)): \(reason)" }

  /// What is wrong and what to do, without the path.
  package var reason: String {
    switch self {
    case .missing: "there is no such file; check the path"
    case .noDirectory(let path):
      "there is no such directory; make it with: mkdir -p \(shown(path, longest: .max))"
    case .notReadable: "permission denied; make it readable for the user that runs this program"
    case .notWritable: "cannot be written to; give the user that runs this program the right to"
    case .readOnly:
      "the file system is read-only, as it becomes where a memory card fails: see dmesg, check or replace the card"
    case .isDirectory: "it is a directory; name the file in it"
    case .tooLarge(_, let limitBytes): "it is too large; at most \(limitBytes) bytes are read"
    case .noRoom: "no room is left on the disk; make some"
    case .noFreeName: "too many files were set aside already; look at them and remove them"
    case .system(let call, _, let errno):
      "\(call) failed: \(String(cString: strerror(errno))); check what is at that path"
    }
  }

  /// What EACCES, EPERM or EROFS says of a path that is to be written.
  static func writeRefused(_ path: String, errno: Int32) -> StorageError {
    errno == EROFS ? .readOnly(path: path) : .notWritable(path: path)
  }

  /// The file or directory that it is about.
  package var path: String {
    switch self {
    case .missing(let path), .noDirectory(let path), .notReadable(let path),
      .notWritable(let path), .readOnly(let path), .isDirectory(let path), .tooLarge(let path, _),
      .noRoom(let path), .noFreeName(let path), .system(_, let path, _):
      path
    }
  }
}
