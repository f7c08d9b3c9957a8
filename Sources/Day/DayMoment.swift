public import Dates
public import HijriCalendar
public import PrayerTimes

/// What of a day holds at an instant, and until when.
public struct DayMoment: Equatable, Sendable {
  /// A time of prayer that is to come.
  public struct Next: Equatable, Sendable {
    public let prayer: Prayer
    /// Seconds since 1970-01-01 UTC, rounded as the method says.
    public let instant: Double
  }

  /// The prayer whose time has begun; `nil` between sunrise and Dhuhr, and where times are absent.
  public let current: Prayer?
  /// The next time of the day or of the following one, sunrise among them; `nil` where all are absent.
  public let next: Next?
  /// The Hijri date of the instant, which is that of `daylight`; `nil` before 622-07-18.
  public let hijri: HijriDate?
  /// The date of whose daylight `hijri` is. Where Hijri dates change at sunset it is tomorrow after sunset, and yesterday
  /// before a sunset that is after midnight.
  public let daylight: CalendarDate
  /// When one of these, or the date, changes next, seconds since 1970-01-01 UTC.
  public let nextChange: Double
}

extension Day {
  /// - Parameter instant: seconds since 1970-01-01 UTC, of the date.
  public func moment(at instant: Double) -> DayMoment {
    var latest: (prayer: Prayer, instant: Double)?
    var next: DayMoment.Next?
    func take(_ times: DayTimes) {
      for prayer in Prayer.allCases {
        guard let time = times[prayer].time?.rounded else { continue }
        if time <= instant {
          if time >= latest?.instant ?? -.infinity { latest = (prayer, time) }
        } else if time < next?.instant ?? .infinity {
          next = DayMoment.Next(prayer: prayer, instant: time)
        }
      }
    }
    // Isha of the day before may be after midnight, and the next Fajr before it.
    take(yesterday)
    take(times)
    take(tomorrow)
    let days = daysToDaylight(at: instant)
    return DayMoment(
      current: latest.flatMap { $0.prayer == .sunrise ? nil : $0.prayer }, next: next,
      hijri: days < 0 ? yesterdayHijri : days > 0 ? tomorrowHijri : hijri,
      daylight: date.adding(days: days), nextChange: min(end, next?.instant ?? .infinity))
  }

  /// The days, −1 to 1, from the date to that of whose daylight the Hijri date of an instant is.
  private func daysToDaylight(at instant: Double) -> Int {
    guard hijriDayStart == .sunset else { return 0 }
    // At 65.7° N in June the sun sets after midnight; until then the Hijri date is that of the day before.
    if let sunset = yesterday[.maghrib].time, instant < sunset.rounded { return -1 }
    if let sunset = times[.maghrib].time, sunset.rounded <= instant { return 1 }
    return 0
  }
}
