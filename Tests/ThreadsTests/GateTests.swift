import Synchronization
import Testing
import Threads

@Suite(.timeLimit(.minutes(10))) struct GateTests {
  @Test func anOpenGateHoldsNobodyUp() {
    let gate = Gate()
    #expect(gate.isOpen)
    gate.wait(atMost: .seconds(3600))
    #expect(gate.isOpen)
  }

  @Test func aClosedGateHoldsAThreadUpUntilItOpens() throws {
    let gate = Gate()
    gate.close()
    #expect(!gate.isOpen)
    let passed = Atomic(false)
    try DedicatedThread.start {
      while !gate.isOpen { gate.wait(atMost: .seconds(3600)) }
      passed.store(true, ordering: .releasing)
    }
    gate.wait(atMost: .milliseconds(50))
    let early = passed.load(ordering: .acquiring)
    #expect(!early)
    gate.open()
    // The time limit of the suite is the end of a thread that is not woken.
    while !passed.load(ordering: .acquiring) { gate.wait(atMost: .milliseconds(1)) }
  }
}
