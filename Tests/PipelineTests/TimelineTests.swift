import Quantities
import Testing
import Wire

@testable import Pipeline

@Suite struct TimelineTests {
  private func sample(_ microseconds: Int64) -> Sample {
    Sample(
      time: Timestamp(microseconds: microseconds),
      magneticField: MagneticField(microtesla: Vector3(20, 0, 40)))
  }

  /// What a driver feeds for samples at these instants: ticks as µs, gaps by name.
  private func play(_ instants: [Int64]) -> (ticks: [Int64], gaps: [String]) {
    var timeline = Timeline()
    var ticks: [Int64] = []
    var gaps: [String] = []
    for instant in instants {
      while let tick = timeline.tick(before: Timestamp(microseconds: instant)) {
        ticks.append(tick.microseconds)
      }
      if case .gap(let reason, _, _) = timeline.accept(.sample(sample(instant))) {
        gaps.append(reason.rawValue)
      }
    }
    while let tick = timeline.tickAtEnd() { ticks.append(tick.microseconds) }
    return (ticks, gaps)
  }

  private func accept(_ sample: Sample, into timeline: inout Timeline) {
    if timeline.accept(.sample(sample)) != nil { Issue.record("a gap where there is none") }
  }

  @Test func tickKIsComputedFromTheIntegerKSoThatNoErrorAddsUp() {
    var grid = TickGrid(origin: Timestamp(microseconds: 7))
    for k in Int64(0)..<100_000 {
      let exact = 7 + Double(k) * 1_000_000 / 60
      #expect(abs(Double(grid.next.microseconds) - exact) <= 0.5)
      grid.advance()
    }
    // after a year of ticks: 60 · 86 400 · 365
    let elapsed: Int64 = 100_000 * 1_000_000 / 60 + 1  // …666.67 rounds up
    #expect(grid.next.microseconds - 7 == elapsed)
  }

  @Test(arguments: [0.8, 1, 8.3, 20, 50, 60, 95.238, 100, 286, 1000])
  func anyRateOfSensorGivesSixtyTicksASecond(rate: Double) {
    let instants = (0..<Int(rate * 10 + 1)).map { Int64((Double($0) / rate * 1e6).rounded()) }
    let (ticks, gaps) = play(instants)
    #expect(gaps.isEmpty)
    let last = instants.last ?? 0
    #expect(ticks.count == Int(last * 60 / 1_000_000) + 1)
    #expect(ticks == ticks.indices.map { (Int64($0) * 1_000_000 + 30) / 60 })
  }

  @Test func aTickComesAfterEverySampleThatIsNotLater() {
    var timeline = Timeline()
    accept(sample(0), into: &timeline)
    #expect(timeline.tick(before: Timestamp(microseconds: 0)) == nil)  // another one at 0 may come
    accept(sample(0), into: &timeline)
    #expect(timeline.tick(before: Timestamp(microseconds: 1))?.microseconds == 0)
    #expect(timeline.tick(before: Timestamp(microseconds: 16_667)) == nil)
    #expect(timeline.tick(before: Timestamp(microseconds: 16_668))?.microseconds == 16_667)
  }

  @Test func ticksGoOnForFiveSecondsThenTheGridEndsWithOneEvent() {
    let (ticks, gaps) = play([0, 60_000_000, 60_100_000])
    #expect(gaps == ["silence"])
    #expect(ticks.filter { $0 <= 5_000_000 }.count == 301)
    #expect(!ticks.contains { $0 > 5_000_000 && $0 < 60_000_000 })
    #expect(ticks.contains(60_000_000))  // the new grid's origin is the sample
    #expect(ticks.contains(60_016_667))
  }

  @Test func fiveSecondsAreNoGapYet() {
    #expect(play([0, 5_000_000]).gaps.isEmpty)
    #expect(play([0, 5_000_001]).gaps == ["silence"])
  }

  @Test func timeThatRunsBackwardsRestartsTheGridAtTheNextSample() {
    let (ticks, gaps) = play([1_000_000, 1_100_000, 500_000, 600_000])
    #expect(gaps == ["time_backwards"])
    #expect(ticks.contains(500_000))
    #expect(!ticks.contains(1_116_667))
  }

  @Test func theTickAtTheInstantOfTheLastSampleIsTheLast() {
    var timeline = Timeline()
    accept(sample(0), into: &timeline)
    #expect(timeline.tickAtEnd()?.microseconds == 0)
    #expect(timeline.tickAtEnd() == nil)
  }

  @Test func aFixAloneNeitherStartsNorKeepsTheGrid() {
    var timeline = Timeline()
    let fix = Sample(time: Timestamp(microseconds: 0), fix: Fix(mode: .none))
    accept(fix, into: &timeline)
    #expect(timeline.tick(before: Timestamp(microseconds: 9_000_000)) == nil)
    #expect(timeline.tickAtEnd() == nil)
  }
}
