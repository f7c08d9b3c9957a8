internal import Dates
internal import HijriCalendar

/// A month of the Hijri calendar with its events, and the events to come, as JSON: docs/page.md lists the members.
struct MonthAnswer: Encodable {
  struct Entry: Encodable {
    var day: Int
    var date: String
    /// Monday is 1.
    var weekday: Int
    var events: [String]?
  }

  struct Coming: Encodable {
    var name, date: String
    /// From today.
    var days: Int
  }

  /// A year of twelve months has at most 355 days.
  private static let daysAhead = 355
  /// Months from this one that may be asked for: a hundred years.
  static let range = -1200...1200

  var year, month: Int
  var grade: String
  var today: String
  var days: [Entry]
  var events: [Coming]

  /// - Parameters:
  ///   - calendar: with the user's adjustments.
  ///   - today: the device's date.
  ///   - offset: months from this one, in `range`.
  /// - Returns: `nil` outside the years that the calendar has.
  init?(_ calendar: AdjustedCalendar, today: CalendarDate, offset: Int) {
    guard Self.range.contains(offset), let now = calendar.date(of: today) else { return nil }
    let index = (now.month.year - 1) * 12 + now.month.month - 1 + offset
    guard index >= 0, let month = HijriMonth(year: index / 12 + 1, month: index % 12 + 1) else {
      return nil
    }
    let first = calendar.firstDay(of: month)
    let length = calendar.length(of: month)
    let events = Dictionary(grouping: calendar.events(from: first, days: length), by: \.date)
    days = (0..<length).map { offset in
      let date = first.adding(days: offset)
      return Entry(
        day: offset + 1, date: "\(date)", weekday: date.weekday,
        events: events[date]?.map(\.event.name))
    }
    (year, self.month, grade, self.today) = (
      month.year, month.month, month.grade.rawValue, "\(today)"
    )
    self.events = calendar.events(from: today, days: Self.daysAhead)
      .filter { $0.event.significance > .low }
      .map {
        Coming(name: $0.event.name, date: "\($0.date)", days: $0.date.dayNumber - today.dayNumber)
      }
  }
}
