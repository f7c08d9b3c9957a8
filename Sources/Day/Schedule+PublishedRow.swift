internal import Dates
internal import PrayerTimes
internal import Quantities
internal import Timetable

extension Schedule {
  /// Seconds that sunrise and sunset of a timetable may be from the sun's, and by which Dhuhr may be before noon.
  ///
  /// Rounding, a city's width, mountains around and the minutes of a ministry make up to 15 min; clocks of another zone
  /// or without daylight saving time an hour.
  private static let tolerance = 1800.0
  /// Seconds that a table's Maghrib may be after sunset: where it waits for the sun at 4.5° below the horizon, an hour
  /// at 60° of latitude in June, and half an hour more.
  private static let latestMaghrib = 5400.0
  /// Seconds that a table's Dhuhr may be after noon: some have the same time on all days, or that of the Friday prayer.
  /// A Dhuhr at 13:15 is 91 min after noon in London in November.
  private static let latestDhuhr = 7200.0
  /// Degrees of latitude, north or south, from which on tables take sunrise and Maghrib from a lower latitude, as 62°,
  /// also while the sun rises and sets: in Kiruna in May both are 80 min from the sun's.
  private static let farNorth = 60.0
  /// Seconds that the middle between sunrise and Maghrib may be after noon: half an hour where Maghrib is an hour after
  /// sunset, and 15 min. Clocks of another zone or without daylight saving time move it by an hour.
  private static let latestMiddle = 2700.0
  /// Half a degree of altitude, in units of `PrayerTime.errorSeconds`: towards 60° of latitude, a few kilometres and a
  /// hill move sunrise by minutes.
  private static let errors = 25.0
  /// In 11 years a last or second Sunday of a month has had each of its dates.
  private static let years = 1...11

  /// The row of the timetable for a date, and the seconds by which clocks are further ahead than in the year of which
  /// the row is. `nil` where there is none, or its times are not those of the sun here.
  ///
  /// On the days between the changes of clocks of two years, a row of every year has the clocks of one of them. So the
  /// offsets that the zone has on the same day of other years are tried; the one that fits the sun best counts. On Lord
  /// Howe Island, where clocks change by half an hour, more than one of them fits.
  func publishedRow(
    on date: CalendarDate, besides calculated: @autoclosure () -> DayTimes
  ) -> (row: TimetableRow, shift: Double)? {
    // Without a timetable nothing is calculated.
    guard let row = settings.timetable?.row(on: date) else { return nil }
    let calculated = calculated()
    var best: (shift: Double, misfit: Double)?
    for shift in shifts(of: row, on: date) {
      guard let misfit = misfit(row, on: date, shift: shift, besides: calculated) else { continue }
      if misfit < best?.misfit ?? .infinity { best = (shift, misfit) }
    }
    return best.map { (row, $0.shift) }
  }

  /// 0, and for a row of every year the seconds by which clocks of the date are ahead of those of the same day in the
  /// years around.
  private func shifts(of row: TimetableRow, on date: CalendarDate) -> [Double] {
    var shifts = [0.0]
    guard case .everyYear(let month, let day) = row.date else { return shifts }
    for year in Self.years.flatMap({ [date.year - $0, date.year + $0] }) {
      guard let other = CalendarDate(year: year, month: month, day: day) else { continue }
      let shift = offsetAtNoon(of: date) - offsetAtNoon(of: other)
      if !shifts.contains(shift) { shifts.append(shift) }
    }
    return shifts
  }

  private func offsetAtNoon(of date: CalendarDate) -> Double {
    timetableZone.offset(at: date.unixSeconds + 43_200)
  }

  /// Seconds between noon and the middle between a row's sunrise and Maghrib, which is the same at all latitudes of a
  /// meridian; `nil` unless sunrise, Dhuhr and Maghrib of the row are near those of the sun, or in the far north the
  /// middle is near noon.
  ///
  /// It is 0 where the sun does not rise and set, and a polar rule takes the times from elsewhere: tables do so in many
  /// ways.
  private func misfit(
    _ row: TimetableRow, on date: CalendarDate, shift: Double, besides calculated: DayTimes
  ) -> Double? {
    guard let sunrise = calculated[.sunrise].time, let dhuhr = calculated[.dhuhr].time,
      let rise = calculated.rawSunrise, let set = calculated.rawSunset, sunrise.basis == .sun
    else { return 0 }
    let prayers = settings.prayers
    let noon = dhuhr.exact - (prayers.method.minutes.dhuhr + prayers.offsets.dhuhr) * 60
    func lateness(_ prayer: Prayer, _ instant: Double) -> Double {
      timetableZone.instant(date, minutes: row.times[prayer]) + shift - instant
    }
    guard (-Self.tolerance...Self.latestDhuhr).contains(lateness(.dhuhr, noon)) else {
      return nil
    }
    let middle = (lateness(.sunrise, noon) + lateness(.maghrib, noon)) / 2
    if abs(place.latitude) > Self.farNorth {
      return (-Self.tolerance...Self.latestMiddle).contains(middle) ? abs(middle) : nil
    }
    let horizon = Self.tolerance + Self.errors * sunrise.errorSeconds
    let isNear =
      abs(lateness(.sunrise, rise)) <= horizon
      && (-horizon...horizon + Self.latestMaghrib - Self.tolerance).contains(
        lateness(.maghrib, set))
    return isNear ? abs(middle) : nil
  }
}
