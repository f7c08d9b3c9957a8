import Dates
import PrayerTimes
import Randomness
import Testing

@testable import Timetable

@Suite struct TimetableTests {
  private static let head = "date,fajr,sunrise,dhuhr,asr,maghrib,isha"
  private static let day = "2026-11-24,05:41,07:36,11:49,13:48,15:58,17:38"

  private func table(_ lines: String...) throws(TimetableErrors) -> Timetable {
    try Timetable(parsing: Array(lines.joined(separator: "\n").utf8))
  }

  private func reasons(_ lines: String...) -> [TimetableError] {
    do throws(TimetableErrors) {
      _ = try Timetable(parsing: Array(lines.joined(separator: "\n").utf8))
      return []
    } catch { return error.all }
  }

  private func date(_ text: String) throws -> CalendarDate { try CalendarDate(parsing: text) }

  @Test func aRowHoldsOnItsDateOnly() throws {
    let table = try table(Self.head, Self.day)
    let row = try #require(table.row(on: date("2026-11-24")))
    #expect(row.times.fajr == 341 && row.times.isha == 1058 && row.line == 2)
    #expect(table.row(on: try date("2026-11-25")) == nil)
    #expect(table.row(on: try date("2027-11-24")) == nil)
  }

  @Test func aRowOfOneDateComesBeforeTheRowOfEveryYear() throws {
    let every = "11-24,05:40,07:36,11:49,13:48,15:58,17:38"
    let table = try table(Self.head, every, Self.day)
    #expect(table.row(on: try date("2026-11-24"))?.times.fajr == 341)
    #expect(table.row(on: try date("2031-11-24"))?.times.fajr == 340)
  }

  @Test func aLeapDayOfEveryYearHoldsInLeapYears() throws {
    let table = try table(Self.head, "02-29,05:41,07:36,11:49,13:48,15:58,17:38")
    #expect(table.row(on: try date("2028-02-29")) != nil)
    #expect(table.row(on: try date("2026-02-28")) == nil)
  }

  @Test(arguments: [
    "\u{FEFF}date;fajr;sunrise;dhuhr;asr;maghrib;isha\r\n2026-11-24;5:41;7:36;11:49;13:48;15:58;17:38\r\n",
    "# Mosque\n\nDate, Fajr, Sunrise, Dhuhr, Asr, Maghrib, Isha\n2026-11-24, \"05:41\",07:36,11:49,13:48,15:58,17:38",
    "date,fajr,sunrise,dhuhr,asr,maghrib,isha\n٢٠٢٦-١١-٢٤,٠٥:٤١,٠٧:٣٦,١١:٤٩,١٣:٤٨,١٥:٥٨,١٧:٣٨",
    "date,isha,maghrib,asr,dhuhr,sunrise,fajr\n۲۰۲۶-۱۱-۲۴,17:38,15:58,13:48,11:49,07:36,05:41",
  ])
  func whatSpreadsheetsWriteIsRead(text: String) throws {
    let table = try Timetable(parsing: Array(text.utf8))
    let row = try #require(table.row(on: date("2026-11-24")))
    #expect(Prayer.allCases.map { row.times[$0] } == [341, 456, 709, 828, 958, 1058])
  }

  // The Isha of London in June by a sixth of the night is after midnight.
  @Test func anIshaAfterMidnightBelongsToItsDay() throws {
    let table = try table(Self.head, "2026-06-21,02:43,04:43,13:07,17:25,21:25,00:12")
    #expect(table.row(on: try date("2026-06-21"))?.times.isha == 1452)
  }

  // Skyfield 1.55 with DE421: in Fairbanks the sun of 2026-06-20 sets at 00:48 of local time.
  @Test func aMaghribAfterMidnightBelongsToItsDayAndSoDoesItsCongregation() throws {
    let table = try table(
      Self.head + ",maghrib_iqama", "2026-06-20,02:39,02:57,13:54,18:48,00:48,01:06,00:55",
      "2026-06-04,03:00,03:18,13:52,18:40,23:58,00:16,00:03")
    #expect(table.rows[0].times.maghrib == 1488 && table.rows[0].times.isha == 1506)
    #expect(table.rows[0].iqama.maghrib == 1495)
    #expect(table.rows[1].times.maghrib == 1438 && table.rows[1].iqama.maghrib == 1443)
  }

  @Test func theCongregationIsReadWhereItIsGiven() throws {
    let table = try table(
      Self.head + ",fajr_iqama,isha_iqama", Self.day + ",06:00,",
      "11-25,05:41,07:36,11:49,13:48,15:58,23:50,,00:05")
    #expect(table.rows[0].iqama.fajr == 360 && table.rows[0].iqama.isha == nil)
    #expect(table.rows[1].iqama.isha == 1445)
  }

