import Glibc
import Testing

@testable import qibla_bridge

/// Datagrams to a name whose address changes.
@Suite struct UDPOutputTests {
  private let line = Array("$HCHDM,101.1,M*28\r\n".utf8)

  private func makeOutput(_ names: Names, lifetime: Duration) -> UDPOutput {
    UDPOutput(
      NetworkAddress(host: "plotter.example", port: 10_110), lifetime: lifetime,
      resolver: { () throws(CommandFailure) in try names.resolved() })
  }

  /// Writes until a receiver gets a line.
  private func reaches(_ receiver: Receiver, _ output: UDPOutput, within limit: Duration) -> Bool {
    let end = ContinuousClock.now + limit
    while ContinuousClock.now < end {
      _ = output.write(line)
      if receiver.count() > 0 { return true }
      usleep(10_000)
    }
    return false
  }

  // A plotter that gets another address of its DHCP server: nothing fails, and nothing arrives.
  @Test func aNameIsResolvedAgainAfterItsLifetime() throws {
    let (names, first, second) = (Names(), try Receiver(), try Receiver())
    names.address = first.address
    let output = makeOutput(names, lifetime: .milliseconds(200))
    defer { output.end() }
    #expect(output.write(line) && first.count() == 1)
    names.address = second.address
    #expect(reaches(second, output, within: .seconds(20)))
  }

  // udp(7): to the port 0 nothing can be sent.
  @Test func aNameIsResolvedAgainAfterAnError() throws {
    let (names, receiver) = (Names(), try Receiver())
    names.address = NetworkAddress(host: "127.0.0.1", port: 0)
    let output = makeOutput(names, lifetime: .seconds(3600))
    defer { output.end() }
    #expect(!output.write(line))
    names.address = receiver.address
    #expect(reaches(receiver, output, within: .seconds(20)))
  }

  @Test func aNameServerThatDoesNotKnowTheNameAnyMoreLeavesTheAddressInUse() throws {
    let (names, receiver) = (Names(), try Receiver())
    names.address = receiver.address
    let output = makeOutput(names, lifetime: .milliseconds(10))
    defer { output.end() }
    #expect(output.write(line))
    names.address = nil
    for _ in 0..<10 {
      usleep(20_000)
      #expect(output.write(line))
    }
    #expect(receiver.count() == 11)
    #expect(names.questions > 2)
  }
}

/// A name server with one address.
private final class Names {
  var address: NetworkAddress?
  private(set) var questions = 0

  func resolved() throws(CommandFailure) -> [NetworkAddress.Resolved] {
    questions += 1
    guard let address else { throw CommandFailure("Name or service not known") }
    return try address.resolved(SOCK_DGRAM)
  }
}

/// A socket that receives datagrams at a free port of the loopback.
private final class Receiver {
  let address: NetworkAddress
  private let descriptor: Int32

  init() throws {
    let (descriptor, port) = try loopbackSocket(SOCK_DGRAM)
    self.descriptor = descriptor
    address = NetworkAddress(host: "127.0.0.1", port: port)
  }

  deinit { close(descriptor) }

  /// How many datagrams have come since the last question.
  func count() -> Int {
    var buffer = [UInt8](repeating: 0, count: 256)
    var count = 0
    while recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT)) >= 0 { count += 1 }
    return count
  }
}
