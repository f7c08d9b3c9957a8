public import PrayerTimes

/// All that is wrong in a timetable, in the order of its lines.
public struct TimetableErrors: Error, Equatable, Sendable {
  /// At least one.
  public let all: [TimetableError]
}

/// One mistake in a timetable, with its line and what to write.
public struct TimetableError: Equatable, Sendable, CustomStringConvertible {
  /// Counted from 1.
  public let line: Int
  public let reason: Reason

  public enum Reason: Equatable, Sendable {
    case notUTF8
    case tooLarge
    case empty
    case missingColumn(String)
    case unknownColumn(String)
    case doubleColumn(String)
    case cellCount(Int, expected: Int)
    case date(String)
    case noSuchDay(String)
    case doubleDate(RowDate, firstLine: Int)
    case time(String, column: String)
    case twelveHours(String, column: String)
    case order(Prayer, Prayer)
    case iqama(Prayer)
  }

  public var description: String { "line \(line): \(text)" }

  private var text: String {
    switch reason {
    case .notUTF8: "not UTF-8; save the table as \"CSV UTF-8\""
    case .tooLarge: "over \(TimetableParser.maximumRows) rows; keep the years that you need"
    case .empty: "no row; the first line names the columns, each further line is a day"
    case .missingColumn(let name):
      "no column '\(name)'; the first line needs \(TimetableColumn.needed)"
    case .unknownColumn(let name):
      "unknown column '\(name)'; take \(TimetableColumn.needed), and for the congregation "
        + "fajr_iqama and the like"
    case .doubleColumn(let name): "column '\(name)' stands there twice; keep one"
    case .cellCount(let count, let expected):
      "\(count) cells, but the first line names \(expected) columns"
    case .date(let word): "'\(word)' is not a date; write 2026-11-24, or 11-24 for every year"
    case .noSuchDay(let word): "the calendar has no \(word)"
    case .doubleDate(let date, let first): "\(date) stands in line \(first) already; keep one"
    case .time(let word, let column): "\(column): '\(word)' is not a time; write it as 05:12"
    case .twelveHours(let word, let column):
      "\(column): '\(word)' has twelve hours; write all 24, such as 17:05"
    case .order(let earlier, let later):
      "\(later.rawValue) is not after \(earlier.rawValue); are two columns exchanged, or hours after noon "
        + "written as 5:05 in place of 17:05?"
    case .iqama(let prayer):
      "\(prayer.rawValue)_iqama is before \(prayer.rawValue) or after the next time"
    }
  }
}
