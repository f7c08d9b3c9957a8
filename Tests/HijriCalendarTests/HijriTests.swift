import Dates
import Foundation
import Testing

@testable import HijriCalendar

@Suite struct HijriTests {
  /// Tests/Reference/times/ummalqura_month_starts.csv: the printed calendars, through hijridate.
  @Test func everyMonthOfTheFileBeginsOnItsPrintedDay() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let file = folder.appending(path: "Reference/times/ummalqura_month_starts.csv")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    var count = 0
    for line in lines where line.first?.isNumber == true {
      let words = line.split(separator: ",")
      let year = try #require(Int(words[0]))
      let month = try #require(Int(words[1]))
      let first = try CalendarDate(parsing: words[2])
      let hijri = try #require(HijriMonth(year: year, month: month))
      #expect(hijri.firstDay == first, "\(hijri)")
      #expect(hijri.length == Int(words[3]) && hijri.grade == .published)
      count += 1
    }
    #expect(count == 124)
  }

  @Test func everyDayFrom1300To1600GoesThereAndBack() throws {
    let first = try #require(HijriMonth(year: 1300, month: 1)).firstDay.dayNumber
    let end = try #require(HijriMonth(year: 1601, month: 1)).firstDay.dayNumber
    let calendar = AdjustedCalendar()
    var last = try #require(HijriDate(CalendarDate(dayNumber: first - 1)))
    for day in first..<end {
      let date = CalendarDate(dayNumber: day)
      let hijri = try #require(HijriDate(date))
      guard calendar.date(of: hijri.month, day: hijri.day) == date else {
        Issue.record("\(date)")
        return
      }
      let isNextDay = hijri.month == last.month && hijri.day == last.day + 1
      let isNextMonth =
        hijri.month.index == last.month.index + 1 && hijri.day == 1 && last.day >= 29
      guard isNextDay || isNextMonth, hijri.day <= 30 else {
        Issue.record("\(last) is followed by \(hijri)")
        return
      }
      last = hijri
    }
  }

  // E. M. Reingold and N. Dershowitz, Calendrical Calculations, appendix C.
  @Test(arguments: [
    ("1945-11-12", "1364-12-06"), ("1992-03-17", "1412-09-13"), ("1996-02-25", "1416-10-05"),
    ("2094-07-18", "1518-03-05"),
  ])
  func otherYearsAreTabular(gregorian: String, expected: String) throws {
    let hijri = try #require(HijriDate(try CalendarDate(parsing: gregorian)))
    #expect("\(hijri)" == expected && hijri.grade == .arithmetical)
  }

  @Test func theGradeChangesWithTheYear() throws {
    #expect(try #require(HijriMonth(year: 1419, month: 12)).grade == .arithmetical)
    #expect(try #require(HijriMonth(year: 1420, month: 1)).grade == .published)
    #expect(try #require(HijriMonth(year: 1450, month: 12)).grade == .published)
    #expect(try #require(HijriMonth(year: 1451, month: 1)).grade == .computed)
    #expect(try #require(HijriMonth(year: 1501, month: 1)).grade == .arithmetical)
  }

  @Test func thereIsNoDateBeforeTheEpoch() throws {
    let epoch = try #require(CalendarDate(year: 622, month: 7, day: 19))
    #expect("\(try #require(HijriDate(epoch)))" == "0001-01-01")
    #expect(HijriDate(epoch.adding(days: -1)) == nil)
  }
}

@Suite struct AdjustmentTests {
  @Test func everyAdjustmentKeepsMonthsOf29Or30DaysOrIsRefused() throws {
    for index in (1447 * 12)..<(1449 * 12) {
      let month = HijriMonth(index: index)
      for shift in -3...3 {
        var calendar = AdjustedCalendar()
        do throws(AdjustmentError) {
          try calendar.setFirstDay(of: month, to: month.firstDay.adding(days: shift))
        } catch {
          #expect(calendar == AdjustedCalendar() && abs(shift) > 1, "\(month) \(shift)")
          continue
        }
        #expect(calendar.firstDay(of: month) == month.firstDay.adding(days: shift))
        for near in (index - 7)...(index + 7) {
          #expect((29...30).contains(calendar.length(of: HijriMonth(index: near))))
        }
        expectNoNeedlessChange(calendar, of: month)
      }
    }
  }

