import Glibc
import Threads

/// Datagrams to one address, which may be a broadcast address.
///
/// The address of a name may change, and no error tells it: a datagram to a machine that has gone is lost in silence.
final class UDPOutput: LineOutput {
  /// Asks the system for the addresses of the host.
  typealias Resolver = () throws(CommandFailure) -> [NetworkAddress.Resolved]

  private let address: NetworkAddress
  private let resolver: Resolver?
  /// How long an address is used before the name is resolved again.
  private let lifetime: Duration
  private var target: NetworkAddress.Resolved?
  private var descriptor: Int32 = -1
  private var delay = RetryDelay(first: 1_000_000, longest: 30_000_000)
  /// When the name is resolved the next time.
  private var nextResolution = ContinuousClock.now
  /// Whether a datagram could not be sent since the name was resolved.
  private var hasFailed = false
  private var log = ConditionLog()

  /// - Parameters:
  ///   - lifetime: how long an address is used before the name is resolved again.
  ///   - resolver: what asks for the addresses; `nil` for the system.
  init(
    _ address: NetworkAddress, lifetime: Duration = .seconds(300), resolver: Resolver? = nil
  ) {
    self.address = address
    self.lifetime = lifetime
    self.resolver = resolver
  }

  func write(_ lines: [UInt8]) -> Bool {
    if nextResolution <= .now { resolve() }
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
        ? "sending to \(address)" : "cannot send to \(address): \(words(ofError: errno)); retrying"
    )
    if count >= 0 {
      delay.succeeded()
    } else if !hasFailed {
      hasFailed = true
      nextResolution = .now + .microseconds(delay.failed())
    }
    return count >= 0
  }

  /// Opens a socket to the address that the name has now. Where it has none, the one before stays in use.
  private func resolve() {
    do throws(CommandFailure) {
      let targets: [NetworkAddress.Resolved]
      if let resolver {
        targets = try resolver()
      } else {
        targets = try address.resolved(SOCK_DGRAM)
      }
      // No answer tells which of several is right. Receivers of NMEA 0183 mostly have IPv4 alone.
      let target = targets.first { $0.family == AF_INET } ?? targets[0]
      let descriptor = openSocket(target.family, SOCK_DGRAM)
      guard descriptor >= 0 else { throw CommandFailure("\(address): \(words(ofError: errno))") }
      var isOn: Int32 = 1
      setsockopt(
        descriptor, SOL_SOCKET, SO_BROADCAST, &isOn, socklen_t(MemoryLayout<Int32>.size))
      end()
      (self.target, self.descriptor, hasFailed) = (target, descriptor, false)
      nextResolution = .now + lifetime
    } catch {
      if target == nil { log.say("\(error.message); retrying") }
      // A name server that does not answer blocks: it is asked seldom while datagrams can be sent.
      let isInUse = target != nil && !hasFailed
      nextResolution = .now + (isInUse ? lifetime : .microseconds(delay.failed()))
    }
  }

  func end() { if descriptor >= 0 { close(descriptor) } }
}
