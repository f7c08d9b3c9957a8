internal import Sun

/// The times of one day at one latitude, before any polar rule.
package struct LatitudeDay {
  /// What the rules need of the date.
  package struct Season {
    let dayOfYear: Int
    let isLeapYear: Bool
    let isRamadan: Bool

    package init(dayOfYear: Int, isLeapYear: Bool, isRamadan: Bool) {
      (self.dayOfYear, self.isLeapYear) = (dayOfYear, isLeapYear)
      self.isRamadan = isRamadan
    }
  }

  package var entries: PerPrayer<PrayerEntry>
  /// Sunrise and sunset of the sun itself, without the minutes of method and user; `nil` for a day without any time.
  private(set) var sunrise, sunset: Double?
  /// Why the day cannot be used as a whole; `nil` for a day with sunrise, sunset and all in order.
  package var failure: Absence?
  /// Whether Asr alone is missing.
  package var lacksShadow = false

  /// A day without any time.
  init(_ absence: Absence, isFailure: Bool = true) {
    entries = PerPrayer(repeating: .absent(absence))
    failure = isFailure ? absence : nil
  }

  /// - Parameters:
  ///   - sun: the sun's day at the latitude.
  ///   - latitude: degrees.
  init(_ sun: SunDay, latitude: Double, season: Season, settings: PrayerSettings) {
    do throws(Absence) {
      self.init(
        try SunMoments(sun, settings), latitude: latitude, season: season, settings: settings)
    } catch {
      self.init(error)
    }
  }

  /// - Parameter latitude: degrees.
  package init(
    _ sun: SunMoments, latitude: Double, season: Season, settings: PrayerSettings
  ) {
    let night = Night(sun: sun, latitude: latitude, settings: settings, season: season)
    self.init(.noShadowAtNoon, isFailure: false)
    (sunrise, sunset) = (sun.rise.unixSeconds, sun.set.unixSeconds)
    let finish = Finish(settings)
    // No altitude is asked for at noon.
    entries.dhuhr = finish(.dhuhr, RawTime(exact: sun.transit, error: 1, basis: .sun))
    if let asr = sun.asr { entries.asr = finish(.asr, RawTime(asr)) }
    setMorning(night.fajr(), RawTime(sun.rise), finish)
    let isha = night.isha()
    setEvening(night.maghrib(isha: isha), isha, nextSunrise: sun.nextRise.unixSeconds, finish)
    checkOrder(nextSunrise: sun.nextRise.unixSeconds)
  }

  /// Sets Fajr and sunrise.
  ///
  /// In a short night the minutes of the user may put Fajr after sunrise. Then those of Fajr are left out, and where
  /// that is not enough, those of sunrise.
  private mutating func setMorning(_ fajr: RawTime?, _ sunrise: RawTime, _ finish: Finish) {
    entries.sunrise = finish(.sunrise, sunrise)
    guard let fajr else {
      entries.fajr = .absent(.sunDoesNotReachAngle)
      return
    }
    entries.fajr = finish(.fajr, fajr)
    if !isFajrInOrder { entries.fajr = finish(.fajr, fajr, hasOffset: false) }
    if !isFajrInOrder { entries.sunrise = finish(.sunrise, sunrise, hasOffset: false) }
  }

  /// Sets Maghrib and Isha, with the minutes of the user where the night has room for Isha, as for Fajr.
  private mutating func setEvening(
    _ maghrib: RawTime, _ isha: RawTime?, nextSunrise: Double, _ finish: Finish
  ) {
    entries.maghrib = finish(.maghrib, maghrib)
    guard let isha else {
      entries.isha = .absent(.sunDoesNotReachAngle)
      return
    }
    entries.isha = finish(.isha, isha)
    if !isIshaInOrder(nextSunrise) { entries.isha = finish(.isha, isha, hasOffset: false) }
    if !isIshaInOrder(nextSunrise) {
      entries.maghrib = finish(.maghrib, maghrib, hasOffset: false)
    }
  }

  /// Sets Asr to the part of the afternoon that it is at another latitude; where it would not lie between Dhuhr and
  /// Maghrib, the day is too short.
  ///
  /// - Parameter other: the same date nearer to the equator.
  /// - Returns: `false`, and nothing changes, where one of the days lacks a time that this needs.
  package mutating func takeAsr(from other: LatitudeDay, _ settings: PrayerSettings) -> Bool {
    guard let dhuhr = entries.dhuhr.time, let maghrib = entries.maghrib.time,
      let noon = other.entries.dhuhr.time, let asr = other.entries.asr.time,
      let evening = other.entries.maghrib.time
    else { return false }
    let share = (asr.exact - noon.exact) / (evening.exact - noon.exact)
    let time = Finish(settings).time(
      exact: dhuhr.exact + share * (maghrib.exact - dhuhr.exact),
      errorSeconds: maghrib.errorSeconds, basis: .ratio)
    if time.rounded > dhuhr.rounded, time.rounded < maghrib.rounded {
      entries.asr = .time(time)
    } else {
      failure = .dayTooShort
    }
    return true
  }

  /// The same times, taken over from elsewhere.
  func based(on basis: Basis, shiftedBy seconds: Double = 0) -> Self {
    var result = self
    (result.sunrise, result.sunset) = (sunrise.map { $0 + seconds }, sunset.map { $0 + seconds })
    for prayer in [Prayer.fajr, .sunrise, .dhuhr, .asr, .maghrib, .isha] {
      guard case .time(var time) = entries[prayer] else { continue }
      time.exact += seconds
      time.rounded += seconds
      time.basis = basis
      result.entries[prayer] = .time(time)
    }
    return result
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
    if !isFajrInOrder {
      entries.fajr = .absent(.nightTooShort)
      failure = .nightTooShort
    }
    if !isIshaInOrder(nextSunrise) {
      entries.isha = .absent(.nightTooShort)
      failure = .nightTooShort
    }
  }

  /// Whether Fajr, where there is one, is before sunrise.
  private var isFajrInOrder: Bool { entries.fajr.time == nil || isBefore(.fajr, .sunrise) }

  /// Whether Isha, where there is one, is after Maghrib and before the next sunrise.
  private func isIshaInOrder(_ nextSunrise: Double) -> Bool {
    guard let isha = entries.isha.time else { return true }
    return isBefore(.maghrib, .isha) && isha.exact < nextSunrise
  }

  /// Whether one time is before another, exactly and as rounded.
  private func isBefore(_ first: Prayer, _ second: Prayer) -> Bool {
    guard let one = entries[first].time, let other = entries[second].time else { return false }
    return one.exact < other.exact && one.rounded < other.rounded
  }
}
