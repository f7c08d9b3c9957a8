public import Dates
public import PrayerTimes

/// The times of prayer that a mosque or a ministry publishes, in local time.
///
/// It holds for the dates that it has; a whole year is not needed. A row's date is one date, or one day of
/// every year; a row of one date comes first.
public struct Timetable: Equatable, Sendable {
  /// The rows in the order of the file.
  public let rows: [TimetableRow]
  private let rowOfDate: [RowDate: Int]

  /// Parses a table with commas or semicolons. docs/times.md has the form.
  ///
  /// - Parameter bytes: UTF-8, with or without a byte order mark; lines end with LF or CR LF.
  /// - Throws: `TimetableErrors` with every line that is wrong.
  public init(parsing bytes: [UInt8]) throws(TimetableErrors) {
    var parser = TimetableParser()
    parser.parse(bytes)
    if !parser.errors.isEmpty { throw TimetableErrors(all: parser.errors) }
    (rows, rowOfDate) = (parser.rows, parser.rowOfDate)
  }

  /// The row that holds on a date; `nil` if the table has none.
  public func row(on date: CalendarDate) -> TimetableRow? {
    let (_, month, day) = date.parts
    let index = rowOfDate[.date(date)] ?? rowOfDate[.everyYear(month: month, day: day)]
    return index.map { rows[$0] }
  }
}

/// The date of a row.
public enum RowDate: Hashable, Sendable, CustomStringConvertible {
  case date(CalendarDate)
  /// The same day of every year; 29 February holds in leap years.
  case everyYear(month: Int, day: Int)

  /// `2026-11-24` or `11-24`.
  public var description: String {
    switch self {
    case .date(let date): return date.description
    case .everyYear(let month, let day):
      // 2000 is a leap year.
      let date = CalendarDate(year: 2000, month: month, day: day)
      return String((date?.description ?? "").dropFirst(5))
    }
  }
}

/// One row of a timetable. Times are minutes after local midnight of the row's date.
public struct TimetableRow: Equatable, Sendable {
  public let date: RowDate
  /// Counted from 1.
  public let line: Int
  /// In increasing order; Maghrib and Isha after midnight are 1440 or more.
  public let times: PerPrayer<Int>
  /// When the congregation begins, where the table says so; not before the time itself.
  public let iqama: PerPrayer<Int?>
}
