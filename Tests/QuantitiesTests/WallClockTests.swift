import Testing

@testable import Quantities

@Suite struct WallClockTests {
  private static func at(_ text: String) -> Int64 {
    guard let instant = UTCTime.microseconds(parsing: text) else {
      Issue.record("\(text) is not an instant")
      return 0
    }
    return instant
  }

  // seconds as `date -u -d DATE +%s` prints them
  @Test func theBoundsAreWholeYears() {
    #expect(WallClock.plausible.lowerBound == 1_735_689_600_000_000)  // 2025-01-01
    #expect(WallClock.plausible.upperBound == 4_102_444_800_000_000)  // 2100-01-01
  }

  @Test(
    arguments: [
      // a board without a clock, a receiver without a fix, 1024 weeks before 2026-11-21
      ("1970-01-01T00:00:07Z", nil, .beforeProgram), ("1980-01-06T00:00:00Z", nil, .beforeProgram),
      ("2007-04-07T05:00:00Z", nil, .beforeProgram),
      ("2024-12-31T23:59:59.999999Z", nil, .beforeProgram),
      ("2025-01-01T00:00:00Z", nil, .plausible), ("2026-11-21T05:00:00Z", nil, .plausible),
      ("2099-12-31T23:59:59.999999Z", nil, .plausible), ("2100-01-01T00:00:00Z", nil, .tooFar),
      ("9999-12-31T23:59:59Z", nil, .tooFar),
      // a day before the last known instant, and a microsecond more
      ("2026-11-20T05:00:00Z", "2026-11-21T05:00:00Z", .plausible),
      ("2026-11-20T04:59:59.999999Z", "2026-11-21T05:00:00Z", .beforeLastKnown),
      ("2026-11-21T05:00:00Z", "2026-11-21T05:00:00Z", .plausible),
      ("2031-01-01T00:00:00Z", "2026-11-21T05:00:00Z", .plausible),
      ("2025-01-01T00:00:00Z", "2026-11-21T05:00:00Z", .beforeLastKnown),
      // the nearer reason is the program's own
      ("1970-01-01T00:00:07Z", "2026-11-21T05:00:00Z", .beforeProgram),
      ("2100-01-01T00:00:00Z", "2026-11-21T05:00:00Z", .tooFar),
      // what was saved by a clock that was wrong does not count
      ("2026-11-21T05:00:00Z", "2100-01-01T00:00:00Z", .plausible),
      ("2026-11-21T05:00:00Z", "1970-01-01T00:00:00Z", .plausible),
      // nor does what lies more than ten years ahead: a receiver's 1024 weeks
      ("2026-11-21T05:00:00Z", "2036-11-19T05:00:00Z", .beforeLastKnown),
      ("2026-11-21T05:00:00Z", "2036-11-21T05:00:00Z", .plausible),
      ("2026-11-21T05:00:00Z", "2046-07-07T05:00:00Z", .plausible),
    ] as [(String, String?, WallClock.Judgement)])
  func aDateIsJudged(text: String, saved: String?, expected: WallClock.Judgement) {
    let judgement = WallClock.plausibleDate(
      utcMicroseconds: Self.at(text), notBefore: saved.map(Self.at))
    #expect(judgement == expected)
  }

  @Test func noInstantTraps() {
    for instant in [Int64.min, -1, 0, .max] {
      for saved in [Int64.min, 0, .max, nil] {
        let judgement = WallClock.plausibleDate(utcMicroseconds: instant, notBefore: saved)
        #expect(judgement == (instant == .max ? .tooFar : .beforeProgram))
      }
    }
  }
}
