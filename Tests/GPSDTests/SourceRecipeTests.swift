import Foundation
import GPSD
import Glibc
import Synchronization
import TestReceiver
import Testing

/// The recipes of docs/position.md, each with a real gpsd on the loopback.
@Suite(
  .serialized, .timeLimit(.minutes(5)),
  .enabled(if: RealGPSD.isThere, "needs gpsd and gpsfake: apt-get install gpsd gpsd-clients"))
struct SourceRecipeTests {
  private let port: UInt16

  init() throws { port = try RealGPSD.freePort() }

  // 127.0.0.2 is not the address that gpsd listens on by itself, but one of this machine's.
  @Test func anotherMachineIsRefusedUntilGPSDHasTheOptionG() async throws {
    let receiver = try Receiver()
    let listener = Listener(port: port, host: "127.0.0.2")
    let alone = try RealGPSD(port: port, sources: [receiver.path])
    // It is there: a listener on its own address gets a fix, and the other one is refused all the same.
    try await Listener(port: port).waits(for: "a fix") { $0.isFix(at: -33.8688) }
    try await listener.waits(for: "the refusal") {
      if case .status(.unreachable(_, .refused)) = $0 { true } else { false }
    }
    #expect(!listener.all.contains { $0.update.position != nil })
    alone.end()
    let open = try RealGPSD(port: port, sources: [receiver.path], isOpenToNetwork: true)
    defer { open.end() }
    try await listener.waits(for: "a fix") { $0.isFix(at: -33.8688) }
  }

  @Test func aPhoneThatSendsNMEAByUDPGivesAFix() async throws {
    let source = try RealGPSD.freePort()
    let gpsd = try RealGPSD(port: port, sources: ["udp://0.0.0.0:\(source)"])
    defer { gpsd.end() }
    let phone = try NMEASender.udp(port: source)
    defer { phone.stop() }
    try await Listener(port: port).waits(for: "a fix") { $0.isFix(at: -33.8688) }
  }

  @Test func aSourceOfNMEAOverTCPGivesAFix() async throws {
    let source = try RealGPSD.freePort()
    let sender = try NMEASender.tcp(port: source)
    defer { sender.stop() }
    let gpsd = try RealGPSD(port: port, sources: ["tcp://127.0.0.1:\(source)"])
    defer { gpsd.end() }
    try await Listener(port: port).waits(for: "a fix") { $0.isFix(at: -33.8688) }
  }

  @Test func aGPSDMayHearAnotherGPSD() async throws {
    let receiver = try Receiver()
    let far = try RealGPSD.freePort()
    let remote = try RealGPSD(port: far, sources: [receiver.path])
    defer { remote.end() }
    try await Listener(port: far).waits(for: "a fix of the far one") { $0.isFix(at: -33.8688) }
    let near = try RealGPSD(port: port, sources: ["gpsd://127.0.0.1:\(far)"])
    defer { near.end() }
    try await Listener(port: port).waits(for: "a fix of the near one") { $0.isFix(at: -33.8688) }
  }
}

/// Sends what a receiver says five times a second to a gpsd, over the network.
private final class NMEASender: Sendable {
  private let isStopped = Mutex(false)

  static func udp(port: UInt16) throws -> NMEASender {
    let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    try #require(descriptor >= 0)
    // A datagram that nobody waits for is an error of the next one: it is sent again.
    try #require(loopback(port) { connect(descriptor, $0, $1) } == 0)
    return NMEASender { descriptor }
  }

  static func tcp(port: UInt16) throws -> NMEASender {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var one: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<Int32>.size))
    try #require(loopback(port) { bind(descriptor, $0, $1) } == 0)
    try #require(listen(descriptor, 1) == 0)
    return NMEASender { accept(descriptor, nil, nil) }
  }

  private init(_ connection: @escaping @Sendable () -> Int32) {
    Thread.detachNewThread { [self] in
      let descriptor = connection()
      while !isStopped.withLock({ $0 }) {
        let burst = Array(NMEA.burst(Receiver.Sky(), at: Date().timeIntervalSince1970).utf8)
        _ = send(descriptor, burst, burst.count, Int32(MSG_NOSIGNAL))
        usleep(200_000)
      }
      close(descriptor)
    }
  }

  func stop() { isStopped.withLock { $0 = true } }

  private static func loopback(
    _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    return withUnsafeBytes(of: address) { bytes in
      bytes.withMemoryRebound(to: sockaddr.self) { addresses in
        guard let base = addresses.baseAddress else { return -1 }
        return body(base, socklen_t(bytes.count))
      }
    }
  }
}
