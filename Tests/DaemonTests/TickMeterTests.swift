import Quantities
import Testing
import Wire

@testable import qiblad

struct TickMeterTests {
  private func tick(_ index: Int) -> Timestamp { Timestamp(microseconds: Int64(index) * 16_667) }

  @Test func jitterIsHowMuchIntervalsDiffer() {
    let meter = TickMeter()
    #expect(meter.newest == nil)
    // Each tick 3 ms late, every tenth 500 µs more: two intervals of ten differ.
    for index in 0...60 { meter.note(tick(index), lateness: index % 10 == 5 ? 3500 : 3000) }
    let ticks = meter.take()
    #expect(ticks == StatsMessage.Ticks(count: 61, missed: 0, jitterP50: 0, jitterP99: 500))
    #expect(meter.newest == tick(60))
    #expect(meter.take() == StatsMessage.Ticks(count: 0, missed: 0))
  }

  @Test(arguments: [(1.0, 16_667, 16_660), (10.0, 1667, 1660)])
  func aTickThatComesWhenTheNextOneIsDueIsMissed(factor: Double, late: Int64, early: Int64) {
    let meter = TickMeter(factor: factor)
    meter.note(tick(0), lateness: early)
    #expect(meter.take().missed == 0)
    meter.note(tick(1), lateness: late + 1)
    #expect(meter.take().missed == 1)
    meter.note(tick(2), lateness: 0)
    #expect(meter.take().missed == 1)  // since the start
  }

  @Test func ticksThatAreLateAfterASleepOnPurposeAreNotMissed() {
    let meter = TickMeter()
    meter.note(tick(0), lateness: 10)
    meter.pause()
    for (index, lateness) in [50_000, 33_333, 16_667, 20, 30].enumerated() {
      meter.note(tick(index + 1), lateness: Int64(lateness))
    }
    // of the ticks after the sleep only the last two tell how punctual the thread is
    #expect(meter.take() == StatsMessage.Ticks(count: 6, missed: 0, jitterP50: 10, jitterP99: 10))
    meter.note(tick(6), lateness: 50_000)
    #expect(meter.take().missed == 1)
  }

  @Test func whatIsNotPacedHasNoJitter() {
    let meter = TickMeter()
    for index in 0..<100 { meter.note(tick(index), lateness: nil) }
    #expect(meter.take() == StatsMessage.Ticks(count: 100, missed: 0))
  }
}
