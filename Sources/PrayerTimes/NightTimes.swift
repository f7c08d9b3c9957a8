/// Times that follow from those of a day and of the next day: optional rows of a table.
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
    let (fajr, sunrise) = (day[.fajr].time?.exact, day[.sunrise].time?.exact)
    let sunset = day[.maghrib].time?.exact
    let (nextFajr, nextSunrise) = (next[.fajr].time?.exact, next[.sunrise].time?.exact)
    func part(_ share: Double, _ end: Double?) -> Double? {
      guard let sunset, let end, end > sunset else { return nil }
      return sunset + share * (end - sunset)
    }
    imsak = fajr.map { $0 - 600 }
    duha = sunrise.map { $0 + 900 }
    midnight = part(0.5, nextFajr)
    midnightToSunrise = part(0.5, nextSunrise)
    lastThird = part(2.0 / 3, nextFajr)
  }
}
