import Randomness
import Glibc
import Testing

@testable import Quantities

@Suite struct UTCTimeTests {
  // seconds as `date -u -d TEXT +%s` prints them
  @Test(
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("2000-02-29T12:34:56Z", 951_827_696_000_000),
      ("2026-11-21T05:00:00.123456Z", 1_795_237_200_123_456),
      ("1969-12-31T23:59:59.5Z", -500_000), ("2038-01-19T03:14:08Z", 2_147_483_648_000_000),
      ("2100-03-01T00:00:00Z", 4_107_542_400_000_000),
      ("2016-12-31T23:59:60Z", 1_483_228_800_000_000), ("1970-01-01T00:00:00.1Z", 100_000),
      ("1970-01-01T00:00:00.123456789Z", 123_456),
      ("0000-03-01T00:00:00Z", -62_162_035_200_000_000),
    ] as [(String, Int64)])
  func instantsMatchTheSystemsCalendar(text: String, microseconds: Int64) {
    #expect(UTCTime.microseconds(parsing: text) == microseconds)
  }

  // RFC 3339, section 5.8, has the last three.
  @Test(arguments: [
    ("2026-11-21T07:00:00+02:00", "2026-11-21T05:00:00Z"),
    ("2026-11-21t05:00:00z", "2026-11-21T05:00:00Z"),
    ("2026-11-21T00:30:00.5+05:30", "2026-11-20T19:00:00.5Z"),
    ("1996-12-19T16:39:57-08:00", "1996-12-20T00:39:57Z"),
    ("1937-01-01T12:00:27.87+00:20", "1937-01-01T11:40:27.87Z"),
    ("1985-04-12T23:20:50.52Z", "1985-04-12T23:20:50.52Z"),
  ])
  func anOffsetFromUTCIsSubtracted(text: String, sameInstant: String) throws {
    let instant = try #require(UTCTime.microseconds(parsing: sameInstant))
    #expect(UTCTime.microseconds(parsingAnyOffset: text) == instant)
  }

  @Test(arguments: [
    "2026-11-21T05:00:00", "2026-11-21T05:00:00+2:00", "2026-11-21T05:00:00+24:00",
    "2026-11-21T05:00:00+0200", "2026-11-21T05:00:00Z+02:00", "2026-11-21T05:00:00+02:60", "+02:00",
    "2026-11-21", "",
  ])
  func anOffsetOfAnotherFormIsRefused(text: String) {
    #expect(UTCTime.microseconds(parsingAnyOffset: text) == nil)
  }

  @Test(arguments: [
    "", "Z", "2026-11-21", "2026-11-21T05:00:00", "2026-11-21T05:00:00+00:00",
    "2026-11-21 05:00:00Z",
    "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-04-31T00:00:00Z", "2026-04-00T00:00:00Z",
    "2100-02-29T00:00:00Z", "2026-11-21T24:00:00Z", "2026-11-21T05:60:00Z", "2026-11-21T05:00:61Z",
    "2026-11-21T05:00:00.Z", "2026-11-21T05:00:00.12 Z", "2026-11-21T05:00:00ZZ",
    "26-11-21T05:00:00Z",
    "2026-1-21T05:00:00Z", "+026-11-21T05:00:00Z", "٢٠٢٦-11-21T05:00:00Z", "2026-11-21T05:00:00.1",
  ])
  func whatIsNotAnInstantInUTCIsRefused(text: String) {
    #expect(UTCTime.microseconds(parsing: text) == nil)
  }

  @Test func everyInstantReadsBackAndMatchesTheCLibrary() throws {
    var random = SeededGenerator(seed: 6)
    for _ in 0..<5_000 {
      let seconds = Int64.random(in: -62_167_219_200...253_402_300_799, using: &random)
      let instant = seconds * 1_000_000 + Int64.random(in: 0..<1_000_000, using: &random)
      let text = try #require(UTCTime.text(microseconds: instant))
      #expect(UTCTime.microseconds(parsing: text) == instant, "\(text)")
      var time = time_t(seconds)
      var parts = tm()
      try #require(gmtime_r(&time, &parts) != nil)
      #expect(text.prefix(4) == String("000\(parts.tm_year + 1900)".suffix(4)), "\(text)")
      #expect(Int32(text.dropFirst(5).prefix(2)) == parts.tm_mon + 1, "\(text)")
      #expect(Int32(text.dropFirst(8).prefix(2)) == parts.tm_mday, "\(text)")
    }
    #expect(UTCTime.text(microseconds: 253_402_300_800_000_000) == nil)
    #expect(UTCTime.text(microseconds: -62_167_219_200_000_001) == nil)
    #expect(UTCTime.text(microseconds: .min) == nil && UTCTime.text(microseconds: .max) == nil)
  }
}
