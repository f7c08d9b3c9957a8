public import Dates

/// A month of the Hijri calendar.
public struct HijriMonth: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Months since Muharram of the year 1.
  public let index: Int

  /// - Parameters:
  ///   - year: 1 to 9999.
  ///   - month: 1, Muharram, to 12, Dhu al-Hijja.
  /// - Returns: `nil` for other numbers.
  public init?(year: Int, month: Int) {
    guard (1...9999).contains(year), (1...12).contains(month) else { return nil }
    index = (year - 1) * 12 + month - 1
  }

  init(index: Int) { self.index = index }

  /// The year, from 1.
  public var year: Int { index / 12 + 1 }

  /// The month, 1 to 12.
  public var month: Int { index % 12 + 1 }

  /// The month in Latin letters, without marks.
  public var name: String { Self.names[month - 1] }

  /// `1448-09`.
  public var description: String {
    let digits = String(year)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
      + (month < 10 ? "-0" : "-") + String(month)
  }

  public static func < (one: Self, other: Self) -> Bool { one.index < other.index }

  private static let names = [
    "Muharram", "Safar", "Rabi I", "Rabi II", "Jumada I", "Jumada II", "Rajab", "Shaban",
    "Ramadan", "Shawwal", "Dhu al-Qada", "Dhu al-Hijja",
  ]
}

/// Where the first day of a month comes from.
public enum HijriGrade: String, Equatable, Sendable {
  /// The printed Umm al-Qura calendars, 1420 to 1450.
  case published
  /// The rule of Umm al-Qura, computed ahead for 1451 to 1500. The printed calendar may differ by a
  /// day.
  case computed
  /// The tabular calendar with leap years by number, for all other years. The sighted or printed month
  /// may differ by one or two days.
  case arithmetical
}

extension HijriMonth {
  /// The grade of the month's first day.
  public var grade: HijriGrade {
    switch year {
    case 1420...1450: .published
    case 1451...1500: .computed
    default: .arithmetical
    }
  }

  /// The first day by the tables, without adjustments.
  public var firstDay: CalendarDate {
    UmmAlQura.firstDay(of: self) ?? tabularFirstDay(of: self)
  }

  /// The days of the month, 29 or 30, without adjustments.
  public var length: Int {
    HijriMonth(index: index + 1).firstDay.dayNumber - firstDay.dayNumber
  }

  /// The month with this date, without adjustments; `nil` before 622-07-19.
  init?(with date: CalendarDate) {
    let epoch = -492_148  // 622-07-19, Muharram 1 of the year 1
    let days = date.dayNumber - epoch
    guard days >= 0 else { return nil }
    // 10,631 days are 360 months; the estimate is at most one month off.
    var month = HijriMonth(index: days * 360 / 10_631)
    while month.index > 0, month.firstDay > date { month = HijriMonth(index: month.index - 1) }
    while HijriMonth(index: month.index + 1).firstDay <= date {
      month = HijriMonth(index: month.index + 1)
    }
    guard month.year <= 9999 else { return nil }
    self = month
  }
}
