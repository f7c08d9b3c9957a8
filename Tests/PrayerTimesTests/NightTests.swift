import Dates
import Quantities
import Testing

@testable import PrayerTimes

@Suite struct NightTests {
  /// The times of a date and of the next one.
  private func days(
    _ latitude: Double, _ longitude: Double, _ date: CalendarDate, _ settings: PrayerSettings
  ) throws -> (day: DayTimes, next: DayTimes) {
    let place = try Coordinates(latitude: latitude, longitude: longitude)
    return (
      DayTimes(on: date, at: place, settings: settings),
      DayTimes(on: date.adding(days: 1), at: place, settings: settings)
    )
  }

  // Maghrib is 7 min after sunset with `turkey`, and some 20 min with `tehran`; sunrise is 7 min before the sun's.
  @Test func theNightAndDuhaFollowFromTheSunAndNotFromMinutesOfMethodAndUser() throws {
    let date = try CalendarDate(parsing: "2026-11-24")
    var nights: [NightTimes] = []
    for method in Method.known {
      for offset in [0.0, 20] {
        var settings = PrayerSettings(method: method)
        (settings.offsets.sunrise, settings.offsets.maghrib) = (offset, offset / 2)
        let (day, next) = try days(41.0082, 28.9784, date, settings)
        let night = NightTimes(after: day, before: next)
        nights.append(night)
        let sunset = try #require(day.rawSunset)
        let fajr = try #require(next[.fajr].time).exact
        #expect(night.midnight == sunset + 0.5 * (fajr - sunset), "\(method.name)")
      }
    }
    let first = try #require(nights.first)
    #expect(nights.allSatisfy { $0.midnightToSunrise == first.midnightToSunrise })
    #expect(nights.allSatisfy { $0.duha == first.duha })
    // PyEphem 4.1.4, centre of the sun at −0°50': the sun of Istanbul rises at 05:01:47 UTC.
    let duha = try #require(first.duha)
    #expect(abs(duha - 900 - (date.unixSeconds + (5 * 60 + 1) * 60 + 47)) < 3)
  }

  @Test(arguments: [PolarRule.nearestLatitude, .nearestDay, .mecca])
  func inThePolarNightTheNightIsThatOfThePolarRule(polar: PolarRule) throws {
    var settings = PrayerSettings(method: try #require(Method.named("muslimWorldLeague")))
    settings.polar = polar
    let (day, _) = try days(
      69.6492, 18.9553, try CalendarDate(parsing: "2026-12-21"), settings)
    let (sunrise, sunset) = (day[.sunrise].time?.exact, day[.maghrib].time?.exact)
    #expect(sunrise != nil && day.rawSunrise == sunrise && day.rawSunset == sunset)
  }

  // 300 min of Isha are over half of every night below 10 h.
  @Test(arguments: [40.0, 60, 62, 64, 65, -60, -65])
  func byOurRuleIshaByMinutesIsBeforeTheNextFajr(latitude: Double) throws {
    var methods = ["qatar", "ummAlQura", "portugal"].compactMap { Method.named($0) }
    methods.append(try Method(fajrAngle: 18, isha: .minutes(300)))
    for method in methods {
      let settings = PrayerSettings(method: method)
      for number in stride(from: 20_454, to: 20_819, by: 3) {
        let date = CalendarDate(dayNumber: number)
        let (day, next) = try days(latitude, 18.9, date, settings)
        let (isha, fajr) = (try #require(day[.isha].time), try #require(next[.fajr].time))
        #expect(isha.rounded < fajr.rounded, "\(method.name) \(date)")
      }
    }
  }

  // `PrayerTimes.adjustTimes` of islamic-network/prayer-times, AlAdhan's library, with "Maghrib" => "3 min" and "Isha"
  // => "77 min": each is added to the one before.
  @Test func portugalsIshaIs77MinutesAfterItsMaghrib() throws {
    let settings = PrayerSettings(method: try #require(Method.named("portugal")))
    let (day, _) = try days(38.7223, -9.1393, try CalendarDate(parsing: "2026-11-24"), settings)
    let maghrib = try #require(day[.maghrib].time).exact
    #expect(maghrib == (try #require(day.rawSunset)) + 180)
    #expect(try #require(day[.isha].time).exact == maghrib + 77 * 60)
  }

  @Test func noPrayerIsShownBeforeItBeginsAndSunriseNotAfterIt() {
    for (second, up, down) in [(0.0, 0.0, 0.0), (1, 60, 0), (59, 60, 0), (60, 60, 60)] {
      for prayer in Prayer.allCases {
        #expect(prayer.shownMinute(second) == (prayer == .sunrise ? down : up), "\(prayer)")
      }
    }
  }
}
