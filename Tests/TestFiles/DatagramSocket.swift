import Glibc

/// A socket that a test reads in place of a service manager.
package final class DatagramSocket: Sendable {
  private let descriptor: Int32

  /// - Parameter address: a path, or "@" and a name of the abstract namespace.
  package init(_ address: String) throws {
    descriptor = socket(
      AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var name = sockaddr_un()
    name.sun_family = sa_family_t(AF_UNIX)
    let isAbstract = address.hasPrefix("@")
    withUnsafeMutableBytes(of: &name.sun_path) {
      $0.copyBytes(from: address.utf8)
      if isAbstract { $0[0] = 0 }
    }
    // As in unix(7): sizeof(sa_family_t), the name, and for a path its NUL.
    let length = MemoryLayout<sa_family_t>.size + address.utf8.count + (isAbstract ? 0 : 1)
    let status = withUnsafeBytes(of: name) { raw in
      raw.withMemoryRebound(to: sockaddr.self) {
        bind(descriptor, $0.baseAddress, socklen_t(length))
      }
    }
    guard status == 0 else { throw SystemCallError("bind", address) }
  }

  deinit { close(descriptor) }

  /// The next datagram.
  ///
  /// - Parameter milliseconds: how long to wait for one.
  /// - Returns: `nil` where none comes.
  package func next(within milliseconds: Int32 = 0) -> String? {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, milliseconds) == 1 else { return nil }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
    return count < 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
  }
}
