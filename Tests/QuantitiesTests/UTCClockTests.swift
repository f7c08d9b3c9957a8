import Quantities
import Testing

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
    var clock = UTCClock(byHand: nil, assumed: nil)
    clock.update(seconds * 1_000_000, at: second(3))
    let expected = believed ? seconds * 1_000_000 + 1_500_000 : nil
    #expect(clock.utcMicroseconds(at: second(4.5)) == expected, "\(date)")
  }

  @Test func aTimeThatIsNotSaneDoesNotReplaceOneThatIs() throws {
    var clock = UTCClock(byHand: nil, assumed: nil)
    let good: Int64 = 1_795_219_200_000_000
    clock.update(good, at: second(1))
    clock.update(315_964_800_000_000, at: second(2))
    #expect(clock.utcMicroseconds(at: second(3)) == good + 2_000_000)
  }

  @Test func aDateByHandWinsOverTheReceiversAndTheAssumedOneDoesNot() throws {
    for isByHand in [true, false] {
      var clock = UTCClock(
        byHand: isByHand ? november : nil, assumed: november - 100 * day)
      clock.begin(at: second(10))
      let first = isByHand ? november : november - 100 * day
      #expect(clock.dateMicroseconds(at: second(12)) == first + 2_000_000)
      #expect(clock.utcMicroseconds(at: second(12)) == nil)  // it is no time of day
      for count in 1...3 { clock.update(november + 50 * day, at: second(12 + Double(count))) }
      let date = try #require(clock.dateMicroseconds(at: second(15)))
      #expect(date == (isByHand ? november + 5_000_000 : november + 50 * day))
    }
  }

  @Test func aClockThatIsSetLaterGivesADateAndReplacesOneThatNothingHadSet() {
    for assumed in [nil, november - 5 * day] {
      var clock = UTCClock(byHand: nil, assumed: assumed, isAssumedCertain: false)
      clock.begin(at: second(0))
      #expect(clock.dateMicroseconds(at: second(1)) == assumed.map { $0 + 1_000_000 })
      #expect(clock.certainDateMicroseconds(at: second(1)) == nil)
      clock.set(november, at: second(15))
      #expect(clock.certainDateMicroseconds(at: second(17)) == november + 2_000_000)
    }
  }

  @Test func aClockThatIsSetReplacesNeitherTheUsersDateNorAConfirmedOneOfAReceiver() {
    var byHand = UTCClock(byHand: november, assumed: nil)
    byHand.begin(at: second(0))
    byHand.set(november + 50 * day, at: second(5))
    #expect(byHand.certainDateMicroseconds(at: second(5)) == november + 5_000_000)
    var received = UTCClock(byHand: nil, assumed: nil)
    for time in 0...2 {
      received.update(november + Int64(time) * 1_000_000, at: second(Double(time)))
    }
    received.set(november + 50 * day, at: second(5))
    #expect(received.certainDateMicroseconds(at: second(5)) == november + 5_000_000)
    // One report alone may be of another week.
    var once = UTCClock(byHand: nil, assumed: nil)
    once.update(november + 7168 * day, at: second(0))
    once.set(november, at: second(5))
    #expect(once.dateMicroseconds(at: second(5)) == november)
    once.set(0, at: second(6))
    #expect(once.dateMicroseconds(at: second(6)) == november + 1_000_000)
  }

  // 1024 weeks, as gpsd 3.20 to 3.22 report them.
  @Test func aReceiverHasToContradictAClockThatWasSetThreeTimes() {
    var clock = UTCClock(byHand: nil, assumed: nil)
    clock.set(november, at: second(0))
    clock.update(november + 7168 * day, at: second(1))
    #expect(clock.certainDateMicroseconds(at: second(1)) == november + 1_000_000)
  }

  @Test func aReceiverThatContradictsWhatIsKnownHasToSaySoThreeTimesInARow() throws {
    var clock = UTCClock(byHand: nil, assumed: nil)
    for time in [-2.0, -1, 0] { clock.update(november + Int64(time * 1e6), at: second(time)) }
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
    var clock = UTCClock(byHand: nil, assumed: nil)
    for time in [-2.0, -1, 0] { clock.update(november + Int64(time * 1e6), at: second(time)) }
    for count in 1...20 {
      clock.update(november + Int64(count * count) * 10 * day, at: second(Double(count)))
    }
    #expect(clock.dateMicroseconds(at: second(20)) == november + 20_000_000)
  }

  @Test func aGapEndsTheTimeOfDayAndNotTheDate() throws {
    var clock = UTCClock(byHand: nil, assumed: nil)
    clock.update(november, at: second(100))
    clock.gap(at: second(110), isComparable: true)
    #expect(clock.utcMicroseconds(at: second(110)) == nil)
    #expect(clock.dateMicroseconds(at: second(110)) == november + 10_000_000)
    clock.gap(at: second(0), isComparable: false)
    #expect(clock.dateMicroseconds(at: second(1)) == november + 11_000_000)
  }

  // Ten a second: three in a row are nothing.
  @Test func insistingTakesTwoSeconds() {
    var clock = UTCClock(byHand: nil, assumed: november)
    clock.begin(at: second(0))
    let wrong = november + 7168 * day
    for tenth in 1...20 {
      clock.update(wrong + Int64(tenth) * 100_000, at: second(Double(tenth) / 10))
      #expect(clock.dateMicroseconds(at: second(0)) == november)
    }
    clock.update(wrong + 2_100_000, at: second(2.1))
    #expect(clock.dateMicroseconds(at: second(2.1)) == wrong + 2_100_000)
  }

  // Nobody can say which of the two is right.
  @Test func aFirstDateThatIsContradictedBeforeItWasRepeatedIsInDoubt() {
    for first in [november, november + 7168 * day] {
      var clock = UTCClock(byHand: nil, assumed: nil)
      let other = first == november ? november + 7168 * day : november
      clock.update(first, at: second(0))
      #expect(clock.dateMicroseconds(at: second(0)) == first)
      for count in 1...40 {
        let date = count.isMultiple(of: 2) ? first : other
        clock.update(date + Int64(count) * 1_000_000, at: second(Double(count)))
        #expect(clock.dateMicroseconds(at: second(Double(count))) == nil)
      }
      for count in 41...44 {
        clock.update(november + Int64(count) * 1_000_000, at: second(Double(count)))
      }
      #expect(clock.dateMicroseconds(at: second(44)) == november + 44_000_000)
    }
  }

  // A silence is no evidence.
  @Test func aDoubtOutlastsAGap() {
    var clock = UTCClock(byHand: nil, assumed: nil)
    let other = november + 7168 * day
    clock.update(november, at: second(0.5))
    clock.update(november + 500_000, at: second(1))
    clock.update(other, at: second(1.5))
    clock.gap(at: second(9), isComparable: true)
    clock.update(other + 7_500_000, at: second(9))
    #expect(clock.dateMicroseconds(at: second(9)) == nil)
    #expect(clock.utcMicroseconds(at: second(9)) == nil)
    for time in [10.0, 11, 12] { clock.update(november + Int64(time * 1e6), at: second(time)) }
    #expect(clock.dateMicroseconds(at: second(12)) == november + 12_000_000)
  }

  @Test func aReceiversTimeThatContradictsTheDateByHandHasToInsistToo() {
    var clock = UTCClock(byHand: november, assumed: nil)
    clock.begin(at: second(0))
    let other = november + 7168 * day
    for time in [0.5, 1.5] {
      clock.update(other, at: second(time))
      #expect(clock.utcMicroseconds(at: second(time)) == nil)
    }
    for time in [2.0, 3] {
      clock.update(november + Int64(time * 1e6), at: second(time))
      #expect(clock.utcMicroseconds(at: second(time)) == november + Int64(time * 1e6))
    }
    #expect(clock.dateMicroseconds(at: second(3)) == november + 3_000_000)
  }

  @Test func anAssumedDateThatCannotBeRightIsPassedOverAndOneByHandIsNot() {
    for wrong in [10_000_000, -1, 4_102_444_800_000_000, .max / 4, .min / 4] as [Int64] {
      var assumed = UTCClock(byHand: nil, assumed: wrong)
      assumed.begin(at: second(1))
      #expect(assumed.dateMicroseconds(at: second(1)) == nil)
    }
    var byHand = UTCClock(byHand: 10_000_000, assumed: nil)
    byHand.begin(at: second(1))
    #expect(byHand.dateMicroseconds(at: second(1)) == 10_000_000)
  }

  @Test func afterTimeRanBackwardsTheDateGoesOnFromTheLastInstant() {
    var clock = UTCClock(byHand: nil, assumed: november)
    clock.begin(at: second(0))
    clock.begin(at: second(100 * 86_400))  // a hundred days without a fix
    clock.gap(at: second(5), isComparable: false)
    #expect(clock.dateMicroseconds(at: second(5)) == november + 100 * day)
  }

  @Test func withoutAWordThereIsNoDate() throws {
    var clock = UTCClock(byHand: nil, assumed: nil)
    clock.begin(at: second(1))
    #expect(clock.dateMicroseconds(at: second(2)) == nil)
  }
}
