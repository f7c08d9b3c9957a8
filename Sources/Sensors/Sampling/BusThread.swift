import Quantities
private import Synchronization
package import Threads

/// The thread of one bus, with first-in-first-out priority where the system grants it.
package final class BusThread: Sendable {
  private let longestSleep = SamplingParameters().longestSleep
  private let isStopping = Atomic(false)
  private let isRescanDue = Atomic(false)
  private let makeRunner: @Sendable () -> BusRunner

  /// - Parameter makeRunner: called on the thread, which alone uses what it makes.
  package init(_ makeRunner: @escaping @Sendable () -> BusRunner) {
    self.makeRunner = makeRunner
  }

  /// Starts the thread.
  ///
  /// - Throws: where the system refuses one.
  package func start() throws(ThreadRefusal) { try DedicatedThread.start { self.run() } }

  /// Asks the thread to end; it does within `longestSleep`, or when a transfer that hangs returns.
  package func stop() { isStopping.store(true, ordering: .relaxed) }

  /// Asks the thread to look for chips now; it begins within `longestSleep`.
  package func rescan() { isRescanDue.store(true, ordering: .relaxed) }

  private func run() {
    // Refused, the ordinary priority serves; the pipeline's thread, which asks too, says so.
    try? RealtimePriority.bus.take()
    let clock = BootClock()
    let runner = makeRunner()
    while !isStopping.load(ordering: .relaxed) {
      if isRescanDue.exchange(false, ordering: .relaxed) { runner.rescan() }
      let next = runner.step()
      clock.sleep(until: min(next, clock.now.advanced(byMicroseconds: longestSleep)))
    }
  }
}
