import Day
import DayConfiguration
import Glibc
import Testing

@Suite struct MachineZoneTests {
  // In a process of its own: other tests use the zone too.
  @Test func anotherZoneOfTheMachineIsSeenWhileTheProgramRuns() async {
    await #expect(processExitsWith: .success) {
      func offset(in zone: String) -> Double {
        setenv("TZ", zone, 1)
        Zone.refreshMachine()
        return Zone.ofMachine.offset(at: 0)
      }
      // The C library reads the zone once by itself.
      #expect(offset(in: "XXX-1") == 3_600)
      #expect(offset(in: "XXX-7") == 25_200)
    }
  }
}
