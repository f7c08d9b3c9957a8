internal import Dates
internal import PrayerTimes
internal import Timetable

extension Schedule {
  /// Seconds that sunrise, Dhuhr and sunset of a timetable may be from the sun's.
  ///
  /// Rounding, a city's width, mountains around and the minutes of a ministry make up to 15 min; clocks of another zone
  /// or without daylight saving time an hour.
  private static let tolerance = 1800.0
  /// Seconds that a table's Maghrib may be after sunset: where it waits for the sun at 4.5° below the horizon, an hour
  /// at 60° of latitude in June, and half an hour more.
  private static let latestMaghrib = 5400.0
  /// Half a degree of altitude, in units of `PrayerTime.errorSeconds`: near the polar circles, a few kilometres and a
  /// hill move sunrise by many minutes.
  private static let errors = 25.0
  /// In 11 years a last or second Sunday of a month has had each of its dates.
  private static let years = 1...11

  /// The row of the timetable for a date, and the seconds by which clocks are further ahead than in the year of which
  /// the row is. `nil` where there is none, or its times are not those of the sun here.
  ///
  /// On the days between the changes of clocks of two years, a row of every year has the clocks of one of them. So the
  /// offsets that the zone has on the same day of other years are tried; the sun tells which one it is.
  func publishedRow(
    on date: CalendarDate, besides calculated: DayTimes
  ) -> (row: TimetableRow, shift: Double)? {
    guard let row = settings.timetable?.row(on: date) else { return nil }
    if fits(row, on: date, shift: 0, besides: calculated) { return (row, 0) }
    guard case .everyYear(let month, let day) = row.date else { return nil }
    for year in Self.years.flatMap({ [date.year - $0, date.year + $0] }) {
      guard let other = CalendarDate(year: year, month: month, day: day) else { continue }
      let shift = offsetAtNoon(of: date) - offsetAtNoon(of: other)
      if shift != 0, fits(row, on: date, shift: shift, besides: calculated) { return (row, shift) }
    }
    return nil
  }

  private func offsetAtNoon(of date: CalendarDate) -> Double {
    timetableZone.offset(at: date.unixSeconds + 43_200)
  }

  /// Whether sunrise, Dhuhr and Maghrib of a row are near those of the sun.
  ///
  /// It is also where the sun does not rise and set, and a polar rule takes the times from elsewhere: tables do so in
  /// many ways.
  private func fits(
    _ row: TimetableRow, on date: CalendarDate, shift: Double, besides calculated: DayTimes
  ) -> Bool {
    guard let sunrise = calculated[.sunrise].time, let dhuhr = calculated[.dhuhr].time,
      let rise = calculated.rawSunrise, let set = calculated.rawSunset, sunrise.basis == .sun
    else { return true }
    let prayers = settings.prayers
    let noon = dhuhr.exact - (prayers.method.minutes.dhuhr + prayers.offsets.dhuhr) * 60
    let horizon = Self.tolerance + Self.errors * sunrise.errorSeconds
    func lateness(_ prayer: Prayer, _ instant: Double) -> Double {
      timetableZone.instant(date, minutes: row.times[prayer]) + shift - instant
    }
    return abs(lateness(.sunrise, rise)) <= horizon
      && abs(lateness(.dhuhr, noon)) <= Self.tolerance
      && (-horizon...horizon + Self.latestMaghrib - Self.tolerance).contains(
        lateness(.maghrib, set))
  }
}
