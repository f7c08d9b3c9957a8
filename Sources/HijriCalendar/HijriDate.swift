public import Dates

/// A date of the Hijri calendar.
///
/// Its daylight belongs to the Gregorian date; the day itself begins at the sunset before.
public struct HijriDate: Hashable, Sendable, CustomStringConvertible {
  /// Month and year.
  public let month: HijriMonth
  /// The day of the month, 1 to 30.
  public let day: Int
  /// Where the month's first day comes from.
  public var grade: HijriGrade { month.grade }

  /// The date by the tables, without adjustments.
  ///
  /// - Returns: `nil` before 622-07-19.
  public init?(_ date: CalendarDate) {
    guard let month = HijriMonth(with: date) else { return nil }
    self.init(month: month, day: date.dayNumber - month.firstDay.dayNumber + 1)
  }

  init(month: HijriMonth, day: Int) { (self.month, self.day) = (month, day) }

  /// `1448-06-12`.
  public var description: String { "\(month)" + (day < 10 ? "-0" : "-") + String(day) }
}
