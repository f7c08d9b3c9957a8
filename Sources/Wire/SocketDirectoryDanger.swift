extension SocketDirectory {
  /// Why a directory in a public place, as `/tmp`, is not safely a user's own: anybody can have made it
  /// first, to lead a daemon or its clients elsewhere. The description follows the directory's name.
  public enum Danger: Equatable, Sendable, CustomStringConvertible {
    /// A symbolic link or a file.
    case notADirectory
    /// Another user owns it.
    case foreign(owner: UInt32)
    /// Its group or everybody may put a socket into it.
    case writableByOthers

    public var description: String {
      switch self {
      case .notADirectory: "is not a directory"
      case .foreign(let owner): "belongs to user \(owner)"
      case .writableByOthers: "can be written to by others"
      }
    }
  }

  /// Whether a directory in a public place is a user's own.
  ///
  /// - Parameters:
  ///   - mode: `st_mode` of lstat(2), which does not follow links.
  ///   - owner: `st_uid` of the same.
  ///   - user: the user's number.
  /// - Returns: the danger; `nil` where there is none.
  public static func danger(mode: UInt32, owner: UInt32, user: UInt32) -> Danger? {
    guard mode & 0o170_000 == 0o040_000 else { return .notADirectory }  // inode(7): S_IFMT, S_IFDIR
    guard owner == user else { return .foreign(owner: owner) }
    return mode & 0o022 == 0 ? nil : .writableByOthers
  }
}
