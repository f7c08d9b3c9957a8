private import Glibc
private import Quantities
package import Wire

/// Why the daemon cannot open its socket; the description is one line for the user.
package enum PublisherError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The named directory does not exist.
  case noDirectory(path: String)
  /// The named directory cannot be written to, or is a file.
  case notWritable(path: String, errno: Int32)
  /// Another user could change a directory that is in a public one.
  case unsafeDirectory(path: String, SocketDirectory.Danger)
  /// A socket's address holds `limit` bytes.
  case pathTooLong(path: String, length: Int, limit: Int)
  /// A daemon answers there.
  case inUse(path: String)
  /// Another file than a socket has the name; it is left.
  case notASocket(path: String)
  /// Another program holds the directory's lock.
  case locked(path: String)
  /// The control socket cannot get its group.
  case noGroup(path: String, group: UInt32, errno: Int32)
  /// The system refused `call`.
  case system(call: String, path: String, errno: Int32)
  /// The event loop refused the socket.
  case cannotListen(path: String, reason: String)

  package var description: String {
    switch self {
    case .noDirectory(let path):
      "the socket directory \(path) is not there; make it with: mkdir -p \(path)"
    case .notWritable(let path, let errno):
      "cannot write to the socket directory \(path): \(text(errno)); give this user the right to, "
        + "or name another with --socket-dir"
    case .unsafeDirectory(let path, .writableByOthers):
      "will not use the socket directory \(path): it \(SocketDirectory.Danger.writableByOthers); "
        + "make it this user's alone with: chmod 700 \(path)"
    case .unsafeDirectory(let path, let danger):
      "will not use the socket directory \(path): it \(danger); name another with --socket-dir, or set "
        + "XDG_RUNTIME_DIR to a directory that is this user's alone"
    case .pathTooLong(let path, let length, let limit):
      "the socket's path \(shown(path, longest: 1_000)) has \(length) bytes and a socket's address holds \(limit); "
        + "name a shorter directory with --socket-dir"
    case .inUse(let path):
      "a daemon is already running at \(path); stop it, or name another directory with --socket-dir"
    case .notASocket(let path):
      "\(path) is there and is not a socket; move it away, or name another directory with "
        + "--socket-dir"
    case .locked(let path):
      "another program holds the lock of \(path); try again, or name another directory with "
        + "--socket-dir"
    case .noGroup(let path, let group, let errno):
      "cannot give \(path) to group \(group): \(text(errno)); make the daemon's user a member, or "
        + "set [control] group = \"\" in the configuration"
    case .system(let call, let path, let errno):
      "\(call) failed at \(path): \(text(errno)); name another directory with --socket-dir"
    case .cannotListen(let path, let reason):
      "cannot listen at \(path): \(reason); name another directory with --socket-dir"
    }
  }

  private func text(_ errno: Int32) -> String { String(cString: strerror(errno)) }
}
