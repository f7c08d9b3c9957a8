import Quantities
import Testing
import Wire

@testable import Pipeline

/// Where time goes on without samples.
@Suite struct LiveTimelineTests {
  private func idle(_ microseconds: Int64) -> Input {
    .idle(at: Timestamp(microseconds: microseconds))
  }

  private func measured(_ microseconds: Int64) -> Input {
    var sample = Sample(time: Timestamp(microseconds: microseconds))
    sample.magneticField = MagneticField(microtesla: Vector3(20, 0, 40))
    return .sample(sample)
  }

  private func play(_ inputs: [Input]) -> (ticks: [Int64], gaps: [String]) {
    var timeline = Timeline(isLive: true)
    var ticks: [Int64] = []
    var gaps: [String] = []
    for input in inputs {
      while let tick = timeline.tick(before: input.time) { ticks.append(tick.microseconds) }
      if case .gap(let reason, _, _) = timeline.accept(input) { gaps.append(reason.rawValue) }
    }
    return (ticks, gaps)
  }

  @Test func ticksBeginBeforeTheFirstMeasurementAndEndWithNoSilence() {
    let (ticks, gaps) = play((0...2500).map { idle(Int64($0) * 4_000) })
    #expect(gaps.isEmpty)
    #expect(ticks.count == 600)  // 10 s; the one at 10 s needs a later sample
    #expect(ticks.last == 9_983_333)
  }

  @Test func aSensorThatComesBackAfterFiveSecondsTearsTheGrid() {
    let silence = (1...1500).map { idle(Int64($0) * 4_000) }
    let (ticks, gaps) = play([measured(0)] + silence + [measured(6_004_000), idle(6_030_000)])
    #expect(gaps == ["silence"])
    #expect(ticks.filter { $0 < 6_004_000 }.count == 361)
    #expect(ticks.filter { $0 >= 6_004_000 } == [6_004_000, 6_020_667])
    #expect(ticks == ticks.sorted())
  }

  @Test func aSensorThatComesBackSoonerDoesNot() {
    let silence = (1...1000).map { idle(Int64($0) * 4_000) }
    #expect(play([measured(0)] + silence + [measured(4_900_000)]).gaps.isEmpty)
  }

  // A clock that is set, or a fix, says nothing of the sensors that are not read.
  @Test func inAPauseNoInputMakesATickOrAGap() {
    var timeline = Timeline(isLive: true)
    _ = timeline.accept(measured(0))
    timeline.pause()
    for microseconds in [20_000, 2_000_000, 2_100_000, 60_000_000] as [Int64] {
      let input = idle(microseconds)
      let (tick, gap) = (timeline.tick(before: input.time), timeline.accept(input))
      #expect(tick == nil && gap == nil && timeline.nextTick == nil)
    }
    timeline.end()
    let gap = timeline.accept(idle(70_000_000))
    #expect(gap == nil && timeline.nextTick == Timestamp(microseconds: 70_000_000))
  }

  // A machine that slept for a night: what was missed is one gap, not two million ticks.
  @Test func aMachineThatSleptGoesOnWithANewGrid() {
    let night: Int64 = 8 * 3600 * 1_000_000
    let (ticks, gaps) = play(
      [idle(0), idle(20_000), idle(night), idle(night + 20_000)])
    #expect(gaps == ["silence"])
    #expect(ticks == [0, 16_667, night, night + 16_667])
  }
}