  /// A neighbour moves only where its month, or the one before, would not have 29 or 30 days.
  private func expectNoNeedlessChange(_ calendar: AdjustedCalendar, of month: HijriMonth) {
    for changed in calendar.changedMonths where changed != month {
      // The month between this first day and the one that forces it to move.
      let isEarlier = changed < month
      let towards = HijriMonth(index: changed.index + (isEarlier ? 1 : -1))
      let days =
        isEarlier
        ? calendar.firstDay(of: towards).dayNumber - changed.firstDay.dayNumber
        : changed.firstDay.dayNumber - calendar.firstDay(of: towards).dayNumber
      #expect(!(29...30).contains(days), "\(month): \(changed)")
    }
  }

  // Umm al-Qura gives Shaban 1448 30 days. Where the moon was not sighted, it began a day later as well.
  @Test func aRamadanAnnouncedADayLaterMovesTheMonthsBeforeAlong() throws {
    let ramadan = try #require(HijriMonth(year: 1448, month: 9))
    var calendar = AdjustedCalendar()
    try calendar.setFirstDay(of: ramadan, to: try CalendarDate(parsing: "2027-02-09"))
    #expect(calendar.changedMonths.map(\.description).contains("1448-08"))
    #expect(calendar.length(of: HijriMonth(index: ramadan.index - 1)) == 30)
  }

  @Test func daysOfAnAdjustedMonthAreCountedFromItsNewFirstDay() throws {
    let ramadan = try #require(HijriMonth(year: 1448, month: 9))
    var calendar = AdjustedCalendar()
    let shift = HijriMonth(index: ramadan.index - 1).length == 29 ? 1 : -1
    let first = ramadan.firstDay.adding(days: shift)
    try calendar.setFirstDay(of: ramadan, to: first)
    #expect("\(try #require(calendar.date(of: first)))" == "1448-09-01")
    let eve = try #require(calendar.date(of: first.adding(days: -1)))
    #expect(eve.month.month == 8 && eve.day == (shift == 1 ? 30 : 29))
    #expect(throws: AdjustmentError.twice(ramadan)) {
      try calendar.setFirstDay(of: ramadan, to: first)
    }
  }

  // Ramadan a day later than by the tables needs a Shaban of 31 days, or one that begins a day later too.
  @Test func aFirstDayThatTheUserConfirmsIsNotMovedAlong() throws {
    let ramadan = try #require(HijriMonth(year: 1448, month: 9))
    let shaban = HijriMonth(index: ramadan.index - 1)
    var calendar = AdjustedCalendar()
    try calendar.setFirstDay(of: shaban, to: shaban.firstDay)
    #expect(calendar.changedMonths == [] && calendar.firstDay(of: shaban) == shaban.firstDay)
    #expect(throws: AdjustmentError.length(shaban, days: 31)) {
      try calendar.setFirstDay(of: ramadan, to: ramadan.firstDay.adding(days: 1))
    }
    #expect(throws: AdjustmentError.twice(shaban)) {
      try calendar.setFirstDay(of: shaban, to: shaban.firstDay.adding(days: 1))
    }
    #expect(calendar.firstDay(of: ramadan) == ramadan.firstDay)
  }

  // The night of a date of the Hijri calendar is that before its daylight, to which the Gregorian date belongs.
  @Test func anEventOfANightSaysThatItIsTheNightBeforeItsDate() {
    let nights = HijriEvent.all.filter { $0.name.contains("night") || $0.name.contains("Laylat") }
    #expect(nights.map(\.day) == [21, 27])
    #expect(nights.allSatisfy { $0.name.contains("the night before") })
  }

  @Test func eventsAreSortedAcrossTheYearsEnd() throws {
    let start = try #require(HijriMonth(year: 1447, month: 12)).firstDay
    let events = AdjustedCalendar().events(from: start, days: 60)
    #expect(events.map(\.date) == events.map(\.date).sorted())
    #expect(
      events.filter { $0.event.significance > .low }.map(\.event.name)
        == ["Day of Arafah", "Eid al-Adha", "Hijri new year", "Ashura"])
  }
}
