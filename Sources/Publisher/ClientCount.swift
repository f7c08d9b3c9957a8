private import Synchronization
internal import Threads
internal import Wire

/// The number of clients, and what they watch: changed on the event loop, read by any thread.
final class ClientCount: Sendable {
  private let number = Atomic(0)
  /// The bits of a `TopicSet`.
  private let watched = Atomic<UInt32>(0)
  /// Whether there is a client; what a thread waits for.
  private let someone = Monitor(false)

  var value: Int { number.load(ordering: .relaxed) }

  func set(_ count: Int) {
    let before = number.exchange(count, ordering: .relaxed)
    guard (before == 0) != (count == 0) else { return }
    someone.withLock { $0 = count > 0 }
    someone.wakeAll()
  }

  /// Sleeps while there is no client.
  func wait(atMost timeout: Duration) {
    // Woken or not: the caller looks again.
    _ = someone.wait(atMost: timeout, until: { $0 }, then: { $0 })
  }

  func isWatched(_ topic: Topic) -> Bool {
    TopicSet(bits: watched.load(ordering: .relaxed)).contains(topic)
  }

  func setWatched(_ topics: TopicSet) { watched.store(topics.bits, ordering: .relaxed) }
}
