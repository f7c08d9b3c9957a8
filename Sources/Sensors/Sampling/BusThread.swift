private import Glibc
import Quantities
private import Synchronization

/// The thread of one bus, with first-in-first-out priority where the system grants it.
package final class BusThread: Sendable {
  /// µs. So soon a sleep notices that the thread is to stop.
  private static let longestNap: Int64 = 50_000
  /// The lowest but nine: above what is not in a hurry, below what the system needs.
  private static let priority: Int32 = 10

  private let isStopping = Atomic(false)
  private let makeRunner: @Sendable () -> BusRunner

  /// - Parameter makeRunner: called on the thread, which alone uses what it makes.
  package init(_ makeRunner: @escaping @Sendable () -> BusRunner) {
    self.makeRunner = makeRunner
  }

  /// Starts the thread.
  ///
  /// - Returns: whether the system let it.
  package func start() -> Bool {
    var thread = pthread_t()
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let own = Unmanaged.passRetained(self)
    let isStarted =
      pthread_create(
        &thread, &attributes,
        { argument in
          if let argument {
            Unmanaged<BusThread>.fromOpaque(argument).takeRetainedValue().run()
          }
          return nil
        }, own.toOpaque()) == 0
    if !isStarted { own.release() }
    return isStarted
  }

  /// Asks the thread to end; it does within a nap, or when a transfer that hangs comes back.
  package func stop() { isStopping.store(true, ordering: .relaxed) }

  private func run() {
    var parameters = sched_param(sched_priority: Self.priority)
    // EPERM: the ordinary priority serves, with more jitter.
    pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters)
    let clock = BootClock()
    let runner = makeRunner()
    while !isStopping.load(ordering: .relaxed) {
      let next = runner.step()
      let nap = clock.now.advanced(byMicroseconds: Self.longestNap)
      clock.sleep(until: min(next, nap))
    }
  }
}