  /// A table with a mistake, and how the message begins.
  struct Mistake: Sendable {
    let text: String
    let message: String
  }

  private static func afterHead(_ text: String, _ message: String) -> Mistake {
    Mistake(text: head + text, message: message)
  }

  static let mistakes: [Mistake] = [
    Mistake(text: ", ,", message: "line 1: unknown column ''"),
    Mistake(text: "date,fajr,sunrise,dhuhr,asr,maghrib", message: "line 1: no column 'isha'"),
    afterHead(",fajr", "line 1: column 'fajr' stands there twice"),
    afterHead(",sunrise_iqama", "line 1: unknown column 'sunrise_iqama'"),
    afterHead("", "line 1: no row"),
    Mistake(text: "", message: "line 1: no row"),
    afterHead("\n2026-11-24,05:41", "line 2: 2 cells, but the first line names 7 columns"),
    afterHead(
      "\n24.11.2026,05:41,07:36,11:49,13:48,15:58,17:38", "line 2: '24.11.2026' is not a date"),
    afterHead("\n02-30,05:41,07:36,11:49,13:48,15:58,17:38", "line 2: the calendar has no 02-30"),
    afterHead("\n" + day + "\n\n" + day, "line 4: 2026-11-24 stands in line 2 already"),
    afterHead(
      "\n11-24,05:41,07:36,11:49,1:48 PM,15:58,17:38", "line 2: asr: '1:48 PM' has twelve hours"),
    afterHead("\n11-24,05:41,07:36,11:49,25:48,15:58,17:38", "line 2: asr: '25:48' is not a time"),
    afterHead("\n11-24,05:41,07:36,11:49,,15:58,17:38", "line 2: asr: '' is not a time"),
    afterHead("\n11-24,05:41,07:36,11:49,1:48,15:58,17:38", "line 2: asr is not after dhuhr"),
    afterHead("\n11-24,07:36,05:41,11:49,13:48,15:58,17:38", "line 2: sunrise is not after fajr"),
    afterHead("\n11-24,02:30,05:41,11:49,13:48,23:58,04:00", "line 2: isha is not after maghrib"),
    afterHead("\n11-24,05:41,07:36,11:49,13:48,4:58,6:38", "line 2: maghrib is not after asr"),
    afterHead("\n11-24,05:41,07:36,11:49,13:48,3:58,17:38", "line 2: isha is not after maghrib"),
    afterHead(
      ",asr_iqama\n11-24,05:41,07:36,11:49,13:48,15:58,17:38,13:40",
      "line 2: asr_iqama is before asr"),
  ]

  @Test(arguments: mistakes)
  func aMistakeIsNamedWithItsLine(mistake: Mistake) {
    let errors = reasons(mistake.text)
    #expect(errors.first?.description.hasPrefix(mistake.message) == true, "\(errors)")
  }

  @Test func allMistakesAreNamedAtOnce() {
    let errors = reasons(Self.head, "2026-13-01,a,b,c,d,e,f", Self.day, "11-25,1", Self.day)
    #expect(errors.map(\.line) == [2, 4, 5])
  }

  @Test func bytesThatAreNotUTF8AreRefused() {
    #expect(throws: TimetableErrors(all: [TimetableError(line: 1, reason: .notUTF8)])) {
      try Timetable(parsing: Array(Self.head.utf8) + [0xFF])
    }
  }

  @Test func aTableOfMoreThanTenYearsIsRefused() throws {
    let first = try date("2026-01-01")
    let lines = (0...3660).map { "\(first.adding(days: $0)),05:41,07:36,11:49,13:48,15:58,17:38" }
    let errors = reasons(Self.head + "\n" + lines.joined(separator: "\n"))
    #expect(errors == [TimetableError(line: 3662, reason: .tooLarge)])
  }

  @Test func noBytesCrashTheParserAndWhatItAcceptsIsInOrder() {
    var generator = SeededGenerator(seed: 18)
    let seeds = [
      Self.head + ",isha_iqama\n" + Self.day + ",18:00\n11-25" + Self.day.dropFirst(10) + ","
    ]
    var accepted = 0
    for _ in 0..<20_000 {
      var bytes = Array(generator.element(of: seeds).utf8)
      for _ in 0..<Int.random(in: 0...3, using: &generator) {
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.remove(at: index)
        default: bytes.insert(UInt8.random(in: 32...127, using: &generator), at: index)
        }
      }
      do throws(TimetableErrors) {
        let table = try Timetable(parsing: bytes)
        accepted += 1
        for row in table.rows {
          let times = Prayer.allCases.map { row.times[$0] }
          #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
        }
      } catch { #expect(!error.all.isEmpty) }
    }
    #expect(accepted > 1000)
  }
}
