import Foundation
import Glibc
import Synchronization

/// A real gpsd, or its player of logs, on the loopback alone; killed where a test lets go of it.
package final class RealGPSD: Sendable {
  /// Whether both are installed.
  package static let isThere = access(daemon, X_OK) == 0 && access(player, X_OK) == 0

  private static let daemon = "/usr/sbin/gpsd"
  private static let player = "/usr/bin/gpsfake"

  /// Its process; a stopped one ends too.
  private let pid: pid_t

  /// Starts gpsd on `port` with the receiver at `path`, from its first moment on.
  package convenience init(port: UInt16, path: String) throws {
    try self.init(port: port, sources: [path])
  }

  /// Starts gpsd with several sources: paths of receivers, or `udp://` and `tcp://` ones.
  ///
  /// - Parameter isOpenToNetwork: whether it listens on every address (`-G`).
  package init(port: UInt16, sources: [String], isOpenToNetwork: Bool = false) throws {
    let options = ["-N", "-n"] + (isOpenToNetwork ? ["-G"] : [])
    pid = try Self.start(Self.daemon, options + ["-S", "\(port)"] + sources)
  }

  /// Plays a log of a receiver once to a gpsd of its own.
  package init(port: UInt16, log: String, secondsPerLine: Double) throws {
    pid = try Self.start(
      Self.player, ["-1", "-n", "-P", "\(port)", "-c", "\(secondsPerLine)", log])
  }

  deinit { end() }

  package func stop() { kill(pid, SIGSTOP) }

  package func goOn() { kill(pid, SIGCONT) }

  /// Kills it and all that it started, and waits for its end.
  package func end() {
    // It is reaped here and nowhere else: the number is its own until then.
    guard waitpid(pid, nil, WNOHANG) == 0 else { return }
    kill(-pid, SIGKILL)
    waitpid(pid, nil, 0)
  }

  /// A port of the loopback that nobody listens on, and that no other call of this process returned.
  ///
  /// It is below the range from which the kernel takes ports for outgoing connections
  /// (`net.ipv4.ip_local_port_range`, from 32768 on): a client of another test cannot be given it before the
  /// caller binds it, and a client that retries it cannot connect to itself.
  package static func freePort() throws -> UInt16 {
    for _ in ports {
      let port = nextPort.withLock { next in
        defer { next = next + 1 < ports.upperBound ? next + 1 : ports.lowerBound }
        return next
      }
      if isFree(port) { return port }
    }
    throw NoReceiver(what: "a port", errno: EADDRINUSE)
  }

  private static let ports: Range<UInt16> = 20_000..<32_000

  /// Runs of the tests side by side start at different ports.
  private static let nextPort = Mutex(UInt16.random(in: ports))

  private static func isFree(_ port: UInt16) -> Bool {
    let descriptor = socket(
      AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    address.sin_port = port.bigEndian
    return withUnsafeBytes(of: &address) { bytes in
      bytes.withMemoryRebound(to: sockaddr.self) {
        bind(descriptor, $0.baseAddress, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }

  /// Starts a program in a process group of its own, and with nothing of ours.
  private static func start(_ program: String, _ arguments: [String]) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for number in Int32(0)...2 {
      posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
    }
    // glibc takes it for no error to close what is not open.
    for other in Int32(3)..<4096 { posix_spawn_file_actions_addclose(&actions, other) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setpgroup(&attributes, 0)
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP) | Int16(POSIX_SPAWN_SETSIGMASK))
    var pid: pid_t = 0
    var words = ([program] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    let failure = posix_spawn(&pid, program, &actions, &attributes, &words, environ)
    guard failure == 0 else { throw NoReceiver(what: program, errno: failure) }
    return pid
  }
}
