private import Glibc
internal import Dates
internal import Sun

/// The times of one day at one latitude, before any polar rule.
struct LatitudeDay {
  /// What the rules need of the date.
  struct Season {
    let dayOfYear: Int
    let isLeapYear: Bool
    let isRamadan: Bool
  }

  var entries: PerPrayer<PrayerEntry>
  /// Why the day cannot be used as a whole; `nil` for a day with sunrise, sunset and all in order.
  var failure: Absence?
  /// Whether Asr alone is missing.
  var lacksShadow = false

  /// A day without any time.
  private init(_ absence: Absence, isFailure: Bool = true) {
    entries = PerPrayer(repeating: .absent(absence))
    failure = isFailure ? absence : nil
  }

  /// - Parameters:
  ///   - sun: the sun's day at the latitude.
  ///   - latitude: degrees.
  init(_ sun: SunDay, latitude: Double, season: Season, settings: PrayerSettings) {
    let horizon = -sunsetDepression(height: settings.height)
    // By the declination of noon, with a margin: most polar days end here, at no cost.
    if sun.noonAltitude < horizon - 0.5 {
      self.init(.sunDoesNotRise)
      return
    }
    if sun.midnightAltitude > horizon + 0.5 {
      self.init(.sunDoesNotSet)
      return
    }
    guard let rise = sun.event(altitude: horizon, .rising),
      let set = sun.event(altitude: horizon, .setting),
      let nextRise = sun.event(altitude: horizon, .rising, nextDay: true)
    else {
      self.init(sun.noonAltitude < 10 ? .sunDoesNotRise : .sunDoesNotSet)
      return
    }
    let night = Night(
      sunset: set.unixSeconds, hours: nextRise.unixSeconds - set.unixSeconds, latitude: latitude,
      settings: settings, season: season)
    self.init(.noShadowAtNoon, isFailure: false)
    let finish = Finish(settings)
    entries.sunrise = finish(.sunrise, rise.unixSeconds, rise.errorSeconds, .sun)
    entries.dhuhr = finish(.dhuhr, sun.transit, 1, .sun)  // no altitude is asked for
    let isha = night.isha(sun, set)
    entries.isha = isha.map { finish(.isha, $0) } ?? .absent(.sunDoesNotReachAngle)
    entries.maghrib = finish(.maghrib, night.maghrib(sun, set, isha: isha?.exact))
    entries.fajr =
      night.fajr(sun, rise).map { finish(.fajr, $0) } ?? .absent(.sunDoesNotReachAngle)
    if let asr = Self.asr(sun, latitude, settings.madhab) {
      entries.asr = finish(.asr, asr.unixSeconds, asr.errorSeconds, .sun)
    }
    checkOrder(nextSunrise: nextRise.unixSeconds)
  }

  /// When a shadow is longer than at noon by the madhab's number of heights; `nil` without a shadow.
  private static func asr(_ sun: SunDay, _ latitude: Double, _ madhab: Madhab) -> SunEvent? {
    guard sun.noonAltitude > 0 else { return nil }
    let noonShadow = tan((90 - sun.noonAltitude) * .pi / 180)
    let altitude = atan(1 / (madhab.shadow + noonShadow)) * 180 / .pi
    return sun.event(altitude: altitude, .setting)
  }

  /// Removes what is out of order, and notes why.
  private mutating func checkOrder(nextSunrise: Double) {
    guard isBefore(.sunrise, .dhuhr), isBefore(.dhuhr, .maghrib) else {
      self = LatitudeDay(.dayTooShort)
      return
    }
    if entries.asr.time == nil || !isBefore(.dhuhr, .asr) || !isBefore(.asr, .maghrib) {
      entries.asr = .absent(.noShadowAtNoon)
      lacksShadow = true
    }
    if entries.fajr.time != nil, !isBefore(.fajr, .sunrise) {
      entries.fajr = .absent(.nightTooShort)
      failure = .nightTooShort
    }
    if let isha = entries.isha.time, !isBefore(.maghrib, .isha) || isha.exact >= nextSunrise {
      entries.isha = .absent(.nightTooShort)
      failure = .nightTooShort
    }
  }

  /// Whether one time is before another, exactly and as rounded.
  private func isBefore(_ first: Prayer, _ second: Prayer) -> Bool {
    guard let one = entries[first].time, let other = entries[second].time else { return false }
    return one.exact < other.exact && one.rounded < other.rounded
  }
}
