internal import Dates
internal import HijriCalendar
internal import PrayerTimes
internal import Quantities
internal import Sun

/// One date at every half degree of a meridian.
struct GridDay {
  let date: CalendarDate

  /// On each meridian the sun has the same day within seconds; this one has no town.
  private static let longitude = 18.9
  /// One of so many days and settings that need a polar rule is run through it. The search for a near day takes 100 times as
  /// long as that for a near latitude.
  private static let nearLatitudeShare = 16, nearDayShare = 2_000
  private static let choices = Choice.all

  func check(_ count: inout GridCount) {
    for half in -180...180 { check(latitude: Double(half) / 2, &count) }
    check(latitude: 21.4225, &count)  // Mecca's, of a polar rule
  }

  private func check(latitude: Double, _ count: inout GridCount) {
    guard let place = try? Coordinates(latitude: latitude, longitude: Self.longitude) else {
      return
    }
    count.days += 1
    let sun = SunDay(
      at: place, around: date.unixSeconds + 43_200 - Self.longitude * 240)
    let events = KnownEvents(sun)
    let season = LatitudeDay.Season(
      dayOfYear: date.dayOfYear, isLeapYear: CalendarDate.isLeap(year: date.year),
      isRamadan: HijriDate(date)?.month.month == 9)
    for (index, choice) in Self.choices.enumerated() {
      guard let moments = events.moments(choice.settings) else {
        // No sunrise or no sunset: all is up to the polar rule.
        runPolarRules(choice, place, index, &count)
        continue
      }
      let day = LatitudeDay(
        moments, latitude: latitude, season: season, settings: choice.settings)
      count.check(day.entries) { "\(date) \(latitude)° \(choice.words)" }
      if day.failure != nil || day.lacksShadow { runPolarRules(choice, place, index, &count) }
    }
  }

  private func runPolarRules(
    _ choice: Choice, _ place: Coordinates, _ index: Int, _ count: inout GridCount
  ) {
    // Another share on each date and at each latitude, so that all settings get their turn.
    let turn = date.dayNumber &* 7919 &+ Int(place.latitude * 2) &* 104_729 &+ index &* 31
    for polar in PolarRule.allCases {
      let share = polar == .nearestDay ? Self.nearDayShare : Self.nearLatitudeShare
      guard turn % share == 0 else { continue }
      var settings = choice.settings
      settings.polar = polar
      let times = DayTimes(on: date, at: place, settings: settings)
      count.polar += 1
      count.check(times.allEntries) {
        "\(date) \(place.latitude)° \(choice.words) \(polar.rawValue)"
      }
    }
  }
}

/// A method, a madhab and a rule.
struct Choice {
  let settings: PrayerSettings

  var words: String {
    "\(settings.method.name) \(settings.madhab.rawValue) \(settings.rule.rawValue)"
  }

  static let all = Method.known.flatMap { method in
    Madhab.allCases.flatMap { madhab in
      HighLatitudeRule.allCases.map { rule in
        var settings = PrayerSettings(method: method)
        (settings.madhab, settings.rule) = (madhab, rule)
        return Choice(settings: settings)
      }
    }
  }
}

extension DayTimes {
  fileprivate var allEntries: PerPrayer<PrayerEntry> {
    var entries = PerPrayer(repeating: self[.fajr])
    for prayer in Prayer.allCases { entries[prayer] = self[prayer] }
    return entries
  }
}
