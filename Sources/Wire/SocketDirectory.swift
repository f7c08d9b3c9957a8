/// Where the daemon's sockets may lie: the rule that server and clients share. It touches no file.
public struct SocketDirectory: Equatable, Sendable {
  /// What named the directory.
  public enum Origin: Equatable, Sendable {
    /// The option `--socket-dir`.
    case option
    /// The environment's `QIBLAD_SOCKET_DIR`.
    case environment
    /// The system's daemon: `/run/qiblad`.
    case system
    /// This login's own: `$XDG_RUNTIME_DIR/qiblad`.
    case runtime
    /// This user's own: `/tmp/qiblad-UID`.
    case temporary
  }

  /// The variables of the environment that the rule reads.
  public static let environmentVariables = ["QIBLAD_SOCKET_DIR", "XDG_RUNTIME_DIR"]

  public var path: String
  public var origin: Origin

  public init(path: String, origin: Origin) {
    self.path = path
    self.origin = origin
  }

  /// The socket for everything that only reads.
  public var streamSocket: String { path + "/stream.sock" }

  /// The directories to try, in this order.
  ///
  /// One that a person named is the only one: to fall back to another daemon would be a surprise.
  ///
  /// - Parameters:
  ///   - explicit: of `--socket-dir`.
  ///   - environment: the process's; an empty variable counts as none.
  ///   - uid: the user's number.
  public static func candidates(
    explicit: String?, environment: [String: String], uid: UInt32
  ) -> [SocketDirectory] {
    if let explicit { return [SocketDirectory(path: explicit, origin: .option)] }
    if let path = environment["QIBLAD_SOCKET_DIR"], !path.isEmpty {
      return [SocketDirectory(path: path, origin: .environment)]
    }
    var candidates = [SocketDirectory(path: "/run/qiblad", origin: .system)]
    // The XDG specification has a relative path ignored.
    if let runtime = environment["XDG_RUNTIME_DIR"], runtime.hasPrefix("/") {
      candidates.append(SocketDirectory(path: runtime + "/qiblad", origin: .runtime))
    }
    candidates.append(SocketDirectory(path: "/tmp/qiblad-\(uid)", origin: .temporary))
    return candidates
  }
}
