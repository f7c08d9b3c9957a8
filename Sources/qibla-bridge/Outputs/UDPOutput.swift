import Glibc
import Threads

/// Datagrams to one address, which may be a broadcast address.
final class UDPOutput: LineOutput {
  private let address: NetworkAddress
  private var target: NetworkAddress.Resolved?
  private var descriptor: Int32 = -1
  private var delay = RetryDelay(first: 1_000_000, longest: 30_000_000)
  private var nextAttempt = ContinuousClock.now
  private var log = ConditionLog()

  init(_ address: NetworkAddress) { self.address = address }

  func write(_ lines: [UInt8]) -> Bool {
    if target == nil, nextAttempt <= .now { open() }
    guard let target else { return false }
    let count = lines.withUnsafeBytes { bytes in
      target.withAddress {
        sendto(
          descriptor, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL), $0, $1)
      }
    }
    // A network that is down loses datagrams like any other.
    log.say(
      count >= 0
        ? "sending to \(address)" : "cannot send to \(address): \(words(ofError: errno)); trying on"
    )
    return count >= 0
  }

  private func open() {
    do throws(CommandFailure) {
      let targets = try address.resolved(SOCK_DGRAM)
      // No answer tells which of several is right. Receivers of NMEA 0183 mostly have IPv4 alone.
      let target = targets.first { $0.family == AF_INET } ?? targets[0]
      let descriptor = openSocket(target.family, SOCK_DGRAM)
      guard descriptor >= 0 else { throw CommandFailure("\(address): \(words(ofError: errno))") }
      var isOn: Int32 = 1
      setsockopt(
        descriptor, SOL_SOCKET, SO_BROADCAST, &isOn, socklen_t(MemoryLayout<Int32>.size))
      (self.target, self.descriptor) = (target, descriptor)
      delay.succeeded()
    } catch {
      log.say("\(error.message); trying on")
      nextAttempt = .now + .microseconds(delay.failed())
    }
  }

  func end() { if descriptor >= 0 { close(descriptor) } }
}
