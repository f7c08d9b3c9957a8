private import Synchronization

/// Counts the rounds of one loop, so that another thread can see that it makes progress.
package final class Heartbeat: Sendable {
  /// What the log calls the loop.
  package let name: String
  private let rounds = Atomic<UInt64>(0)

  package init(_ name: String) { self.name = name }

  /// The rounds since the start.
  package var count: UInt64 { rounds.load(ordering: .relaxed) }

  /// Counts one round; by the loop itself, never by a timer.
  package func beat() { rounds.wrappingAdd(1, ordering: .relaxed) }
}

/// The loops that have to make progress for the daemon to count as working.
package final class Heartbeats: Sendable {
  private let list = Mutex<[Heartbeat]>([])

  package init() {}

  /// Those that were added so far.
  package var all: [Heartbeat] { list.withLock { $0 } }

  /// Adds a loop that runs until the process ends.
  package func add(_ name: String) -> Heartbeat {
    let heartbeat = Heartbeat(name)
    add(heartbeat)
    return heartbeat
  }

  /// Adds a loop that runs until the process ends.
  package func add(_ heartbeat: Heartbeat) { list.withLock { $0.append(heartbeat) } }
}
