private import Glibc

/// The socket of the service manager, to which a service writes how it is.
///
/// Each message is one datagram. The socket is opened for each of them, as the manager may be restarted
/// meanwhile and a message comes once a second at the most.
package struct NotifySocket: Equatable, Sendable {
  /// s that a message may wait where the manager does not read.
  private static let timeout = 1

  /// A path, or "@" and a name of the abstract namespace (unix(7)).
  package let address: String

  /// - Throws: `ServiceEnvironmentError` where it is neither a path from the root nor a name after "@", or is too
  ///   long.
  package init(_ address: String) throws(ServiceEnvironmentError) {
    let isNamed = address.utf8.count > 1 && (address.hasPrefix("/") || address.hasPrefix("@"))
    let room = MemoryLayout<sockaddr_un>.size - Self.pathOffset
    // A path needs a NUL after it, and so has its name one byte less.
    guard isNamed, !address.utf8.contains(0), address.utf8.count < room else {
      throw .badNotifySocket(address)
    }
    self.address = address
  }

  /// Sends these notifications in one datagram; waits 1 s at most.
  package func send(_ notifications: Notification...) throws(NotifyError) {
    try send(notifications)
  }

  /// Sends these notifications in one datagram; waits 1 s at most.
  package func send(_ notifications: [Notification]) throws(NotifyError) {
    let descriptor = socket(
      AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw NotifyError(address: address, errno: errno) }
    defer { close(descriptor) }
    var limit = timeval(tv_sec: Self.timeout, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    let bytes = Array(notifications.map(\.text).joined(separator: "\n").utf8)
    guard write(bytes, to: descriptor) == bytes.count else {
      throw NotifyError(address: address, errno: errno)
    }
  }

  private static let pathOffset = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2

  private func write(_ bytes: [UInt8], to descriptor: Int32) -> Int {
    var name = sockaddr_un()
    name.sun_family = sa_family_t(AF_UNIX)
    let isAbstract = address.hasPrefix("@")
    withUnsafeMutableBytes(of: &name.sun_path) {
      $0.copyBytes(from: address.utf8)
      if isAbstract { $0[0] = 0 }
    }
    // The name of an abstract socket ends where the length says so, a path with its NUL.
    let length = Self.pathOffset + address.utf8.count + (isAbstract ? 0 : 1)
    return withUnsafeBytes(of: name) { raw in
      raw.withMemoryRebound(to: sockaddr.self) { names in
        var sent = -1
        repeat {
          sent = sendto(
            descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL), names.baseAddress,
            socklen_t(length))
        } while sent < 0 && errno == EINTR
        return sent
      }
    }
  }
}

/// The service manager did not get a message.
package struct NotifyError: Error, Equatable, Sendable, CustomStringConvertible {
  package let address: String
  package let errno: Int32

  package init(address: String, errno: Int32) {
    (self.address, self.errno) = (address, errno)
  }

  package var description: String {
    "the service manager cannot be told at \(address): \(String(cString: strerror(errno)))"
  }
}
