private import Synchronization
internal import Wire

/// The number of clients, and what they watch: changed on the event loop, read by any thread.
final class ClientCount: Sendable {
  private let number = Atomic(0)
  /// A bit for each topic.
  private let watched = Atomic<UInt32>(0)

  var value: Int { number.load(ordering: .relaxed) }
  func set(_ count: Int) { number.store(count, ordering: .relaxed) }

  func isWatched(_ topic: Topic) -> Bool {
    watched.load(ordering: .relaxed) & 1 << UInt32(topic.position) != 0
  }

  func setWatched(_ topics: [Topic]) {
    let bits = topics.reduce(UInt32(0)) { $0 | 1 << UInt32($1.position) }
    watched.store(bits, ordering: .relaxed)
  }
}
