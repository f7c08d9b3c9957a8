public import HijriCalendar
public import PrayerTimes
public import Timetable

/// When the Hijri date changes.
public enum HijriDayStart: String, CaseIterable, Sendable {
  /// With the Gregorian date: the date of the daylight holds all of the day.
  case midnight
  /// At Maghrib, as religious law has it. Without a Maghrib, at midnight.
  case sunset
}

/// What the user has chosen for the days of a place.
public struct DaySettings: Equatable, Sendable {
  public var prayers: PrayerSettings
  public var hijriDayStart = HijriDayStart.midnight
  /// The published table whose times come before calculated ones.
  public var timetable: Timetable?

  /// The Hijri calendar, with the first days of months that the user has adjusted.
  public var calendar: AdjustedCalendar {
    get { prayers.calendar }
    set { prayers.calendar = newValue }
  }

  public init(prayers: PrayerSettings) { self.prayers = prayers }
}
