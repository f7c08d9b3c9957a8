private import Synchronization

/// How many clients there are: written by the event loop, read by anybody.
final class ClientCount: Sendable {
  private let count = Atomic(0)

  var value: Int { count.load(ordering: .relaxed) }

  func set(_ value: Int) { count.store(value, ordering: .relaxed) }
}
