import Glibc
import Threads

/// A connection to a server, made again after each loss with a growing pause.
///
/// What the server sends is discarded. While it takes nothing, new lines are dropped, and after
/// `stallLimit` the connection is closed.
final class TCPClientOutput: LineOutput {
  private enum State {
    case waiting(until: ContinuousClock.Instant)
    case connecting(Int32, until: ContinuousClock.Instant)
    case connected(Int32, since: ContinuousClock.Instant)
  }

  private static let connectLimit = Duration.seconds(10)
  private static let stallLimit = Duration.seconds(30)
  /// A connection that held for so long was a good one, and the next pause is the first again. A server may accept a
  /// connection only to close it.
  private static let steadyAfter = Duration.seconds(30)

  private let address: NetworkAddress
  private let onConnect: () -> Void
  /// The addresses of the host that are still to be tried; empty: ask the system again.
  private var candidates: [NetworkAddress.Resolved] = []
  private var state = State.waiting(until: .now)
  private var pending = PendingBytes()
  private var delay = RetryDelay(first: 500_000, longest: 60_000_000)
  private var log = ConditionLog()

  /// - Parameter onConnect: called when a server has accepted the connection, before it gets a line.
  init(_ address: NetworkAddress, onConnect: @escaping () -> Void) {
    self.address = address
    self.onConnect = onConnect
  }

  func write(_ lines: [UInt8]) -> Bool {
    guard case .connected(let descriptor, _) = state else { return false }
    // A server that is slow needs the next values, not these.
    let isTaken = pending.isEmpty && pending.append(lines)
    flush(descriptor)
    return isTaken
  }

  func serve() {
    switch state {
    case .waiting(let until): if until <= .now { connect() }
    case .connecting(let descriptor, let until): finishConnecting(descriptor, until)
    case .connected(let descriptor, _):
      if let reason = reasonToClose(descriptor) {
        lose(descriptor, reason)
      } else {
        flush(descriptor)
      }
    }
  }

  var descriptors: [pollfd] {
    switch state {
    case .waiting: []
    case .connecting(let descriptor, _):
      [pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)]
    case .connected(let descriptor, _):
      [
        pollfd(
          fd: descriptor, events: Int16(pending.isEmpty ? POLLIN : POLLIN | POLLOUT), revents: 0)
      ]
    }
  }

  var deadline: ContinuousClock.Instant? {
    switch state {
    case .waiting(let until), .connecting(_, let until): until
    case .connected: nil
    }
  }

  func end() {
    switch state {
    case .waiting: break
    case .connecting(let descriptor, _), .connected(let descriptor, _): close(descriptor)
    }
  }

  private func connect() {
    do throws(CommandFailure) {
      // `localhost` is often ::1 first, where a server with IPv4 alone does not listen.
      if candidates.isEmpty { candidates = try address.resolved(SOCK_STREAM) }
      let server = candidates.removeFirst()
      let descriptor = openSocket(server.family, SOCK_STREAM)
      guard descriptor >= 0 else { throw CommandFailure("\(address): \(words(ofError: errno))") }
      let status = server.withAddress { Glibc.connect(descriptor, $0, $1) }
      guard status == 0 || errno == EINPROGRESS else {
        let reason = words(ofError: errno)
        close(descriptor)
        throw CommandFailure("\(address): \(reason)")
      }
      state = .connecting(descriptor, until: .now + Self.connectLimit)
    } catch {
      wait(error.message)
    }
  }

  private func finishConnecting(_ descriptor: Int32, _ until: ContinuousClock.Instant) {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    guard poll(&request, 1, 0) > 0 else {
      if until <= .now { lose(descriptor, "it does not answer") }
      return
    }
    var failure: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &failure, &size)
    guard failure == 0 else { return lose(descriptor, words(ofError: failure)) }
    var bytes: Int32 = 16_384
    setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &bytes, socklen_t(MemoryLayout<Int32>.size))
    var isOn: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_KEEPALIVE, &isOn, size)
    candidates = []
    state = .connected(descriptor, since: .now)
    log.say("connected to \(address)")
    onConnect()
  }

  private func flush(_ descriptor: Int32) {
    if case .broken(let errno) = pending.flush(to: descriptor) {
      lose(descriptor, words(ofError: errno))
    }
  }

  private func reasonToClose(_ descriptor: Int32) -> String? {
    if pending.stalled > Self.stallLimit { return "it takes nothing" }
    for _ in 0..<16 {
      let count = withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) {
        recv(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT))
      }
      if count == 0 { return "it closed the connection" }
      if count < 0 { return errno == EAGAIN || errno == EINTR ? nil : words(ofError: errno) }
    }
    return nil
  }

  private func lose(_ descriptor: Int32, _ reason: String) {
    if case .connected(_, let since) = state, .now - since > Self.steadyAfter { delay.succeeded() }
    close(descriptor)
    wait("\(address): \(reason)")
  }

  private func wait(_ reason: String) {
    pending.removeAll()
    guard candidates.isEmpty else {
      state = .waiting(until: .now)
      return
    }
    state = .waiting(until: .now + .microseconds(delay.failed()))
    log.say("\(reason); retrying")
  }
}
