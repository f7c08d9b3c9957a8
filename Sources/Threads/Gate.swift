/// Lets threads work while it is open, and holds them up while it is closed. It is open at first.
package final class Gate: Sendable {
  private let isPassable = Monitor(true)

  package init() {}

  /// Whether threads may work.
  package var isOpen: Bool { isPassable.withLock { $0 } }

  /// Opens it, and wakes every thread that waits.
  package func open() {
    isPassable.withLock { $0 = true }
    isPassable.wakeAll()
  }

  /// Closes it: a thread stops where it next asks.
  package func close() { isPassable.withLock { $0 = false } }

  /// Sleeps while it is closed.
  ///
  /// - Parameter timeout: the longest sleep, so that a caller can look whether it is to end.
  package func wait(atMost timeout: Duration) {
    // Open or not: the caller looks again.
    _ = isPassable.wait(atMost: timeout, until: { $0 }, then: { $0 })
  }
}
