import Quantities
import Testing
import Threads

@testable import GPSD

/// When gpsd is asked whether it is there, and when it counts as hung.
@Suite struct SilenceWatchTests {
  private func second(_ seconds: Double) -> Timestamp {
    Timestamp(microseconds: Int64(seconds * 1e6))
  }

  @Test func afterFiveSecondsOfSilenceItIsAskedOnceAndAfterFiveMoreGivenUp() {
    var watch = SilenceWatch(.init(), at: second(100))
    let actions = (101...110).map { watch.pass(to: second(Double($0))) }
    #expect(
      actions == Array(repeating: .nothing, count: 4) + [.ask]
        + Array(repeating: .nothing, count: 4) + [.giveUp])
  }

  @Test func anAnswerCountsAsAWordAndTheWaitBeginsAgain() {
    var watch = SilenceWatch(.init(), at: second(0))
    #expect(watch.pass(to: second(5)) == .ask)
    watch.received(at: second(5.1))
    #expect(watch.pass(to: second(10)) == .nothing)
    #expect(watch.pass(to: second(10.1)) == .ask)
  }

  @Test func whoSpeaksIsNeverAsked() {
    var watch = SilenceWatch(.init(), at: second(0))
    for number in 1...1000 {
      watch.received(at: second(Double(number)))
      #expect(watch.pass(to: second(Double(number) + 0.9)) == .nothing)
    }
  }

  @Test func attemptsToConnectAreHalfASecondToHalfAMinuteApart() {
    var delay = GPSDSettings.Timing().retryDelay
    let seconds = (0..<8).map { _ in Double(delay.failed()) / 1e6 }
    #expect(seconds == [0.5, 1, 2, 4, 8, 16, 30, 30])
    delay.succeeded()
    #expect(delay.failed() == 500_000)
  }
}
