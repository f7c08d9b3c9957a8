import Glibc
import QiblaClient
import Wire

/// What a subcommand does with the daemon's messages. No method may block.
protocol Bridge {
  /// Takes an event of the daemon. Of several readings that have arrived, the newest one only.
  mutating func take(_ event: DaemonEvent) throws
  /// Does what is due: accepts clients, connects again, writes what could not be written before.
  mutating func serve() throws
  /// The descriptors to wait for, beside that of the daemon.
  var descriptors: [pollfd] { get }
  /// When `serve` must be called at the latest; `nil`: when a descriptor is ready.
  var deadline: ContinuousClock.Instant? { get }
  /// The last thing before the program ends.
  mutating func end()
}

extension Bridge {
  /// Runs until a signal ends the program.
  mutating func run(_ feed: DaemonFeed) throws {
    var feed = feed
    EndSignal.install()
    defer { end() }
    while !EndSignal.came {
      try takeAll(from: &feed)
      try serve()
      wait(feed)
    }
  }

  /// Takes what has arrived. After a stall, old readings are skipped: their headings are not those of
  /// now.
  private mutating func takeAll(from feed: inout DaemonFeed) throws {
    var newest: Message?
    while !EndSignal.came, let event = feed.next() {
      if case .message(.reading(let reading)) = event {
        newest = .reading(reading)
      } else {
        if case .message = event {} else { newest = nil }
        try take(event)
      }
    }
    if let newest { try take(.message(newest)) }
  }

  private func wait(_ feed: DaemonFeed) {
    var requests = descriptors
    if let descriptor = feed.descriptor {
      requests.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
    }
    // The longest wait is for a signal that comes just before `poll`.
    var limit = ContinuousClock.now + .milliseconds(200)
    for other in [feed.nextAttempt, deadline] { if let other { limit = min(limit, other) } }
    _ = poll(&requests, nfds_t(requests.count), milliseconds(until: limit))
  }
}

/// Rounded up, so that a short wait does not become a busy loop.
private func milliseconds(until limit: ContinuousClock.Instant) -> Int32 {
  let left = limit - .now
  return left > .zero ? Int32((left / .milliseconds(1)).rounded(.up)) : 0
}
