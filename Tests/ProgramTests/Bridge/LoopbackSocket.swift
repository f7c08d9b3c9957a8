import Glibc
import TestFiles
import Testing

/// A socket of the loopback in a test: a datagram receiver, a server, or a client of one.
final class LoopbackSocket: @unchecked Sendable {
  // Sendable: used by the one test that made it.
  let descriptor: Int32
  private var bytes: [UInt8] = []

  private init(descriptor: Int32) {
    self.descriptor = descriptor
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  deinit { close(descriptor) }

  /// A program that another test starts at this moment must not inherit it: a server's port would stay taken.
  private static func open(_ type: __socket_type) -> Int32 {
    socket(AF_INET, Int32(type.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
  }

  /// Receives datagrams at a port, also those to a broadcast address of the loopback.
  static func receiver(port: UInt16) throws -> LoopbackSocket {
    let descriptor = open(SOCK_DGRAM)
    try #require(withAddress(0, port) { bind(descriptor, $0, $1) } == 0)
    return LoopbackSocket(descriptor: descriptor)
  }

  /// Listens at a port.
  ///
  /// - Parameter receiveBuffer: bytes that the kernel keeps for each connection; `nil`: as many as it likes.
  static func server(port: UInt16, receiveBuffer: Int32? = nil) throws -> LoopbackSocket {
    let descriptor = open(SOCK_STREAM)
    limit(receiveBuffer, of: descriptor)
    var isOn: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<Int32>.size))
    // A child that another test has forked and that has not yet run its program still holds a server that was closed.
    var isBound = false
    for _ in 0..<50 where !isBound {
      isBound = withLoopback(port) { bind(descriptor, $0, $1) } == 0
      if !isBound { usleep(100_000) }
    }
    try #require(isBound, "errno \(errno)")
    try #require(listen(descriptor, 8) == 0)
    return LoopbackSocket(descriptor: descriptor)
  }

  /// Connects to a port; `nil` where nobody listens.
  ///
  /// - Parameter receiveBuffer: bytes that the kernel keeps for it; `nil`: as many as it likes.
  static func client(port: UInt16, receiveBuffer: Int32? = nil) -> LoopbackSocket? {
    let descriptor = open(SOCK_STREAM)
    limit(receiveBuffer, of: descriptor)
    guard withLoopback(port, { connect(descriptor, $0, $1) }) == 0 else {
      close(descriptor)
      return nil
    }
    return LoopbackSocket(descriptor: descriptor)
  }

  private static func limit(_ receiveBuffer: Int32?, of descriptor: Int32) {
    guard var receiveBuffer else { return }
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, socklen_t(MemoryLayout<Int32>.size))
  }

  /// The next connection, if one has come.
  func accepted() -> LoopbackSocket? {
    let other = accept(descriptor, nil, nil)
    guard other >= 0 else { return nil }
    _ = fcntl(other, F_SETFD, FD_CLOEXEC)
    return LoopbackSocket(descriptor: other)
  }

  func send(_ text: String) { send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) {
    _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  /// Everything that has come so far.
  var received: String {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = recv(descriptor, &buffer, buffer.count, 0), count > 0 {
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether the other side has closed the connection.
  var isClosed: Bool {
    var byte: UInt8 = 0
    let count = recv(descriptor, &byte, 1, Int32(MSG_PEEK))
    return count == 0 || (count < 0 && errno != EAGAIN)
  }
}

/// Bytes that wait in the kernel to be sent to a port of 127.0.0.1 by a connection to it (proc_pid_net(5), `tcp`); `nil`
/// where there is none.
func unsentBytes(to port: UInt16) throws -> Int? {
  let hex = String(port, radix: 16, uppercase: true)
  let remote = "0100007F:" + String(repeating: "0", count: 4 - hex.count) + hex
  let table = String(decoding: try contents(of: "/proc/net/tcp"), as: UTF8.self)
  for line in table.split(separator: "\n") {
    let columns = line.split(separator: " ")
    // 1 is TCP_ESTABLISHED.
    guard columns.count > 4, columns[2] == remote, columns[3] == "01" else { continue }
    return columns[4].split(separator: ":").first.flatMap { Int($0, radix: 16) }
  }
  return nil
}

private func withLoopback(
  _ port: UInt16, _ body: (UnsafePointer<sockaddr>?, socklen_t) -> Int32
) -> Int32 { withAddress(0x7f00_0001, port, body) }

private func withAddress(
  _ host: UInt32, _ port: UInt16, _ body: (UnsafePointer<sockaddr>?, socklen_t) -> Int32
) -> Int32 {
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_addr.s_addr = host.bigEndian
  address.sin_port = port.bigEndian
  return withUnsafeBytes(of: &address) { bytes in
    bytes.withMemoryRebound(to: sockaddr.self) {
      body($0.baseAddress, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
  }
}
