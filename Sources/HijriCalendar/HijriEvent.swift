public import Dates

/// A day of the Hijri year that people ask for.
public struct HijriEvent: Equatable, Sendable {
  /// How much a calendar should show it.
  public enum Significance: String, Comparable, Sendable {
    case low, medium, high, veryHigh

    public static func < (one: Self, other: Self) -> Bool { one.rank < other.rank }

    private var rank: Int {
      switch self {
      case .low: 0
      case .medium: 1
      case .high: 2
      case .veryHigh: 3
      }
    }
  }

  /// The name in Latin letters; of a night, that it is the night before the date.
  public let name: String
  /// 1 to 12; `nil` for each month.
  public let month: Int?
  /// 1 to 30.
  public let day: Int
  /// How much a calendar should show it.
  public let significance: Significance

  /// All events in the order of the year, with those of each month last.
  public static let all = [
    HijriEvent(name: "Hijri new year", month: 1, day: 1, significance: .medium),
    HijriEvent(name: "Ashura", month: 1, day: 10, significance: .high),
    HijriEvent(name: "Ramadan begins", month: 9, day: 1, significance: .veryHigh),
    HijriEvent(
      name: "Last ten nights (from the night before)", month: 9, day: 21, significance: .high),
    HijriEvent(
      name: "Laylat al-Qadr (27th, the night before)", month: 9, day: 27, significance: .veryHigh),
    HijriEvent(name: "Eid al-Fitr", month: 10, day: 1, significance: .veryHigh),
    HijriEvent(name: "Day of Arafah", month: 12, day: 9, significance: .veryHigh),
    HijriEvent(name: "Eid al-Adha", month: 12, day: 10, significance: .veryHigh),
    HijriEvent(name: "White days (13 to 15)", month: nil, day: 13, significance: .low),
  ]
}

extension AdjustedCalendar {
  /// The events of some days, sorted by date; on one date the more significant first.
  ///
  /// - Parameters:
  ///   - first: the first date.
  ///   - days: how many dates to look at.
  public func events(
    from first: CalendarDate, days: Int
  ) -> [(date: CalendarDate, event: HijriEvent)] {
    var found: [(date: CalendarDate, event: HijriEvent)] = []
    for offset in 0..<max(0, days) {
      let date = first.adding(days: offset)
      guard let hijri = self.date(of: date) else { continue }
      let events = HijriEvent.all.filter {
        // In the twelfth month the 13th is a day of Tashriq, and not a day of fasting.
        let month = $0.month ?? (hijri.month.month == 12 ? 0 : hijri.month.month)
        return month == hijri.month.month && $0.day == hijri.day
      }
      found += events.sorted { $0.significance > $1.significance }.map { (date, $0) }
    }
    return found
  }
}
