internal import Dates
internal import HijriCalendar
internal import PrayerTimes
internal import Quantities
internal import Sun

/// One date at every half degree of a meridian, from the equator to each pole.
struct GridDay {
  let date: CalendarDate

  /// On each meridian the sun has the same day within seconds; this one has no town.
  private static let longitude = 18.9
  /// One of so many days that take their times from elsewhere is calculated as a user would get it as well. The search for
  /// a near day takes 100 times as long as that for a near latitude.
  private static let nearLatitudeShare = 64, nearDayShare = 4_000
  private static let choices = Choice.all

  func check(_ count: inout GridCount) {
    for sign in [1.0, -1] {
      var nearer = Nearer(choices: Self.choices.count)
      // The equator belongs to the north.
      for half in (sign > 0 ? 0 : 1)...180 {
        check(latitude: sign * Double(half) / 2, &nearer, &count)
      }
    }
    var none = Nearer(choices: Self.choices.count)
    check(latitude: 21.4225, &none, &count)  // Mecca's, of a polar rule
  }

  /// What the latitudes nearer to the equator have for days that need a polar rule, for each choice.
  private struct Nearer {
    /// The nearest whole day: that of the rule of the nearest latitude.
    var whole: [LatitudeDay?]
    /// The nearest day with an Asr.
    var withAsr: [LatitudeDay?]

    init(choices: Int) {
      whole = Array(repeating: nil, count: choices)
      withAsr = whole
    }
  }

  private func check(latitude: Double, _ nearer: inout Nearer, _ count: inout GridCount) {
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
        count.absent += 6
        count.combinations += 1
        takeFromElsewhere(choice, index, place, nearer, &count)
        continue
      }
      var day = LatitudeDay(
        moments, latitude: latitude, season: season, settings: choice.settings)
      count.check(day.entries) { "\(date) \(latitude)° \(choice.words)" }
      let hasAsr = day.entries.asr.time != nil
      if day.failure == nil, day.lacksShadow {
        if let other = nearer.withAsr[index] { _ = day.takeAsr(from: other, choice.settings) }
        // With each of the three polar rules.
        count.check(day.entries, times: day.failure == nil ? 3 : 0) {
          "\(date) \(latitude)° \(choice.words), Asr by its share"
        }
      } else if day.failure == nil {
        count.combinations += 3
      }
      if day.failure != nil {
        takeFromElsewhere(choice, index, place, nearer, &count)
      }
      if hasAsr { nearer.withAsr[index] = day }
      if day.failure == nil, !day.lacksShadow { nearer.whole[index] = day }
    }
  }

  /// Counts a day whose times are those of another latitude or date, which is checked itself, and calculates a share of
  /// them.
  private func takeFromElsewhere(
    _ choice: Choice, _ index: Int, _ place: Coordinates, _ nearer: Nearer,
    _ count: inout GridCount
  ) {
    count.combinations += 3
    count.taken += 3
    // Another share on each date and at each latitude, so that all settings get their turn.
    let turn = date.dayNumber &* 7919 &+ Int(place.latitude * 2) &* 104_729 &+ index &* 31
    for polar in PolarRule.allCases where polar != .unresolved {
      let share = polar == .nearestDay ? Self.nearDayShare : Self.nearLatitudeShare
      guard turn % share == 0 else { continue }
      var settings = choice.settings
      settings.polar = polar
      let times = DayTimes(on: date, at: place, settings: settings)
      let words = {
        "\(date) \(place.latitude)° \(choice.words) \(polar.rawValue)"
      }
      count.polar += 1
      count.check(times.entries, times: 0, words)
      if polar == .nearestLatitude, let whole = nearer.whole[index],
        Prayer.allCases.contains(where: { whole.entries[$0].time?.exact != times[$0].time?.exact })
      {
        count.reject("\(words()): not the times of the nearest latitude")
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
