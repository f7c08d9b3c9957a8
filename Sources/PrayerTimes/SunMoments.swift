private import Glibc
package import Sun

/// The moments of one day of the sun at one latitude that the times of prayer follow from.
package struct SunMoments: Sendable {
  package var rise, set, nextRise: SunEvent
  /// True noon, seconds since 1970-01-01 UTC.
  package var transit: Double
  /// The method's angles of dawn, of dusk and of Maghrib; `nil` where the sun does not reach them, or the method has none.
  package var dawn, dusk, maghrib: SunEvent?
  /// When a shadow is longer than at noon by the madhab's number of heights; `nil` without a shadow.
  package var asr: SunEvent?

  package init(
    rise: SunEvent, set: SunEvent, nextRise: SunEvent, transit: Double, dawn: SunEvent?,
    dusk: SunEvent?, maghrib: SunEvent?, asr: SunEvent?
  ) {
    (self.rise, self.set, self.nextRise, self.transit) = (rise, set, nextRise, transit)
    (self.dawn, self.dusk, self.maghrib, self.asr) = (dawn, dusk, maghrib, asr)
  }

  /// - Throws: why there is no whole day.
  init(_ sun: SunDay, _ settings: PrayerSettings) throws(Absence) {
    let horizon = -sunsetDepression(height: settings.height)
    // By the declination of noon, with a margin: most polar days end here, at no cost.
    if sun.noonAltitude < horizon - 0.5 { throw .sunDoesNotRise }
    if sun.midnightAltitude > horizon + 0.5 { throw .sunDoesNotSet }
    guard let rise = sun.event(altitude: horizon, .rising),
      let set = sun.event(altitude: horizon, .setting),
      let nextRise = sun.event(altitude: horizon, .rising, nextDay: true)
    else { throw sun.noonAltitude < 10 ? .sunDoesNotRise : .sunDoesNotSet }
    let method = settings.method
    var dusk: SunEvent?
    if case .angle(let angle) = method.isha { dusk = sun.event(altitude: -angle, .setting) }
    self.init(
      rise: rise, set: set, nextRise: nextRise, transit: sun.transit,
      dawn: sun.event(altitude: -method.fajrAngle, .rising), dusk: dusk,
      maghrib: method.maghribAngle.flatMap { sun.event(altitude: -$0, .setting) },
      asr: Self.asrAltitude(sun, settings.madhab).flatMap { sun.event(altitude: $0, .setting) })
  }

  /// The altitude of the sun at Asr, degrees; `nil` where the sun is too low at noon for a shadow.
  package static func asrAltitude(_ sun: SunDay, _ madhab: Madhab) -> Double? {
    guard sun.noonAltitude > 0 else { return nil }
    let noonShadow = tan((90 - sun.noonAltitude) * .pi / 180)
    return atan(1 / (madhab.shadow + noonShadow)) * 180 / .pi
  }
}
