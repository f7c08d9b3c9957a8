private import Glibc
public import Wire

/// Why there is no connection, or why it ended. The description is one line for the user.
public enum ConnectionError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A socket that was tried, and why the connection failed.
  public struct Attempt: Equatable, Sendable {
    /// Why there is no connection.
    public enum Reason: Equatable, Sendable {
      /// The error of the system.
      case system(errno: Int32)
      /// The directory may belong to an attacker, so it was not used.
      case notTrusted(directory: String, SocketDirectory.Danger)
    }

    public var path: String
    public var reason: Reason

    public init(path: String, reason: Reason) {
      self.path = path
      self.reason = reason
    }

    public init(path: String, errno: Int32) {
      self.init(path: path, reason: .system(errno: errno))
    }
  }

  /// No daemon answers at any of the sockets.
  case noDaemon([Attempt])
  /// The connection broke in the system call `call`.
  case broken(call: String, errno: Int32)
  /// The server sent a line longer than the protocol allows; the connection cannot be used any
  /// more.
  case lineTooLong
  /// What answers at the socket does not begin with `hello`; it may be another program.
  case noHello
  /// A line of the server cannot be decoded; the connection stays usable.
  case notUnderstood(MessageError)

  public var description: String {
    switch self {
    case .noDaemon(let attempts):
      "no daemon answers: "
        + attempts.map { "\($0.path) (\($0.words))" }.joined(separator: ", ")
        + (attempts.contains { $0.reason == .system(errno: EACCES) }
          ? "; ask who runs the daemon for a [stream] directory that you may enter"
          : "; start one with qiblad, or give its directory with --socket-dir")
    case .broken(let call, let errno):
      "the connection to the daemon broke: \(call): \(String(cString: strerror(errno)))"
        + "; check that qiblad still runs"
    case .lineTooLong:
      "the daemon sent a line over \(Limits.lineBytes) bytes; report this, it is a bug"
    case .noHello: "what answers at the socket sends no hello; check which program it is"
    case .notUnderstood(let error): "the daemon sent a line that this program cannot read: \(error)"
    }
  }
}

extension ConnectionError.Attempt {
  fileprivate var words: String {
    switch reason {
    case .notTrusted(let directory, let danger): "not trusted: \(directory) \(danger)"
    case .system(ENOENT): "no such socket"
    case .system(ECONNREFUSED): "left by a daemon that no longer runs"
    case .system(ENAMETOOLONG): "the path is too long for a socket"
    case .system(let errno): String(cString: strerror(errno))
    }
  }
}
