import Quantities
import Randomness
import Testing

@testable import qiblad

@Suite struct SuspendWatchTests {
  private func reading(_ boot: Int64, slept: Int64, took: Int64 = 1) -> SuspendWatch.Reading {
    SuspendWatch.Reading(
      before: boot - slept, boot: Timestamp(microseconds: boot), after: boot - slept + took)
  }

  @Test func aStepOfTheOneClockIsASuspend() {
    var watch = SuspendWatch()
    #expect(watch.update(reading(5_000_000, slept: 700_000)) == nil)
    #expect(watch.update(reading(5_020_000, slept: 700_000)) == nil)
    let suspend = watch.update(reading(5_340_000, slept: 1_000_000))
    // Of the 320 ms 20 were awake: before or after it.
    #expect(suspend?.microseconds == 299_999)
    #expect(suspend?.end.microseconds == 5_319_999)
    #expect(watch.update(reading(5_360_000, slept: 1_000_000)) == nil)
  }

  @Test func anHourIsOneToo() {
    var watch = SuspendWatch()
    _ = watch.update(reading(0, slept: 0))
    #expect(watch.update(reading(3_600_000_000, slept: 3_599_990_000)) != nil)
  }

  // The thread may be set aside between any two of the three readings, for as long as may be.
  @Test func aThreadThatIsSetAsideWasNotAsleep() {
    var random = SeededGenerator(seed: 9)
    var watch = SuspendWatch()
    var time: Int64 = 0
    for _ in 0..<5000 {
      func pass() -> Int64 {
        time += random.next() % 10 == 0 ? Int64(random.next() % 3_000_000) : 40
        return time
      }
      let before = pass()
      let boot = pass() + 8_000_000
      let now = SuspendWatch.Reading(
        before: before, boot: Timestamp(microseconds: boot), after: pass())
      #expect(watch.update(now) == nil)
    }
  }
}
