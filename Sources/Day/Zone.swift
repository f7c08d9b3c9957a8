public import Dates

/// The time zone of a place: how far its clocks are ahead of UTC, at each instant.
public struct Zone: Sendable {
  private let offset: @Sendable (Double) -> Double

  /// - Parameter offset: seconds that local clocks are ahead of UTC, in [−86,400, 86,400], at an instant in
  ///   seconds since 1970-01-01 UTC. `localtime_r` of the C library gives it.
  public init(offset: @escaping @Sendable (Double) -> Double) { self.offset = offset }

  /// Clocks that show UTC.
  public static let utc = Zone { _ in 0 }

  /// Seconds that local clocks are ahead of UTC.
  ///
  /// - Parameter instant: seconds since 1970-01-01 UTC.
  public func offset(at instant: Double) -> Double { offset(instant) }

  /// The date that local calendars show.
  ///
  /// - Parameter instant: seconds since 1970-01-01 UTC, from 1900 to 2100.
  public func date(at instant: Double) -> CalendarDate {
    CalendarDate(dayNumber: Int(((instant + offset(instant)) / 86_400).rounded(.down)))
  }

  /// When local clocks show a time, seconds since 1970-01-01 UTC.
  ///
  /// Where clocks change, a time that they skip is up to the change off. Of a time that they show twice it is
  /// one of the two instants.
  /// - Parameter minutes: after midnight of the date; 1440 and more are after the next midnight.
  public func instant(_ date: CalendarDate, minutes: Int) -> Double {
    let local = date.unixSeconds + Double(minutes) * 60
    // The offset of an instant that is wrong by a few hours is right but on the day of a clock change.
    return local - offset(local - offset(local))
  }

  /// When a date begins, seconds since 1970-01-01 UTC: at midnight, or where clocks skip midnight, after it.
  public func start(of date: CalendarDate) -> Double {
    let midnight = instant(date, minutes: 0)
    if self.date(at: midnight) == date, self.date(at: midnight - 1) < date { return midnight }
    // Whole seconds around midnight; no change of clocks is over 2 h.
    var (before, after) = (midnight - 7200, midnight + 7200)
    while after - before > 1 {
      let middle = ((before + after) / 2).rounded(.down)
      if self.date(at: middle) < date { before = middle } else { after = middle }
    }
    return after
  }

  /// Seconds in [−43,200, 43,200] that local clocks are ahead of the mean time of the sun; whole days, as across the
  /// date line, do not count.
  ///
  /// - Parameter longitude: degrees, east positive.
  public func differenceFromSun(atLongitude longitude: Double, _ instant: Double) -> Double {
    (offset(instant) - longitude * 240).remainder(dividingBy: 86_400)
  }
}
