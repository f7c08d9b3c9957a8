import Testing

@testable import GPSD

/// When the thread that reads gpsd counts as stuck.
struct LoopWatchTests {
  private let meter = GPSDMeter()

  /// Looks four times a second; what each look brought.
  private func look(_ watch: inout LoopWatch, seconds: Int, beats: Bool) -> [LoopWatch.News] {
    (0..<(seconds * 4)).compactMap { _ in
      if beats { meter.beat() }
      return watch.look(after: 0.25)
    }
  }

  @Test func aLoopThatGoesRoundIsNeverTold() {
    var watch = LoopWatch(meter)
    #expect(look(&watch, seconds: 1000, beats: true).isEmpty && watch.stuckSeconds == nil)
  }

  @Test func oneThatStandsStillIsToldOnceAfterTenSecondsAndOnceWhenItGoesOn() {
    var watch = LoopWatch(meter)
    #expect(look(&watch, seconds: 9, beats: false).isEmpty && watch.stuckSeconds == nil)
    #expect(look(&watch, seconds: 100, beats: false) == [.stuck(seconds: 10)])
    #expect(watch.stuckSeconds == 109)
    #expect(look(&watch, seconds: 10, beats: true) == [.recovered])
    #expect(watch.stuckSeconds == nil)
  }

  @Test func lookingUpANameMayTakeAMinute() {
    var watch = LoopWatch(meter)
    meter.isConnecting = true
    #expect(look(&watch, seconds: 59, beats: false).isEmpty)
    #expect(look(&watch, seconds: 2, beats: false) == [.stuck(seconds: 60)])
  }

  // SIGSTOP, a debugger or a machine's sleep hold both threads: the watch wakes first and must not complain.
  @Test func aPauseOfBothThreadsIsNoFault() {
    var watch = LoopWatch(meter)
    #expect(watch.look(after: 3600) == nil)
    meter.beat()
    #expect(watch.look(after: 0.25) == nil)
  }

  @Test func theLineSaysWhatItCostsAndWhatToDo() {
    let line = "\(LoopWatch.News.stuck(seconds: 10))"
    #expect(line.contains("no position") && line.contains("systemctl restart qiblad"))
  }
}
