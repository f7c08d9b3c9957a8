import Quantities
import Testing

@testable import Pipeline

/// Which date is believed, and for how long.
@Suite struct UTCClockTests {
  private func second(_ seconds: Double) -> Timestamp {
    Timestamp(microseconds: Int64(seconds * 1e6))
  }

  // 2026-11-21 and a day, µs since 1970, from `date -u -d 2026-11-21 +%s`.
  private let november: Int64 = 1_795_219_200_000_000
  private let day: Int64 = 86_400_000_000

  // Seconds since 1970 of these dates, from `date -u -d … +%s`.
  @Test(arguments: [
    ("1980-01-06, where receivers start", 315_964_800, false),
    ("2005-04-07, 2024-11-21 less 1024 weeks", 1_112_846_400, false),
    ("2024-12-31, before this was written", 1_735_689_599, false),
    ("2025-01-01", 1_735_689_600, true), ("2026-11-21", 1_795_219_200, true),
    ("2099-12-31", 4_102_444_799, true), ("2100-01-01", 4_102_444_800, false),
    ("2200-01-01", 7_258_118_400, false), ("before 1970", -1, false),
  ])
  func onlyASaneReceiverTimeIsBelieved(date: String, seconds: Int64, believed: Bool) throws {
    var clock = UTCClock(try settings())
    clock.update(seconds * 1_000_000, at: second(3))
    let expected = believed ? seconds * 1_000_000 + 1_500_000 : nil
    #expect(clock.utcMicroseconds(at: second(4.5)) == expected, "\(date)")
  }

  @Test func aTimeThatIsNotSaneDoesNotReplaceOneThatIs() throws {
    var clock = UTCClock(try settings())
    let good: Int64 = 1_795_219_200_000_000
    clock.update(good, at: second(1))
    clock.update(315_964_800_000_000, at: second(2))
    #expect(clock.utcMicroseconds(at: second(3)) == good + 2_000_000)
  }

  @Test func aDateByHandWinsOverTheReceiversAndTheAssumedOneDoesNot() throws {
    for isByHand in [true, false] {
      var given = try settings()
      given.date = isByHand ? november : nil
      given.assumedDate = november - 100 * day
      var clock = UTCClock(given)
      clock.begin(at: second(10))
      let first = isByHand ? november : november - 100 * day
      #expect(clock.dateMicroseconds(at: second(12)) == first + 2_000_000)
      #expect(clock.utcMicroseconds(at: second(12)) == nil)  // it is no time of day
      for count in 1...3 { clock.update(november + 50 * day, at: second(12 + Double(count))) }
      let date = try #require(clock.dateMicroseconds(at: second(15)))
      #expect(date == (isByHand ? november + 5_000_000 : november + 50 * day))
    }
  }

  @Test func aReceiverThatContradictsWhatIsKnownHasToSaySoThreeTimesInARow() throws {
    var clock = UTCClock(try settings())
    clock.update(november, at: second(0))
    let wrong = november + 7168 * day  // 1024 weeks
    clock.update(wrong, at: second(1))
    clock.update(wrong + 1_000_000, at: second(2))
    #expect(clock.dateMicroseconds(at: second(2)) == november + 2_000_000)
    clock.update(november + 3_000_000, at: second(3))  // it has come to its senses
    clock.update(wrong + 4_000_000, at: second(4))
    clock.update(wrong + 5_000_000, at: second(5))
    #expect(clock.dateMicroseconds(at: second(5)) == november + 5_000_000)
    clock.update(wrong + 6_000_000, at: second(6))
    #expect(clock.dateMicroseconds(at: second(6)) == wrong + 6_000_000)
    #expect(clock.utcMicroseconds(at: second(7)) == wrong + 7_000_000)
  }

  @Test func contradictionsThatContradictEachOtherAreNotBelieved() throws {
    var clock = UTCClock(try settings())
    clock.update(november, at: second(0))
    for count in 1...20 {
      clock.update(november + Int64(count * count) * 10 * day, at: second(Double(count)))
    }
    #expect(clock.dateMicroseconds(at: second(20)) == november + 20_000_000)
  }

  @Test func aGapEndsTheTimeOfDayAndNotTheDate() throws {
    var clock = UTCClock(try settings())
    clock.update(november, at: second(100))
    clock.gap(at: second(110), isComparable: true)
    #expect(clock.utcMicroseconds(at: second(110)) == nil)
    #expect(clock.dateMicroseconds(at: second(110)) == november + 10_000_000)
    clock.gap(at: second(0), isComparable: false)
    #expect(clock.dateMicroseconds(at: second(1)) == november + 1_000_000)
  }

  @Test func withoutAWordThereIsNoDate() throws {
    var clock = UTCClock(try settings())
    clock.begin(at: second(1))
    #expect(clock.dateMicroseconds(at: second(2)) == nil)
  }
}
