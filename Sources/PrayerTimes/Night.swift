internal import Sun

/// The night after a day, and what the rules make of it.
struct Night {
  let sun: SunMoments
  let latitude: Double
  let settings: PrayerSettings
  let season: LatitudeDay.Season

  private var sunset: Double { sun.set.unixSeconds }

  /// Sunset to the next sunrise, seconds.
  private var hours: Double { sun.nextRise.unixSeconds - sunset }

  /// Dawn: the angle, unless the rule's is later. `nil` where the sun does not reach the angle and no
  /// rule is set.
  func fajr() -> RawTime? {
    let angle = settings.method.fajrAngle
    let (rise, byAngle) = (sun.rise, sun.dawn)
    let sunrise = rise.unixSeconds
    if settings.method.isSeasonal {
      let minutes = SeasonalTwilight.morning(latitude: latitude, seasonDay: seasonDay)
      let seasonal = RawTime(
        exact: sunrise - (minutes * 60).rounded(), error: rise.errorSeconds, basis: .seasonal)
      let own = seventhByLatitude(sunrise, -1, rise.errorSeconds) ?? byAngle.map(RawTime.init)
      return own.map { $0.exact < seasonal.exact ? seasonal : $0 } ?? seasonal
    }
    guard let (part, share) = nightPart(angle) else { return byAngle.map(RawTime.init) }
    let safe = sunrise - share * hours
    guard let byAngle, byAngle.unixSeconds >= safe else {
      return RawTime(exact: safe, error: rise.errorSeconds, basis: .rule(part))
    }
    return RawTime(byAngle)
  }

  /// Nightfall: the angle or the minutes, unless the rule's is earlier.
  func isha() -> RawTime? {
    let set = sun.set
    let angle: Double
    switch settings.method.isha {
    case .minutes(let minutes):
      let wait = (minutes + (isLaterInRamadan ? 30 : 0)) * 60
      // In a short night the minutes end after the next Fajr. The Adhan libraries, and so the rules that are theirs,
      // leave it at that; Fajr by `ours` is after the middle.
      if settings.rule == .ours, wait > hours / 2 {
        return RawTime(
          exact: sunset + hours / 2, error: set.errorSeconds, basis: .rule(.middle))
      }
      return RawTime(exact: sunset + wait, error: set.errorSeconds, basis: .sun)
    case .angle(let degrees): angle = degrees
    }
    let byAngle = sun.dusk
    if settings.method.isSeasonal {
      let minutes = SeasonalTwilight.evening(
        latitude: latitude, seasonDay: seasonDay, settings.shafaq)
      let seasonal = RawTime(
        exact: sunset + (minutes * 60).rounded(), error: set.errorSeconds, basis: .seasonal)
      let own = seventhByLatitude(sunset, 1, set.errorSeconds) ?? byAngle.map(RawTime.init)
      return own.map { $0.exact > seasonal.exact ? seasonal : $0 } ?? seasonal
    }
    guard let (part, share) = nightPart(angle) else { return byAngle.map(RawTime.init) }
    let safe = sunset + share * hours
    guard let byAngle, byAngle.unixSeconds <= safe else {
      return RawTime(exact: safe, error: set.errorSeconds, basis: .rule(part))
    }
    return RawTime(byAngle)
  }

  /// Sunset, or the method's angle where it lies between sunset and Isha, and a minute before it: as rounded, both are to
  /// differ.
  ///
  /// Where a rule decides Isha, `ours` puts Maghrib at the latest in the middle between sunset and Isha. So it does not
  /// jump back to sunset on the first day on which the angle comes after Isha.
  func maghrib(isha: RawTime?) -> RawTime {
    var byAngle = sun.maghrib.map(RawTime.init)
    if settings.rule == .ours, settings.method.maghribAngle != nil, let isha,
      case .rule = isha.basis
    {
      let middle = RawTime(
        exact: (sunset + isha.exact) / 2, error: isha.error, basis: isha.basis)
      byAngle = byAngle.map { $0.exact < middle.exact ? $0 : middle } ?? middle
    }
    guard let byAngle, byAngle.exact > sunset, byAngle.exact + 60 < isha?.exact ?? .infinity
    else { return RawTime(sun.set) }
    return byAngle
  }

  private var isLaterInRamadan: Bool {
    settings.method.isLaterInRamadan && settings.addsInRamadan && season.isRamadan
  }

  private var seasonDay: Int {
    SeasonalTwilight.seasonDay(
      dayOfYear: season.dayOfYear, isLeapYear: season.isLeapYear, isNorthern: latitude >= 0)
  }

  /// From 55° on, the Moonsighting Committee takes a seventh of the night instead of the angle.
  ///
  /// The Adhan libraries do so in the north only, and so do all rules but `ours`.
  private func seventhByLatitude(_ edge: Double, _ sign: Double, _ error: Double) -> RawTime? {
    guard (settings.rule == .ours ? abs(latitude) : latitude) >= 55 else { return nil }
    return RawTime(exact: edge + sign * hours / 7, error: error, basis: .rule(.seventh))
  }

  /// The part of the night that the rule allows, and its name.
  private func nightPart(_ angle: Double) -> (Basis.NightPart, Double)? {
    switch settings.rule {
    case .ours: abs(latitude) > min(48, 66 - angle) ? (.seventh, 1.0 / 7) : (.middle, 0.5)
    case .recommended: latitude > 48 ? (.seventh, 1.0 / 7) : (.middle, 0.5)
    case .middleOfTheNight: (.middle, 0.5)
    case .seventhOfTheNight: (.seventh, 1.0 / 7)
    // At 30° the parts of dawn and dusk meet in the middle.
    case .twilightAngle: (.angle, min(angle / 60, 0.5))
    case .none: nil
    }
  }
}

extension RawTime {
  /// A time of the sun itself.
  init(_ event: SunEvent) {
    self.init(exact: event.unixSeconds, error: event.errorSeconds, basis: .sun)
  }
}
