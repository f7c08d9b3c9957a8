extension SocketDirectory {
  /// Why a directory in a folder like `/tmp`, where every user can write, is not safe: another user
  /// can have created it, to make clients connect to another program. The description continues a
  /// sentence that begins with the directory's name.
  public enum Danger: Equatable, Sendable, CustomStringConvertible {
    /// It is a symbolic link or a file.
    case notADirectory
    /// Another user owns it.
    case foreign(owner: UInt32)
    /// Its group or all users can create a socket in it.
    case writableByOthers

    public var description: String {
      switch self {
      case .notADirectory: "is not a directory"
      case .foreign(let owner): "belongs to user \(owner)"
      case .writableByOthers: "is writable for other users"
      }
    }
  }

  /// Checks that a directory in a folder where every user can write is safe to use.
  ///
  /// - Parameters:
  ///   - mode: `st_mode` of lstat(2), which does not follow links.
  ///   - owner: `st_uid` of the same.
  ///   - user: the user's number.
  /// - Returns: the danger; `nil` if the directory is safe.
  public static func danger(mode: UInt32, owner: UInt32, user: UInt32) -> Danger? {
    guard mode & 0o170_000 == 0o040_000 else { return .notADirectory }  // inode(7): S_IFMT, S_IFDIR
    guard owner == user else { return .foreign(owner: owner) }
    return mode & 0o022 == 0 ? nil : .writableByOthers
  }
}
