import Testing
import Threads

@Suite struct MonitorTests {
  @Test(.timeLimit(.minutes(10))) func aThreadWaitsForWhatAnotherOneChanges() throws {
    let monitor = Monitor(0)
    for _ in 0..<100 {
      try DedicatedThread.start {
        monitor.withLock { $0 += 1 }
        monitor.wakeAll()
      }
    }
    #expect(monitor.wait(until: { $0 == 100 }, then: { $0 }) == 100)
  }

  @Test(.timeLimit(.minutes(10))) func aWaitEndsAtItsTimeout() {
    let monitor = Monitor(0)
    let start = ContinuousClock.now
    let timeout = Duration.milliseconds(20)
    #expect(monitor.wait(atMost: timeout, until: { $0 > 0 }, then: { $0 }) == nil)
    #expect(ContinuousClock.now - start >= timeout)
  }

  // More than the nanoseconds that are left of any second.
  @Test(.timeLimit(.minutes(10))) func aTimeoutMayBeLongerThanASecond() throws {
    let monitor = Monitor(0)
    try DedicatedThread.start {
      monitor.withLock { $0 = 1 }
      monitor.wakeAll()
    }
    #expect(monitor.wait(atMost: .milliseconds(59_999), until: { $0 > 0 }, then: { $0 }) == 1)
  }

  @Test func whatHoldsAlreadyIsNotWaitedFor() {
    #expect(Monitor(7).wait(atMost: .zero, until: { $0 == 7 }, then: { $0 }) == 7)
  }
}
