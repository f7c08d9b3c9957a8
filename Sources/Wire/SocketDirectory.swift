/// A directory for the daemon's sockets, and the rule by which server and clients choose it. The
/// rule reads no file.
public struct SocketDirectory: Equatable, Sendable {
  /// Where the directory's name comes from.
  public enum Origin: Equatable, Sendable {
    /// The option `--socket-dir`.
    case option
    /// The environment's `QIBLAD_SOCKET_DIR`.
    case environment
    /// `/run/qiblad`, for a daemon that the system starts.
    case system
    /// `$XDG_RUNTIME_DIR/qiblad`, for the login of one user.
    case runtime
    /// `/tmp/qiblad-UID`, for one user without a runtime directory.
    case temporary
  }

  /// The environment variables that the rule reads.
  public static let environmentVariables = ["QIBLAD_SOCKET_DIR", "XDG_RUNTIME_DIR"]

  public var path: String
  public var origin: Origin

  public init(path: String, origin: Origin) {
    self.path = path
    self.origin = origin
  }

  /// The path of the socket for clients that only read.
  public var streamSocket: String { path + "/stream.sock" }
  /// The path of the socket for clients that change the daemon.
  public var controlSocket: String { path + "/control.sock" }

  /// The directories to try, in this order.
  ///
  /// A directory that the user named is the only candidate: a fallback could reach another daemon.
  ///
  /// - Parameters:
  ///   - explicit: the value of `--socket-dir`.
  ///   - environment: the environment of the process; an empty variable counts as absent.
  ///   - uid: the user's number.
  public static func candidates(
    explicit: String?, environment: [String: String], uid: UInt32
  ) -> [SocketDirectory] {
    if let explicit { return [SocketDirectory(path: explicit, origin: .option)] }
    if let path = environment["QIBLAD_SOCKET_DIR"], !path.isEmpty {
      return [SocketDirectory(path: path, origin: .environment)]
    }
    var candidates = [SocketDirectory(path: "/run/qiblad", origin: .system)]
    // A relative path is ignored, as the XDG specification demands.
    if let runtime = environment["XDG_RUNTIME_DIR"], runtime.hasPrefix("/") {
      candidates.append(SocketDirectory(path: runtime + "/qiblad", origin: .runtime))
    }
    candidates.append(SocketDirectory(path: "/tmp/qiblad-\(uid)", origin: .temporary))
    return candidates
  }
}
