public import Dates
public import HijriCalendar
public import PrayerTimes
internal import Quantities

/// A date at a place: the times of prayer and of the night after it, and the Hijri date.
///
/// It holds until the date ends. `moment(at:)` says what of it is now.
public struct Day: Equatable, Sendable {
  public let date: CalendarDate
  /// When the date begins and when the next one does, seconds since 1970-01-01 UTC; 23 to 25 h apart.
  public let start, end: Double
  public let times: DayTimes
  /// When the congregations begin, seconds since 1970, where the timetable says so.
  public let iqama: PerPrayer<Double?>
  /// Optional rows, up to the last third of the night that follows.
  public let night: NightTimes
  /// The date of the daylight; `nil` before 622-07-19.
  public let hijri: HijriDate?
  /// The days of its month, 29 or 30.
  public let hijriMonthDays: Int?
  /// The date that begins at this date's sunset, which is that of tomorrow's daylight; `nil` before 622-07-18.
  public let tomorrowHijri: HijriDate?
  /// Whether local clocks are further from the sun's time than where people live: the zone is not that of the place.
  public let isZoneDoubtful: Bool
  /// Whether the timetable has the date, but its times are so far from the sun's that calculated ones are taken.
  public let isTimetableDoubtful: Bool
  let yesterday, tomorrow: DayTimes
  let yesterdayHijri: HijriDate?
  let hijriDayStart: HijriDayStart

  /// Seconds by which clocks are ahead of the sun's mean time where people live.
  ///
  /// Furthest ahead are the north-west of Greenland (3.7 h) and the west of Alaska (3.4 h), both in summer, and western
  /// China (3.1 h). Furthest behind are Minamitorishima of Japan (1.3 h) and Vardø in Norway in winter (1.1 h).
  /// Source: tzdata 2025b with the longitudes of the settlements.
  private static let zoneDifferences = -1.5 * 3600...3.75 * 3600

  /// - Parameter date: from 1900 to 2100.
  public init(on date: CalendarDate, schedule: Schedule) {
    let (zone, settings) = (schedule.zone, schedule.settings)
    self.date = date
    (start, end) = (zone.start(of: date), zone.start(of: date.adding(days: 1)))
    times = schedule.times(on: date)
    iqama = schedule.iqama(on: date)
    yesterday = schedule.times(on: date.adding(days: -1))
    tomorrow = schedule.times(on: date.adding(days: 1))
    night = NightTimes(after: times, before: tomorrow)
    yesterdayHijri = settings.calendar.date(of: date.adding(days: -1))
    hijri = settings.calendar.date(of: date)
    hijriMonthDays = hijri.map { settings.calendar.length(of: $0.month) }
    tomorrowHijri = settings.calendar.date(of: date.adding(days: 1))
    hijriDayStart = settings.hijriDayStart
    isZoneDoubtful = !Self.zoneDifferences.contains(
      zone.differenceFromSun(atLongitude: schedule.place.longitude, (start + end) / 2))
    isTimetableDoubtful = schedule.isTimetableDoubtful(on: date)
  }

  /// The day that local calendars show.
  ///
  /// - Parameter instant: seconds since 1970-01-01 UTC, from 1900 to 2100.
  public init(containing instant: Double, schedule: Schedule) {
    self.init(on: schedule.zone.date(at: instant), schedule: schedule)
  }

  /// Whether an instant, seconds since 1970-01-01 UTC, is of the date.
  public func contains(_ instant: Double) -> Bool { start <= instant && instant < end }
}
