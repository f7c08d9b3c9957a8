/// A date of the Gregorian calendar, without a time of day and without a time zone.
///
/// Dates before 1582 are of the proleptic Gregorian calendar.
public struct CalendarDate: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Days since 1970-01-01.
  public let dayNumber: Int

  /// - Parameter dayNumber: days since 1970-01-01.
  public init(dayNumber: Int) { self.dayNumber = dayNumber }

  /// - Returns: `nil` if the calendar has no such date, or the year is not in 1 to 9999.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= Self.daysInMonth(month, year)
    else { return nil }
    dayNumber = Self.days(year, month, day)
  }

  /// Parses `2026-11-23`.
  public init(parsing text: some StringProtocol) throws(CalendarDateError) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].utf8.count == 4, parts[1].utf8.count == 2,
      parts[2].utf8.count == 2, text.utf8.allSatisfy({ $0 == 45 || (48...57).contains($0) }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
    else { throw .notADate }
    guard let date = Self(year: year, month: month, day: day) else { throw .noSuchDay }
    self = date
  }

  public static func < (one: Self, other: Self) -> Bool { one.dayNumber < other.dayNumber }

  /// The date this number of days later.
  public func adding(days: Int) -> CalendarDate { CalendarDate(dayNumber: dayNumber + days) }

  /// Year, month and day of the month.
  public var parts: (year: Int, month: Int, day: Int) {
    // Years are counted from March, so that the leap day is the last day of a year.
    let days = dayNumber + 719_468
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
  }

  /// The year, 1 to 9999 for a date that was made of year, month and day.
  public var year: Int { parts.year }

  /// The day of the year: 1 on the first of January.
  public var dayOfYear: Int { dayNumber - Self.days(year, 1, 1) + 1 }

  /// The day of the week, ISO 8601: Monday is 1, Sunday 7.
  public var weekday: Int { ((dayNumber + 3) % 7 + 7) % 7 + 1 }

  /// Midnight UTC of the date, seconds since 1970.
  public var unixSeconds: Double { Double(dayNumber) * 86_400 }

  /// `2026-11-23`.
  public var description: String {
    let (year, month, day) = parts
    let padded = String(year)
    return String(repeating: "0", count: max(0, 4 - padded.count)) + padded
      + (month < 10 ? "-0" : "-") + String(month) + (day < 10 ? "-0" : "-") + String(day)
  }

  /// Whether the year has a 29th of February.
  public static func isLeap(year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  private static func daysInMonth(_ month: Int, _ year: Int) -> Int {
    switch month {
    case 2: isLeap(year: year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let marchYear = month > 2 ? year : year - 1
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return marchYear * 365 + marchYear / 4 - marchYear / 100 + marchYear / 400 + dayOfYear - 719_468
  }
}

/// Why a text is not a date.
public enum CalendarDateError: Error, Equatable, Sendable {
  /// The text has not the form YYYY-MM-DD.
  case notADate
  /// The calendar has no such day, such as 2026-02-30.
  case noSuchDay

  /// What is wrong, and what to write.
  public var words: String {
    switch self {
    case .notADate: "write it as YYYY-MM-DD, such as 2026-11-23"
    case .noSuchDay: "the calendar has no such day"
    }
  }
}
