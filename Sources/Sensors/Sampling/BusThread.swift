import Quantities
private import Synchronization
package import Threads

/// The thread of one bus, with first-in-first-out priority where the system grants it.
package final class BusThread: Sendable {
  private let longestSleep = SamplingParameters().longestSleep
  private let isStopping = Atomic(false)
  private let isRescanDue = Atomic(false)
  private let makeRunner: @Sendable () -> BusRunner
  private let gate: Gate
  private let whileClosed: @Sendable () -> Void
  /// The longest sleep while the gate is closed.
  /// Source: chosen; a wake-up a second costs nothing, and the watchdog expects a sign of life in 10 s.
  private static let longestPause = Duration.seconds(1)

  /// - Parameters:
  ///   - gate: while it is closed, the bus is left alone.
  ///   - whileClosed: called by the thread, at least once a second, while the gate is closed.
  ///   - makeRunner: called on the thread, which alone uses what it makes.
  package init(
    gate: Gate = Gate(), whileClosed: @escaping @Sendable () -> Void = {},
    _ makeRunner: @escaping @Sendable () -> BusRunner
  ) {
    (self.gate, self.whileClosed, self.makeRunner) = (gate, whileClosed, makeRunner)
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
      if !gate.isOpen { sleep(runner) }
      if isRescanDue.exchange(false, ordering: .relaxed) { runner.rescan() }
      let next = runner.step()
      clock.sleep(until: min(next, clock.now.advanced(byMicroseconds: longestSleep)))
    }
  }

  /// Leaves the bus alone until the gate opens or the thread has to end.
  private func sleep(_ runner: BusRunner) {
    while !gate.isOpen, !isStopping.load(ordering: .relaxed) {
      gate.wait(atMost: Self.longestPause)
      whileClosed()
    }
    runner.resume()
  }
}
