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
  /// Whether local clocks are over 3 h from the sun's time: the zone is probably not that of the place.
  public let isZoneDoubtful: Bool
  let yesterday, tomorrow: DayTimes
  let yesterdayHijri: HijriDate?
  let hijriDayStart: HijriDayStart

  /// Local clocks further from the sun's time are probably wrong, s. Source: `Zone.differenceFromSun`.
  private static let largestZoneDifference = 3.0 * 3600

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
    isZoneDoubtful =
      zone.differenceFromSun(atLongitude: schedule.place.longitude, (start + end) / 2)
      > Self.largestZoneDifference
  }

  /// The day that local calendars show.
  ///
  /// - Parameter instant: seconds since 1970-01-01 UTC, from 1900 to 2100.
  public init(containing instant: Double, schedule: Schedule) {
    self.init(on: schedule.zone.date(at: instant), schedule: schedule)
  }
}
