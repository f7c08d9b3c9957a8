import Quantities
import Session
import Synchronization
import Testing

@testable import qiblad

/// When the pipeline learns that the machine's clock was set.
@Suite struct ClockWatchTests {
  private static let november: Int64 = 1_795_219_200_000_000

  private func second(_ seconds: Int64) -> Timestamp {
    Timestamp(microseconds: seconds * 1_000_000)
  }

  /// The dates that a watch reports at each second.
  ///
  /// - Parameters:
  ///   - known: what the pipeline knows at 0 s, µs since 1970.
  ///   - date: the clock's date at each second.
  ///   - isSet: whether something has set the clock by then.
  private func reports(
    knowing known: Int64?, isCertain: Bool, seconds: Int64 = 20,
    date: @escaping (Int64) -> Int64?, isSet: @escaping (Int64) -> Bool = { _ in false }
  ) -> [Int64: Int64] {
    let now = Now()
    var watch = ClockWatch(
      knowing: known, isCertain: isCertain, at: second(0), date: { date(now.second) },
      isSet: { isSet(now.second) })
    var found: [Int64: Int64] = [:]
    for seconds in 0..<seconds {
      now.second = seconds
      found[seconds] = watch.update(at: second(seconds))
    }
    return found
  }

  private final class Now { var second: Int64 = 0 }

  @Test func aClockThatGoesOnIsNoNews() {
    let found = reports(knowing: Self.november, isCertain: true) { Self.november + $0 * 1_000_000 }
    #expect(found.isEmpty)
  }

  // A time server slews a clock by some ms in a second, and steps it by less than a minute.
  @Test func aStepOfLessThanAMinuteIsNoNews() {
    let found = reports(knowing: Self.november, isCertain: true) {
      Self.november + $0 * 1_000_000 + ($0 < 5 ? 0 : 50_000_000)
    }
    #expect(found.isEmpty)
  }

  @Test func aStepForwardOrBackIsToldOnce() {
    for step in [-5 * UTCTime.microsecondsPerDay, 61_000_000, 5 * UTCTime.microsecondsPerDay] {
      let found = reports(knowing: Self.november, isCertain: false) {
        Self.november + $0 * 1_000_000 + ($0 < 5 ? 0 : step)
      }
      #expect(found == [5: Self.november + 5_000_000 + step])
    }
  }

  @Test func aClockOf1970IsNoDateUntilItIsSet() {
    let found = reports(knowing: nil, isCertain: false) { $0 < 7 ? nil : Self.november }
    #expect(found[7] == Self.november)
  }

  // The time of the last shutdown happened to be right, and a time server says so.
  @Test func aDateThatBecomesCertainIsToldOnce() {
    let found = reports(
      knowing: Self.november, isCertain: false, date: { Self.november + $0 * 1_000_000 },
      isSet: { $0 >= 4 })
    #expect(found == [4: Self.november + 4_000_000])
  }

  @Test func aTimeServerThatIsAwayTakesNothingBack() {
    let found = reports(
      knowing: Self.november, isCertain: true, date: { Self.november + $0 * 1_000_000 },
      isSet: { $0 < 4 })
    #expect(found.isEmpty)
  }

  private final class Looks: Sendable {
    let atPrograms = Atomic(0)
    let atBatteryClock = Atomic(0)
  }

  // To read a battery clock may be a transfer on the bus of the sensors, of some ms, in the thread of the ticks.
  @Test func theBatteryClockIsNotReadWhileTheDaemonRuns() {
    let looks = Looks()
    let evidence = ClockEvidence(
      isSetByProgram: {
        looks.atPrograms.add(1, ordering: .relaxed)
        return false
      },
      agreesWithBatteryClock: {
        looks.atBatteryClock.add(1, ordering: .relaxed)
        return true
      })
    var options = RunOptions()
    (options.clockDate, options.isClockCertain) = (MachineClock.now().utcMicroseconds, false)
    var watch = ClockWatch(options, at: second(0), evidence: evidence)
    let found = (Int64(0)..<20).compactMap { watch.update(at: second($0)) }
    #expect(found.isEmpty)
    #expect(looks.atPrograms.load(ordering: .relaxed) == 20)
    #expect(looks.atBatteryClock.load(ordering: .relaxed) == 0)
  }

  // At its start the daemon has time, and nothing else shows that a battery clock has set the clock.
  @Test(arguments: [false, true], [false, true]) func atTheStartABatteryClockIsEvidence(
    program: Bool, battery: Bool
  ) {
    let evidence = ClockEvidence(
      isSetByProgram: { program }, agreesWithBatteryClock: { battery })
    #expect(evidence.isSet == (program || battery))
  }

  @Test func theClockIsReadOnceASecond() {
    let now = Now()
    var watch = ClockWatch(
      knowing: nil, isCertain: true, at: second(0),
      date: {
        now.second += 1
        return nil
      }, isSet: { true })
    for tick in 0..<600 { _ = watch.update(at: Timestamp(microseconds: Int64(tick) * 16_667)) }
    #expect((9...11).contains(now.second))
  }
}
