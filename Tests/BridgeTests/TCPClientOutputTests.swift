import Glibc
import Testing

@testable import qibla_bridge

/// A connection to a server that is made again.
@Suite struct TCPClientOutputTests {
  @Test func aServerThatAcceptsOnlyToCloseIsTriedMoreAndMoreSeldom() throws {
    let (listener, port) = try loopbackSocket(SOCK_STREAM)
    defer { close(listener) }
    try #require(listen(listener, 8) == 0, "errno \(errno)")
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
}
