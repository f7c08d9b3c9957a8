import Glibc
import Synchronization
import Testing
import Threads

/// What a thread found out, for the test that waits for it.
private final class Answer<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)

  func give(_ new: Value) { value.withLock { $0 = new } }

  func wait() async throws -> Value {
    while true {
      if let value = value.withLock({ $0 }) { return value }
      try await Task.sleep(for: .milliseconds(1))
    }
  }
}

@Suite struct ThreadsTests {
  @Test(.timeLimit(.minutes(10))) func aThreadRunsBesideTheOneThatStartedIt() async throws {
    let answer = Answer<Bool>()
    let own = pthread_self()
    try DedicatedThread.start { answer.give(pthread_equal(own, pthread_self()) == 0) }
    #expect(try await answer.wait())
  }

  @Test(.timeLimit(.minutes(10))) func aTaskWaitsForTheEndOfAThread() async throws {
    let answer = Mutex(0)
    try await DedicatedThread.run { answer.withLock { $0 = 7 } }
    #expect(answer.withLock { $0 } == 7)
  }

  @Test func aThreadCanWaitForTheEndOfAnother() throws {
    let answer = Mutex<pthread_t?>(nil)
    try DedicatedThread.runToEnd { answer.withLock { $0 = pthread_self() } }
    let other = try #require(answer.withLock { $0 })
    #expect(pthread_equal(other, pthread_self()) == 0)
  }

  // With permission it is so, without it the system says why; neither is an accident.
  @Test(.timeLimit(.minutes(10)), arguments: [RealtimePriority.pipeline, .bus])
  func anUrgentThreadIsUrgentOrKnowsWhyNot(urgency: RealtimePriority) async throws {
    let answer = Answer<(policy: Int32, priority: Int32, refusal: ThreadRefusal?)>()
    let child = Answer<Int32>()
    try DedicatedThread.start {
      var refusal: ThreadRefusal?
      do throws(ThreadRefusal) { try urgency.take() } catch { refusal = error }
      var parameters = sched_param()
      sched_getparam(0, &parameters)
      // What it starts must not be urgent without being asked.
      do throws(ThreadRefusal) {
        try DedicatedThread.start { child.give(sched_getscheduler(0)) }
      } catch { child.give(-1) }
      answer.give((sched_getscheduler(0) & 0xF, parameters.sched_priority, refusal))
    }
    let found = try await answer.wait()
    if let refusal = found.refusal {
      #expect(refusal.errno == EPERM && found.policy == SCHED_OTHER)
    } else {
      #expect(found.policy == SCHED_FIFO && found.priority == urgency.rawValue)
    }
    #expect(try await child.wait() & 0xF == SCHED_OTHER)
  }
}
