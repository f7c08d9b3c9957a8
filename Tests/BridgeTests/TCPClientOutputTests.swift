import Glibc
import Testing

@testable import qibla_bridge

/// A connection to a server that is made again.
@Suite struct TCPClientOutputTests {
  @Test func aServerThatAcceptsOnlyToCloseIsTriedMoreAndMoreSeldom() throws {
    let (listener, port) = try server()
    defer { close(listener) }
    let address = NetworkAddress(host: "127.0.0.1", port: port)
    let output = TCPClientOutput(address, onConnect: {})
    defer { output.end() }
    var attempts = 0
    let end = ContinuousClock.now + .seconds(3)
    while ContinuousClock.now < end {
      // Connects, learns that it is connected, and writes.
      for _ in 0..<3 { output.serve() }
      _ = output.write(Array("{}\n".utf8))
      let client = accept(listener, nil, nil)
      if client >= 0 {
        attempts += 1
        close(client)
      }
      usleep(5000)
    }
    // After 0, 0.5 and 1.5 s; with the first pause each time it would be six. A busy machine makes fewer.
    #expect((1...4).contains(attempts))
  }

  /// A socket that listens on the loopback, and its port.
  private func server() throws -> (descriptor: Int32, port: UInt16) {
    let descriptor = openSocket(AF_INET, SOCK_STREAM)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutableBytes(of: &address) { bytes in
      bytes.withMemoryRebound(to: sockaddr.self) {
        bind(descriptor, $0.baseAddress, size) == 0 && listen(descriptor, 8) == 0
          && getsockname(descriptor, $0.baseAddress, &size) == 0
      }
    }
    try #require(isBound, "errno \(errno)")
    return (descriptor, UInt16(bigEndian: address.sin_port))
  }
}
