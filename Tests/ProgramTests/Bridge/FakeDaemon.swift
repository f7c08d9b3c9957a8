import Glibc
import TestFiles
import Testing

/// A server at the place of a socket of the daemon that sends every client the same bytes, and says no more than a test asks
/// for.
final class FakeDaemon: @unchecked Sendable {
  // Sendable: `clients` belongs to the one test that calls `serve` and `send`.
  let directory: TemporaryDirectory
  private let listener: Int32
  private var clients: [Int32] = []

  /// - Parameter name: of the socket.
  init(_ name: String = "stream.sock") throws {
    directory = try TemporaryDirectory()
    listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let path = Array((directory.path + "/" + name).utf8)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
    let status = withUnsafeBytes(of: address) { bytes in
      bytes.withMemoryRebound(to: sockaddr.self) {
        bind(listener, $0.baseAddress, socklen_t(bytes.count))
      }
    }
    try #require(status == 0 && listen(listener, 8) == 0)
    _ = fcntl(listener, F_SETFL, O_NONBLOCK)
  }

  deinit { for descriptor in clients + [listener] { close(descriptor) } }

  /// Accepts who waits and sends `bytes`.
  ///
  /// - Parameter ends: whether the connection ends after them.
  /// - Returns: how many clients have come so far.
  @discardableResult
  func serve(_ bytes: [UInt8], ends: Bool = false) -> Int {
    while case let client = accept(listener, nil, nil), client >= 0 {
      _ = fcntl(client, F_SETFD, FD_CLOEXEC)
      _ = Glibc.send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
      if ends { shutdown(client, Int32(SHUT_WR)) }
      clients.append(client)
    }
    return clients.count
  }
  /// Sends `bytes` to every client that has come.
  func send(_ bytes: [UInt8]) {
    for client in clients {
      _ = Glibc.send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
    }
  }
}
