private import Synchronization

/// The number of clients: written by the event loop, read by any thread.
final class ClientCount: Sendable {
  private let count = Atomic(0)

  var value: Int { count.load(ordering: .relaxed) }

  func set(_ value: Int) { count.store(value, ordering: .relaxed) }
}
