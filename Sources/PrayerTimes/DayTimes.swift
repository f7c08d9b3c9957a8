public import Dates
internal import HijriCalendar
internal import Qibla
public import Quantities
internal import Sun

/// The times of one day at one place.
///
/// They are in the order Fajr, sunrise, Dhuhr, Asr, Maghrib, Isha, exactly and as rounded; a time that
/// would break the order is absent, with a reason.
public struct DayTimes: Equatable, Sendable {
  public let date: CalendarDate
  public private(set) var entries: PerPrayer<PrayerEntry>
  /// When the sun rises and sets, without the minutes of method and user, and without an angle of Maghrib; of a
  /// published timetable its sunrise and Maghrib. Seconds since 1970-01-01 UTC; `nil` where the day has none.
  public let rawSunrise, rawSunset: Double?

  /// The time of one prayer, or why there is none.
  public subscript(prayer: Prayer) -> PrayerEntry { entries[prayer] }

  /// - Parameters:
  ///   - date: the civil date, from 1900 to 2100.
  ///   - place: also at a pole.
  ///   - utcOffset: seconds that local clocks are ahead of UTC, in [−86,400, 86,400]; it decides
  ///     only to which date a noon belongs. `nil` for the longitude's own time.
  public init(
    on date: CalendarDate, at place: Coordinates, settings: PrayerSettings,
    utcOffset: Double? = nil
  ) {
    self.date = date
    let day = PlaceDay(
      date: date, place: place, settings: settings, utcOffset: utcOffset ?? place.longitude * 240)
    let resolved = day.resolved()
    entries = resolved.entries
    (rawSunrise, rawSunset) = (resolved.sunrise, resolved.sunset)
  }

  /// Times of a published timetable.
  public init(on date: CalendarDate, published entries: PerPrayer<PrayerEntry>) {
    (self.date, self.entries) = (date, entries)
    (rawSunrise, rawSunset) = (entries.sunrise.time?.exact, entries.maghrib.time?.exact)
  }
}

/// The calculation of one day at one place.
struct PlaceDay {
  let date: CalendarDate
  let place: Coordinates
  let settings: PrayerSettings
  let utcOffset: Double

  func resolved() -> LatitudeDay {
    let sun = sun(on: date)
    var day = latitudeDay(sun, place.latitude, on: date)
    if day.failure == nil, day.lacksShadow, settings.polar != .unresolved {
      giveAsr(to: &day, sun)
    }
    guard let failure = day.failure else { return day }
    switch settings.polar {
    case .unresolved: return day
    case .nearestLatitude: return nearestLatitude(sun, failure)
    case .nearestDay: return nearestDay()
    case .mecca:
      return latitudeDay(sun.at(latitude: kaaba.latitude), kaaba.latitude, on: date)
        .based(on: .mecca)
    }
  }

  private func sun(on date: CalendarDate) -> SunDay {
    SunDay(at: place, around: date.unixSeconds + 43_200 - utcOffset)
  }

  private func latitudeDay(
    _ sun: SunDay, _ latitude: Double, on date: CalendarDate
  ) -> LatitudeDay {
    LatitudeDay(sun, latitude: latitude, season: season(date), settings: settings)
  }

  /// - Parameter sunDate: the date whose sun is taken. Ramadan is that of the date that is asked for.
  private func season(_ sunDate: CalendarDate) -> LatitudeDay.Season {
    LatitudeDay.Season(
      dayOfYear: sunDate.dayOfYear, isLeapYear: CalendarDate.isLeap(year: sunDate.year),
      isRamadan: settings.method.isLaterInRamadan
        && settings.calendar.date(of: date)?.month.month == 9)
  }

  /// The latitudes of the same meridian towards the equator, in steps of 0.5°.
  private func latitudesTowardsEquator() -> some Sequence<Double> {
    let sign: Double = place.latitude < 0 ? -1 : 1
    let first = Int((abs(place.latitude) * 2).rounded(.up)) - 1
    return (0...max(first, 0)).lazy.map { sign * Double(max(first, 0) - $0) / 2 }
  }

  private func nearestLatitude(_ sun: SunDay, _ failure: Absence) -> LatitudeDay {
    for latitude in latitudesTowardsEquator() {
      let day = latitudeDay(sun.at(latitude: latitude), latitude, on: date)
      if day.failure == nil, !day.lacksShadow {
        return day.based(on: .nearLatitude(latitude))
      }
    }
    return LatitudeDay(failure)
  }

  private func nearestDay() -> LatitudeDay {
    for distance in 1...183 {
      for days in [-distance, distance] {
        let other = date.adding(days: days)
        let sun = sun(on: other)
        var day = latitudeDay(sun, place.latitude, on: other)
        if day.failure == nil, day.lacksShadow { giveAsr(to: &day, sun) }
        guard day.failure == nil else { continue }
        return day.based(on: .nearDay(other), shiftedBy: Double(-days) * 86_400)
      }
    }
    return LatitudeDay(.noNearDay)
  }

  /// Sets Asr to the part of the afternoon that it is at the nearest latitude with a shadow.
  private func giveAsr(to day: inout LatitudeDay, _ sun: SunDay) {
    for latitude in latitudesTowardsEquator() {
      let other = latitudeDay(sun.at(latitude: latitude), latitude, on: date)
      if day.takeAsr(from: other, settings) { return }
    }
  }
}
