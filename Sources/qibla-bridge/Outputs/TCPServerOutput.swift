import Glibc

/// A TCP server whose clients all get the same lines.
final class TCPServerOutput: LineOutput {
  private struct Client {
    let descriptor: Int32
    var pending = PendingBytes()
  }

  /// A plotter, an autopilot and a few telephones; also a bound for memory and descriptors.
  static let clientLimit = 32

  private let listener: Int32
  private let address: NetworkAddress
  private var clients: [Client] = []
  private var acceptAgain = ContinuousClock.now

  /// - Throws: `CommandFailure` where the system does not let it listen there.
  init(_ address: NetworkAddress) throws(CommandFailure) {
    self.address = address
    let own = try address.resolved(SOCK_STREAM)[0]
    listener = openSocket(own.family, SOCK_STREAM)
    var isOn: Int32 = 1
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<Int32>.size))
    guard listener >= 0, own.withAddress({ bind(listener, $0, $1) }) == 0, listen(listener, 16) == 0
    else {
      let reason = words(ofError: errno)
      if listener >= 0 { close(listener) }
      throw CommandFailure("cannot listen on \(address): \(reason)")
    }
    complain("listening on \(address)")
  }

  func write(_ lines: [UInt8]) -> Bool {
    for index in clients.indices.reversed() {
      guard clients[index].pending.append(lines) else {
        drop(index, "it does not read")
        continue
      }
      flush(index)
    }
    return true
  }

  func serve() {
    acceptAll()
    for index in clients.indices.reversed() {
      if let reason = reasonToDrop(clients[index].descriptor) {
        drop(index, reason)
      } else {
        flush(index)
      }
    }
  }

  var descriptors: [pollfd] {
    var requests = clients.map { client in
      let events = client.pending.isEmpty ? POLLIN : POLLIN | POLLOUT
      return pollfd(fd: client.descriptor, events: Int16(events), revents: 0)
    }
    if acceptAgain <= .now {
      requests.append(pollfd(fd: listener, events: Int16(POLLIN), revents: 0))
    }
    return requests
  }

  var deadline: ContinuousClock.Instant? { acceptAgain > .now ? acceptAgain : nil }

  func end() {
    for client in clients { close(client.descriptor) }
    close(listener)
  }

  private func flush(_ index: Int) {
    if case .broken(let errno) = clients[index].pending.flush(to: clients[index].descriptor) {
      drop(index, words(ofError: errno))
    }
  }

  /// Reads and discards what a client sends; the reason if it is gone.
  private func reasonToDrop(_ descriptor: Int32) -> String? {
    // At most 64 kB, so that a client that never stops sending does not stop the others.
    for _ in 0..<16 {
      let count = withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) {
        recv(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT))
      }
      if count == 0 { return "it has gone" }
      if count < 0 { return errno == EAGAIN || errno == EINTR ? nil : words(ofError: errno) }
    }
    return nil
  }

  private func acceptAll() {
    guard acceptAgain <= .now else { return }
    while true {
      let descriptor = accept(listener, nil, nil)
      guard descriptor >= 0 else {
        if errno == ECONNABORTED || errno == EINTR { continue }
        if errno != EAGAIN {
          complain("cannot accept a client on \(address): \(words(ofError: errno))")
          acceptAgain = .now + .seconds(1)  // descriptors are used up: no busy loop
        }
        return
      }
      guard clients.count < Self.clientLimit else {
        complain("a client of \(address) was refused: \(Self.clientLimit) are connected")
        close(descriptor)
        continue
      }
      closeOnExecWithoutBlocking(descriptor)
      // A small buffer: a client that is stopped must not read old headings later.
      var size: Int32 = 4096
      setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
      clients.append(Client(descriptor: descriptor))
    }
  }

  private func drop(_ index: Int, _ reason: String) {
    let client = clients.remove(at: index)
    close(client.descriptor)
    if reason != "it has gone" { complain("a client of \(address) was dropped: \(reason)") }
  }
}
