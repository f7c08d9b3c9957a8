/// Times that follow from those of a day and of the next day: optional rows of a table.
///
/// Sunrise and sunset are those of the sun itself, or of the timetable: a method's minutes and its angle of Maghrib
/// move the prayers only.
public struct NightTimes: Equatable, Sendable {
  /// When the fast begins for the careful: ten minutes before Fajr. Seconds since 1970.
  public let imsak: Double?
  /// From when the morning prayer after sunrise is prayed: 15 minutes after sunrise.
  public let duha: Double?
  /// The middle between sunset and the next Fajr.
  public let midnight: Double?
  /// The middle between sunset and the next sunrise, as the Adhan libraries have it.
  public let midnightToSunrise: Double?
  /// The beginning of the last third between sunset and the next Fajr.
  public let lastThird: Double?

  /// - Parameters:
  ///   - day: the day whose night is asked for.
  ///   - next: the day after it, with the same settings.
  public init(after day: DayTimes, before next: DayTimes) {
    let sunset = day.rawSunset
    let (nextFajr, nextSunrise) = (next[.fajr].time?.exact, next.rawSunrise)
    func part(_ share: Double, _ end: Double?) -> Double? {
      guard let sunset, let end, end > sunset else { return nil }
      return sunset + share * (end - sunset)
    }
    imsak = day[.fajr].time.map { $0.exact - 600 }
    duha = day.rawSunrise.map { $0 + 900 }
    midnight = part(0.5, nextFajr)
    midnightToSunrise = part(0.5, nextSunrise)
    lastThird = part(2.0 / 3, nextFajr)
  }
}
