import Glibc
import Quantities
import Randomness
import Testing

@Suite struct DecimalYearTests {
  // Python 3's datetime: year + (instant − datetime(year, 1, 1)) / (length of the year), to 10
  // places, and (instant − datetime(1970, 1, 1)) / timedelta(microseconds=1).
  @Test(
    arguments: [
      (1_751_457_600_000_000, 2025.5), (1_719_878_400_000_000, 2024.5),
      (1_709_186_400_000_000, 2024.1618852459), (1_795_237_200_123_456, 2026.8882420130),
      (-2_203_891_200_000_000, 1900.1616438356), (978_307_199_000_000, 2000.9999999684),
      (-62_135_510_400_000_000, 1.0027397260), (253_402_214_400_000_000, 9999.9972602740),
    ] as [(Int64, Double)])
  func decimalYearsMatchPythonsCalendar(microseconds: Int64, expected: Double) throws {
    #expect(abs(UTCTime.decimalYear(microseconds: microseconds) - expected) <= 0.5e-10)
    let back = try #require(UTCTime.microseconds(decimalYear: expected))
    #expect(abs(back - microseconds) <= 1_600)  // half of the last place: 0.5e-10 a = 1.58 ms
  }

  // Python 3: (datetime.fromisoformat(TEXT) - datetime(1970, 1, 1)) // timedelta(microseconds=1)
  @Test(
    arguments: [
      ("1970-01-01", 0), ("2024-12-31", 1_735_603_200_000_000),
      ("2029-12-31", 1_893_369_600_000_000), ("1600-02-29", -11_670_998_400_000_000),
      ("9999-12-31", 253_402_214_400_000_000), ("0001-01-01", -62_135_596_800_000_000),
    ] as [(String, Int64)])
  func aDateIsItsMidnight(text: String, microseconds: Int64) {
    #expect(UTCTime.microseconds(parsingDate: text) == microseconds)
    #expect(UTCTime.microseconds(parsing: text + "T00:00:00Z") == microseconds)
  }

  @Test(arguments: [
    "", "2026", "2026-11", "2026-11-", "2026-11-2", "2026-11-211", "2026-11-21 ", " 2026-11-21",
    "2026-11-21T00:00:00Z", "2026/11/21", "2026-13-01", "2026-00-01", "2026-01-00", "2026-04-31",
    "2025-02-29", "2100-02-29", "-026-11-21", "٢٠٢٦-11-21", "26-11-2021", "20261121",
  ])
  func whatIsNotADateIsRefused(text: String) {
    #expect(UTCTime.microseconds(parsingDate: text) == nil)
  }

  @Test func aYearStartsWithAWholeNumber() throws {
    for year in 0...9999 {
      let text = String("000\(year)".suffix(4)) + "-01-01"
      let start = try #require(UTCTime.microseconds(parsingDate: text))
      #expect(UTCTime.decimalYear(microseconds: start) == Double(year))
      #expect(UTCTime.microseconds(decimalYear: Double(year)) == start)
      // 1 s before: 3.2e-8 of a year, and a double of the year 9999 has steps of 1.8e-12
      let before = UTCTime.decimalYear(microseconds: start - 1_000_000)
      #expect(before < Double(year) && before > Double(year) - 3.2e-8)
    }
  }

  @Test func aLaterInstantNeverHasASmallerYear() {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<20_000 {
      let instant = Int64.random(in: Self.years, using: &random)
      let step = Int64.random(in: 1...1 << Int64.random(in: 0...45, using: &random), using: &random)
      let earlier = UTCTime.decimalYear(microseconds: instant)
      let later = UTCTime.decimalYear(microseconds: instant + step)
      #expect(earlier <= later, "\(instant) + \(step)")
      // 1 ms is 3e-11 of a year
      if step > 1_000 { #expect(earlier < later, "\(instant) + \(step)") }
    }
  }

  @Test func anInstantComesBackAsNearAsADoubleCanTell() throws {
    var random = SeededGenerator(seed: 12)
    for _ in 0..<20_000 {
      let instant = Int64.random(in: Self.years, using: &random)
      let year = UTCTime.decimalYear(microseconds: instant)
      guard year < 10_000 else { continue }
      let back = try #require(UTCTime.microseconds(decimalYear: year))
      // half a step of the year (366 days at most) and half a microsecond
      let tolerance = year.ulp / 2 * 366 * 86_400e6 + 0.5
      #expect(Double(abs(back - instant)) <= tolerance * 1.001, "\(instant) came back as \(back)")
    }
  }

  @Test func anyInstantHasAYearAndOddYearsHaveNoInstant() {
    #expect(UTCTime.decimalYear(microseconds: .max) > 292_000)
    #expect(UTCTime.decimalYear(microseconds: .min) < -288_000)
    for year in [-1e-300, -1, 10_000, 1e300, .nan, .infinity, -.infinity] {
      #expect(UTCTime.microseconds(decimalYear: year) == nil, "\(year)")
    }
    #expect(UTCTime.microseconds(decimalYear: Double(10_000).nextDown) != nil)
  }

  /// The years 0 to 9999, less the last 2⁴⁵ µs.
  private static let years = Int64(-62_167_219_200_000_000)...253_367_000_000_000_000
}
