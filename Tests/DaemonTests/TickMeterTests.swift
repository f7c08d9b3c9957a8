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

  @Test func whatIsNotPacedHasNoJitter() {
    let meter = TickMeter()
    for index in 0..<100 { meter.note(tick(index), lateness: nil) }
    #expect(meter.take() == StatsMessage.Ticks(count: 100, missed: 0))
  }
}
