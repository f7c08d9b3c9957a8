public import Dates
public import PrayerTimes
public import Quantities
public import Timetable

/// The times of each date at a place: those of the timetable, else calculated ones.
public struct Schedule: Sendable {
  public let place: Coordinates
  public let zone: Zone
  public var settings: DaySettings

  public init(place: Coordinates, zone: Zone, settings: DaySettings) {
    (self.place, self.zone, self.settings) = (place, zone, settings)
  }

  /// - Parameter date: from 1900 to 2100.
  public func times(on date: CalendarDate) -> DayTimes {
    published(on: date) ?? calculated(on: date)
  }

  /// The times by the sun, also where the timetable has the date.
  public func calculated(on date: CalendarDate) -> DayTimes {
    let offset = zone.offset(at: date.unixSeconds + 43_200)
    // Across the date line the zone has another date than the longitude.
    let isElsewhere = abs(offset - place.longitude * 240) > 43_200
    return DayTimes(
      on: date, at: place, settings: settings.prayers, utcOffset: isElsewhere ? offset : nil)
  }

  /// When the congregations of a date begin, seconds since 1970; `nil` where the timetable does not say.
  public func iqama(on date: CalendarDate) -> PerPrayer<Double?> {
    var instants = PerPrayer<Double?>(repeating: nil)
    guard let row = settings.timetable?.row(on: date) else { return instants }
    for prayer in Prayer.allCases {
      instants[prayer] = row.iqama[prayer].map { zone.instant(date, minutes: $0) }
    }
    return instants
  }

  private func published(on date: CalendarDate) -> DayTimes? {
    guard let row = settings.timetable?.row(on: date) else { return nil }
    var entries = PerPrayer(repeating: PrayerEntry.time(PrayerTime(published: 0)))
    for prayer in Prayer.allCases {
      let instant = zone.instant(date, minutes: row.times[prayer])
      entries[prayer] = .time(PrayerTime(published: instant))
    }
    return DayTimes(on: date, published: entries)
  }
}

extension Schedule {
  /// A date with the times of prayer and of the night after it, and the Hijri date.
  public func day(_ date: CalendarDate) -> Day { Day(on: date, schedule: self) }

  /// What in the timetable looks like a mistake beside the calculation; empty without a timetable.
  ///
  /// - Parameter year: of the rows that hold every year.
  public func timetableWarnings(year: Int) -> [TimetableWarning] {
    settings.timetable?.warnings(year: year) { date in
      let day = calculated(on: date)
      var minutes = PerPrayer<Int?>(repeating: nil)
      for prayer in Prayer.allCases {
        guard let time = day[prayer].time?.rounded else { continue }
        minutes[prayer] = Int(((time + zone.offset(at: time) - date.unixSeconds) / 60).rounded())
      }
      return minutes
    } ?? []
  }
}
