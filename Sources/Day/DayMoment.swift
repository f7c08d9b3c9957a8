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
  /// The Hijri date that changes at Maghrib, also where `hijri` changes at midnight: of a night, that of the daylight
  /// after it. `nil` before 622-07-18.
  public let hijriFromMaghrib: HijriDate?
  /// When one of these, or the date, changes next, seconds since 1970-01-01 UTC.
  public let nextChange: Double
}

extension Day {
  /// - Parameter instant: seconds since 1970-01-01 UTC, of the date.
  public func moment(at instant: Double) -> DayMoment {
    var latest: Prayer?
    var next: DayMoment.Next?
    func take(_ times: DayTimes) {
      for prayer in Prayer.allCases {
        guard let time = times[prayer].time?.rounded else { continue }
        if time <= instant {
          // In a short night Isha may come after the next Fajr, which then has ended it.
          (latest, next) = (prayer, nil)
        } else if time < next?.instant ?? .infinity {
          next = DayMoment.Next(prayer: prayer, instant: time)
        }
      }
    }
    // Isha of the day before may be after midnight, and the next Fajr before it.
    take(yesterday)
    take(times)
    take(tomorrow)
    let daysByMaghrib = daysToDaylight(at: instant)
    let days = hijriDayStart == .sunset ? daysByMaghrib : 0
    func hijriDate(_ days: Int) -> HijriDate? {
      days < 0 ? yesterdayHijri : days > 0 ? tomorrowHijri : hijri
    }
    return DayMoment(
      current: latest == .sunrise ? nil : latest, next: next, hijri: hijriDate(days),
      daylight: date.adding(days: days), hijriFromMaghrib: hijriDate(daysByMaghrib),
      nextChange: min(end, next?.instant ?? .infinity))
  }

  /// The days, −1 to 1, from the date to that of whose daylight the Hijri date of an instant is, where that changes at
  /// Maghrib.
  private func daysToDaylight(at instant: Double) -> Int {
    // At 65.7° N in June the sun sets after midnight; until then the Hijri date is that of the day before.
    if let sunset = yesterday[.maghrib].time, instant < sunset.rounded { return -1 }
    if let sunset = times[.maghrib].time, sunset.rounded <= instant { return 1 }
    return 0
  }
}
