public import Dates
public import PrayerTimes
public import Quantities
public import Timetable

/// The times of each date at a place: those of the timetable, else calculated ones.
public struct Schedule: Sendable {
  public let place: Coordinates
  public let zone: Zone
  /// The zone whose clocks the timetable follows, where `zone` is another one.
  public var timetableZone: Zone
  public var settings: DaySettings

  public init(place: Coordinates, zone: Zone, settings: DaySettings) {
    (self.place, self.zone, self.settings) = (place, zone, settings)
    timetableZone = zone
  }

  /// - Parameter date: from 1900 to 2100.
  public func times(on date: CalendarDate) -> DayTimes {
    let calculated = calculated(on: date)
    guard let (row, shift) = publishedRow(on: date, besides: calculated) else { return calculated }
    var entries = PerPrayer(repeating: PrayerEntry.time(PrayerTime(published: 0)))
    for prayer in Prayer.allCases {
      let instant = timetableZone.instant(date, minutes: row.times[prayer]) + shift
      entries[prayer] = .time(PrayerTime(published: instant))
    }
    return DayTimes(on: date, published: entries)
  }

  /// The times by the sun, also where the timetable has the date.
  public func calculated(on date: CalendarDate) -> DayTimes {
    // The dates of a timetable are those of its own clocks, and so are the days that it lacks.
    let clocks = settings.timetable == nil ? zone : timetableZone
    let offset = clocks.offset(at: date.unixSeconds + 43_200)
    // Across the date line the zone has another date than the longitude.
    let isElsewhere = abs(offset - place.longitude * 240) > 43_200
    return DayTimes(
      on: date, at: place, settings: settings.prayers, utcOffset: isElsewhere ? offset : nil)
  }

  /// When the congregations of a date begin, seconds since 1970; `nil` where the timetable does not say.
  public func iqama(on date: CalendarDate) -> PerPrayer<Double?> {
    var instants = PerPrayer<Double?>(repeating: nil)
    guard let (row, shift) = publishedRow(on: date, besides: calculated(on: date)) else {
      return instants
    }
    for prayer in Prayer.allCases {
      instants[prayer] = row.iqama[prayer].map {
        timetableZone.instant(date, minutes: $0) + shift
      }
    }
    // A row of every year does not know the Fridays, on which Dhuhr has another congregation.
    if case .everyYear = row.date, date.weekday == 5 { instants.dhuhr = nil }
    return instants
  }
}

extension Schedule {
  /// A date with the times of prayer and of the night after it, and the Hijri date.
  public func day(_ date: CalendarDate) -> Day { Day(on: date, schedule: self) }

  /// Whether the timetable has a date, but with times of another place, or of clocks that the zone has not: then those
  /// that are calculated are taken.
  public func isTimetableDoubtful(on date: CalendarDate) -> Bool {
    settings.timetable?.row(on: date) != nil
      && publishedRow(on: date, besides: calculated(on: date)) == nil
  }

  /// What in the timetable looks like a mistake beside the calculation; empty without a timetable.
  ///
  /// - Parameter year: of the rows that hold every year.
  public func timetableWarnings(year: Int) -> [TimetableWarning] {
    settings.timetable?.warnings(year: year) { date in
      let day = calculated(on: date)
      let shift = publishedRow(on: date, besides: day)?.shift ?? 0
      var minutes = PerPrayer<Int?>(repeating: nil)
      for prayer in Prayer.allCases {
        guard let time = day[prayer].time?.rounded else { continue }
        let local = time + timetableZone.offset(at: time) - shift
        minutes[prayer] = Int(((local - date.unixSeconds) / 60).rounded())
      }
      return minutes
    } ?? []
  }
}
