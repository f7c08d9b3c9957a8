internal import PrayerTimes
internal import Sun

/// The events of one day of the sun that all methods need, each solved once.
struct KnownEvents {
  private let rise, set, nextRise: SunEvent?
  private let transit: Double
  private let dawns, dusks: [(angle: Double, event: SunEvent?)]
  private let asr: (shafi: SunEvent?, hanafi: SunEvent?)

  private static let dawnAngles = Set(Method.known.map(\.fajrAngle)).sorted()
  private static let duskAngles = Set(Method.known.flatMap(anglesOfDusk)).sorted()

  private static func anglesOfDusk(_ method: Method) -> [Double] {
    let maghrib = method.maghribAngle.map { [$0] } ?? []
    return if case .angle(let angle) = method.isha { maghrib + [angle] } else { maghrib }
  }

  init(_ sun: SunDay) {
    let horizon = -sunsetDepression()
    rise = sun.event(altitude: horizon, .rising)
    set = sun.event(altitude: horizon, .setting)
    nextRise = sun.event(altitude: horizon, .rising, nextDay: true)
    transit = sun.transit
    guard rise != nil, set != nil, nextRise != nil else {
      (dawns, dusks, asr) = ([], [], (nil, nil))
      return
    }
    dawns = Self.dawnAngles.map { ($0, sun.event(altitude: -$0, .rising)) }
    dusks = Self.duskAngles.map { ($0, sun.event(altitude: -$0, .setting)) }
    asr = (Self.asr(sun, .shafi), Self.asr(sun, .hanafi))
  }

  private static func asr(_ sun: SunDay, _ madhab: Madhab) -> SunEvent? {
    SunMoments.asrAltitude(sun, madhab).flatMap { sun.event(altitude: $0, .setting) }
  }

  /// What the settings need; `nil` without sunrise or sunset.
  func moments(_ settings: PrayerSettings) -> SunMoments? {
    guard let rise, let set, let nextRise else { return nil }
    let method = settings.method
    var dusk: SunEvent?
    if case .angle(let angle) = method.isha { dusk = event(angle, in: dusks) }
    return SunMoments(
      rise: rise, set: set, nextRise: nextRise, transit: transit,
      dawn: event(method.fajrAngle, in: dawns), dusk: dusk,
      maghrib: method.maghribAngle.flatMap { event($0, in: dusks) },
      asr: settings.madhab == .shafi ? asr.shafi : asr.hanafi)
  }

  private func event(
    _ angle: Double, in events: [(angle: Double, event: SunEvent?)]
  ) -> SunEvent? {
    events.first { $0.angle == angle }?.event
  }
}
