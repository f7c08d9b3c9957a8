import Dates
import Foundation
import PrayerTimes
import Quantities
import Testing

@testable import Timetable

@Suite struct TimetableCheckTests {
  /// Singapore, UTC+8 all the year: a table of 2026 made of the calculation, in minutes of the day.
  private struct Singapore {
    var settings = PrayerSettings(method: Method.named("singapore") ?? Method.known[0])

    func minutes(_ date: CalendarDate) -> PerPrayer<Int?> {
      var minutes = PerPrayer<Int?>(repeating: nil)
      guard let place = try? Coordinates(latitude: 1.3708446, longitude: 103.8014565) else {
        return minutes
      }
      let day = DayTimes(on: date, at: place, settings: settings)
      for prayer in Prayer.allCases {
        minutes[prayer] = day[prayer].time.map {
          Int((($0.rounded + 8 * 3600 - date.unixSeconds) / 60).rounded())
        }
      }
      return minutes
    }

    /// The rows of 2026, changed.
    func table(
      _ change: (CalendarDate, inout PerPrayer<Int?>) -> Void = { _, _ in }
    ) throws -> Timetable {
      var text = "date,fajr,sunrise,dhuhr,asr,maghrib,isha\n"
      let first = try CalendarDate(parsing: "2026-01-01")
      for day in 0..<365 {
        let date = first.adding(days: day)
        var times = minutes(date)
        change(date, &times)
        let cells = Prayer.allCases.map { prayer in
          let minute = (times[prayer] ?? 0) % 1440
          return "\(minute / 60):" + (minute % 60 < 10 ? "0" : "") + "\(minute % 60)"
        }
        text += "\(date)," + cells.joined(separator: ",") + "\n"
      }
      return try Timetable(parsing: Array(text.utf8))
    }

    func warnings(of table: Timetable) -> [TimetableWarning] {
      table.warnings(year: 2026) { minutes($0) }
    }
  }

  private let singapore = Singapore()

  @Test func aTableThatAgreesHasNoWarning() throws {
    #expect(singapore.warnings(of: try singapore.table()) == [])
  }

  @Test(arguments: [-60, -30, 15, 60, 120])
  func anotherTimeZoneIsOneWarning(minutes: Int) throws {
    let table = try singapore.table { _, times in
      for prayer in Prayer.allCases { times[prayer]? += minutes }
    }
    #expect(singapore.warnings(of: table) == [.zone(minutes: minutes)])
  }

  @Test func missingDaylightSavingTimeIsOneWarningWithItsDates() throws {
    let (first, last) = (
      try CalendarDate(parsing: "2026-03-29"), try CalendarDate(parsing: "2026-07-24")
    )
    let table = try singapore.table { date, times in
      guard (first...last).contains(date) else { return }
      for prayer in Prayer.allCases { times[prayer]? -= 60 }
    }
    #expect(singapore.warnings(of: table) == [.dates(first, last, minutes: -60)])
  }

  @Test func theOtherSchoolsAsrIsOneWarning() throws {
    var hanafi = singapore
    hanafi.settings.madhab = .hanafi
    let warnings = singapore.warnings(of: try hanafi.table())
    guard case .column(.asr, let minutes) = warnings.first else {
      Issue.record("\(warnings)")
      return
    }
    // At the equator the shadow of twice the height is over half an hour later.
    #expect(warnings.count == 1 && minutes > 30)
  }

  @Test func aTypingMistakeIsNamedWithItsDate() throws {
    let day = try CalendarDate(parsing: "2026-05-05")
    let table = try singapore.table { date, times in
      if date == day { times.maghrib? -= 40 }
    }
    #expect(singapore.warnings(of: table) == [.time(day, .maghrib, minutes: -40)])
  }

  @Test func rowsOfEveryYearAreChecked() throws {
    let text = "date,fajr,sunrise,dhuhr,asr,maghrib,isha\n02-29,6:00,7:20,13:20,16:30,19:22,20:32\n"
    let table = try Timetable(parsing: Array(text.utf8))
    #expect(table.warnings(year: 2026) { singapore.minutes($0) } == [])
    #expect(table.warnings(year: 2028) { singapore.minutes($0) } == [])
    #expect(table.warnings(year: 2028) { singapore.minutes($0.adding(days: 0)).later(60) } != [])
  }

  private static let published =
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "../shared/data/adhan/fixtures_flat.csv")

  // 366 days of 2020 that MUIS published.
  @Test(
    .enabled(
      if: FileManager.default.fileExists(atPath: published.path),
      "needs ../shared/data/adhan/fixtures_flat.csv"))
  func thePublishedTableOfSingaporeHasNoWarning() throws {
    var text = "date,fajr,sunrise,dhuhr,asr,maghrib,isha\n"
    let lines = try String(contentsOf: Self.published, encoding: .utf8).split(
      whereSeparator: \.isNewline)
    for line in lines where line.hasPrefix("Singapore-") {
      let cells = line.split(separator: ",", omittingEmptySubsequences: false)
      text += cells[8] + "," + cells[9...14].map { Self.hours24($0) }.joined(separator: ",") + "\n"
    }
    let table = try Timetable(parsing: Array(text.utf8))
    #expect(table.rows.count == 366)
    #expect(singapore.warnings(of: table) == [])
  }

  /// `17:05` of `5:05 PM`.
  private static func hours24(_ text: Substring) -> String {
    let parts = text.split { $0 == ":" || $0 == " " }
    guard parts.count == 3, let hour = Int(parts[0]) else { return String(text) }
    return "\(hour % 12 + (parts[2] == "PM" ? 12 : 0)):\(parts[1])"
  }
}

extension PerPrayer<Int?> {
  fileprivate func later(_ minutes: Int) -> Self {
    var later = self
    for prayer in Prayer.allCases { later[prayer]? += minutes }
    return later
  }
}
