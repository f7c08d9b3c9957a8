import Synchronization

/// Whether the daemon is to stop; set by a signal's task, read by the daemon's threads.
final class StopFlag: Sendable {
  private let flag = Atomic(false)

  var isSet: Bool { flag.load(ordering: .relaxed) }

  func set() { flag.store(true, ordering: .relaxed) }
}
