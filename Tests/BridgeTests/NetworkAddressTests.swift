import Randomness
import Testing

@testable import qibla_bridge

@Suite struct NetworkAddressTests {
  @Test(
    arguments: [
      ("10.0.0.1:1883", "10.0.0.1", 1883), ("localhost:1", "localhost", 1),
      ("[::1]:65535", "::1", 65_535), ("[fe80::1%eth0]:80", "fe80::1%eth0", 80),
    ] as [(String, String, UInt16)])
  func hostAndPortAreRead(text: String, host: String, port: UInt16) {
    #expect(NetworkAddress(parsing: text) == NetworkAddress(host: host, port: port))
    #expect(NetworkAddress(parsing: text)?.description == text)
  }

  @Test func whatIsMissingIsTheDefault() {
    let port = NetworkAddress(parsing: "10110", defaultHost: "127.0.0.1")
    #expect(port == NetworkAddress(host: "127.0.0.1", port: 10_110))
    let host = NetworkAddress(parsing: "broker.example", defaultPort: 1883)
    #expect(host == NetworkAddress(host: "broker.example", port: 1883))
    #expect(NetworkAddress(parsing: "[::1]", defaultPort: 1883)?.host == "::1")
    #expect(NetworkAddress(parsing: "10110") == nil)
    #expect(NetworkAddress(parsing: "host") == nil)
  }

  @Test(arguments: [
    "", ":", ":80", "host:", "host:0", "host:65536", "host:+80", "host:8 0", "ho st:80", "a:b:80",
    "[::1:80", "[]:80", "::1:80", "host:80\n", "\u{0}:80", "host:٣", "http://host:80",
  ])
  func anythingElseIsRefused(text: String) {
    #expect(NetworkAddress(parsing: text) == nil)
    #expect(NetworkAddress(parsing: text, defaultHost: "h") == nil)
  }

  @Test func anyTextIsReadOrRefused() {
    var generator = SeededGenerator(seed: 5)
    let pieces = ["[", "]", ":", "1", "65535", "host", "%", "\u{0}", "é", " ", "::", "-"]
    var count = 0
    for _ in 0..<20_000 {
      let text = (0..<Int.random(in: 0..<6, using: &generator)).map { _ in
        pieces.randomElement(using: &generator) ?? ""
      }.joined()
      guard let address = NetworkAddress(parsing: text, defaultHost: "h", defaultPort: 9) else {
        continue
      }
      count += 1
      #expect(address.port > 0 && !address.host.isEmpty)
      #expect(!address.host.unicodeScalars.contains { $0.value <= 0x20 })
    }
    #expect(count > 100)
  }
}
