import Dates
import HijriCalendar
import PrayerTimes
import Quantities
import Testing
import Timetable

@testable import Day

/// Places with their time zones of 2026.
enum Town: CaseIterable {
  case london, cairo, akureyri, tromsø, kiritimati, kathmandu, ushuaia

  var coordinates: Coordinates {
    get throws {
      let (latitude, longitude) =
        switch self {
        case .london: (51.5074, -0.1278)
        case .cairo: (30.0444, 31.2357)
        case .akureyri: (65.68, -18.1)
        case .tromsø: (69.6492, 18.9553)
        case .kiritimati: (1.87, -157.4)
        case .kathmandu: (27.7172, 85.324)
        case .ushuaia: (-54.8019, -68.303)
        }
      return try Coordinates(latitude: latitude, longitude: longitude)
    }
  }

  var zone: Zone {
    switch self {
    // 2026-03-29T01:00Z to 2026-10-25T01:00Z.
    case .london: Self.summer(0, 1_774_746_000..<1_792_890_000)
    case .tromsø: Self.summer(3600, 1_774_746_000..<1_792_890_000)
    // 2026-04-23T22:00Z, when clocks skip the midnight of the 24th, to 2026-10-29T21:00Z.
    case .cairo: Self.summer(7200, 1_776_981_600..<1_793_307_600)
    case .akureyri: .utc
    case .kiritimati: Zone { _ in 14 * 3600 }
    case .kathmandu: Zone { _ in 5.75 * 3600 }
    case .ushuaia: Zone { _ in -3 * 3600 }
    }
  }

  private static func summer(_ winter: Double, _ summer: Range<Double>) -> Zone {
    Zone { summer.contains($0) ? winter + 3600 : winter }
  }

  func schedule(_ words: [DaySetting: String] = [:]) throws -> Schedule {
    Schedule(place: try coordinates, zone: zone, settings: try DaySettings(words: words))
  }

  func day(_ date: String, _ words: [DaySetting: String] = [:]) throws -> Day {
    try schedule(words).day(try CalendarDate(parsing: date))
  }
}

@Suite struct DayTests {
  @Test(arguments: [
    (Town.london, "2026-03-29", 23.0), (.london, "2026-10-25", 25), (.london, "2026-03-30", 24),
    (.cairo, "2026-04-24", 23), (.cairo, "2026-10-29", 25), (.kiritimati, "2026-01-01", 24),
  ])
  func aDateIsAsLongAsItsClocksSay(town: Town, date: String, hours: Double) throws {
    let day = try town.day(date)
    #expect(day.end - day.start == hours * 3600)
    #expect(town.zone.date(at: day.start) == day.date)
    #expect(town.zone.date(at: day.end - 1) == day.date)
    #expect(town.zone.date(at: day.end) == day.date.adding(days: 1))
  }

  @Test(arguments: Town.allCases)
  func theTimesOfADateAreOnItByLocalClocks(town: Town) throws {
    for month in 1...12 {
      let day = try town.day("2026-\(month < 10 ? "0" : "")\(month)-15")
      let noon = try #require(day.times[.dhuhr].time).rounded
      #expect(noon > day.start && noon < day.end, "\(day)")
    }
  }

  @Test func theNextPrayerIsTheSameOnBothSidesOfMidnight() throws {
    let (before, after) = (try Town.cairo.day("2026-11-24"), try Town.cairo.day("2026-11-25"))
    let (last, first) = (before.moment(at: before.end - 10), after.moment(at: after.start + 10))
    #expect(last.next == first.next && last.next?.prayer == .fajr)
    #expect(last.current == .isha && first.current == .isha)
    #expect(last.nextChange == before.end && first.nextChange == first.next?.instant)
  }

  // The Moonsighting Committee's Isha of London on 2026-06-21 is 22:42 of local time; that of the angle of 18° with the
  // middle of the night would be after midnight.
  @Test func anIshaAfterMidnightIsThatOfTheDayBefore() throws {
    let words: [DaySetting: String] = [.method: "karachi", .highLatitude: "middleOfTheNight"]
    let (day, next) = (
      try Town.london.day("2026-06-21", words), try Town.london.day("2026-06-22", words)
    )
    let isha = try #require(day.times[.isha].time).rounded
    #expect(isha > day.end)
    #expect(next.moment(at: isha - 60).next == DayMoment.Next(prayer: .isha, instant: isha))
    #expect(next.moment(at: isha - 60).current == .maghrib)
  }

  // As on day 544 of Tests/Reference/times/prayer_times_adhan_swift.csv: Isha 90 min after sunset, Fajr in the middle
  // of a night of two hours.
  @Test func anIshaThatComesAfterTheNextFajrHasEnded() throws {
    let words: [DaySetting: String] = [.method: "qatar", .highLatitude: "middleOfTheNight"]
    let (day, next) = (
      try Town.tromsø.day("2026-07-28", words), try Town.tromsø.day("2026-07-29", words)
    )
    let isha = try #require(day.times[.isha].time).rounded
    let fajr = try #require(next.times[.fajr].time).rounded
    #expect(next.contains(fajr) && fajr < isha)
    for instant in [fajr, isha] {
      let moment = next.moment(at: instant)
      #expect(moment.current == .fajr && moment.next?.prayer == .sunrise)
    }
  }

  @Test func betweenSunriseAndDhuhrNoPrayerIsCurrent() throws {
    let day = try Town.kathmandu.day("2026-11-25")
    let sunrise = try #require(day.times[.sunrise].time).rounded
    #expect(day.moment(at: sunrise - 1).current == .fajr)
    #expect(day.moment(at: sunrise).current == nil)
    #expect(day.moment(at: sunrise).next?.prayer == .dhuhr)
  }

  @Test(arguments: Town.allCases, ["midnight", "sunset"])
  func nothingChangesBeforeTheNextChange(town: Town, start: String) throws {
    for date in ["2026-03-29", "2026-04-24", "2026-06-21", "2026-12-21"] {
      let day = try town.day(date, [.hijriDayStart: start])
      var (instant, changes) = (day.start, 0)
      while instant < day.end {
        let moment = day.moment(at: instant)
        #expect(moment.nextChange > instant && moment.nextChange <= day.end)
        for step in 1..<20 {
          let later = instant + (moment.nextChange - instant) * Double(step) / 20
          #expect(day.moment(at: later) == moment, "\(town) \(date)")
        }
        (instant, changes) = (moment.nextChange, changes + 1)
      }
      #expect(instant == day.end && (6...9).contains(changes), "\(town) \(date) \(changes)")
    }
  }

  @Test func withoutAnyTimeTheDayChangesAtMidnightOnly() throws {
    let day = try Town.tromsø.day("2026-12-21", [.polar: "unresolved"])
    let moment = day.moment(at: day.start)
    #expect(moment.next == nil && moment.current == nil && moment.nextChange == day.end)
  }

  // Tests/Reference/times/ummalqura_month_starts.csv: Ramadan 1448 begins on 2027-02-08.
  @Test func theHijriDateChangesAtSunsetOrAtMidnight() throws {
    for (start, evening) in [("midnight", "1448-08-30"), ("sunset", "1448-09-01")] {
      let day = try Town.kathmandu.day("2027-02-07", [.hijriDayStart: start])
      let maghrib = try #require(day.times[.maghrib].time).rounded
      #expect(day.moment(at: maghrib - 1).hijri?.description == "1448-08-30")
      #expect(day.moment(at: maghrib).hijri?.description == evening)
      #expect(day.moment(at: maghrib - 1).hijriFromMaghrib?.description == "1448-08-30")
      #expect(day.moment(at: maghrib).hijriFromMaghrib?.description == "1448-09-01")
    }
  }

  // In Akureyri the sun of 2026-06-20 sets about an hour after midnight.
  // Tests/Reference/times/ummalqura_month_starts.csv: Muharram 1448 begins on 2026-06-16.
  @Test func beforeASunsetAfterMidnightTheHijriDateIsStillYesterdays() throws {
    let schedule = try Town.akureyri.schedule([.hijriDayStart: "sunset"])
    let day = schedule.day(try CalendarDate(parsing: "2026-06-21"))
    let yesterday = day.date.adding(days: -1)
    let sunset = try #require(schedule.times(on: yesterday)[.maghrib].time).rounded
    #expect(sunset > day.start + 1800 && sunset < day.start + 5400)
    for instant in [day.start, sunset - 1] {
      let moment = day.moment(at: instant)
      #expect(moment.hijri?.description == "1448-01-05" && moment.daylight == yesterday)
    }
    #expect(day.moment(at: sunset - 1).nextChange == sunset)
    for instant in [sunset, day.end - 1] {
      let moment = day.moment(at: instant)
      #expect(moment.hijri?.description == "1448-01-06" && moment.daylight == day.date)
    }
  }

  @Test func ummAlQurasLaterIshaFollowsTheAdjustedRamadan() throws {
    let adjusted: [DaySetting: String] = [
      .method: "ummAlQura", .hijriFirstDays: "1448-09=2027-02-09",
    ]
    for (date, minutes) in [("2027-02-08", 90.0), ("2027-02-09", 120)] {
      let times = try Town.kathmandu.day(date, adjusted).times
      let wait = try #require(times[.isha].time).exact - #require(times[.maghrib].time).exact
      #expect(wait == minutes * 60, "\(date)")
    }
  }

  @Test func aTimetableIsInLocalTimeAndItsCongregationsToo() throws {
    let table =
      "date,fajr,sunrise,dhuhr,asr,maghrib,isha,isha_iqama\n"
      + "06-24,02:40,04:43,13:05,17:24,21:23,00:10,00:20\n"
    var schedule = try Town.london.schedule()
    schedule.settings.timetable = try Timetable(parsing: Array(table.utf8))
    let day = schedule.day(try CalendarDate(parsing: "2026-06-24"))
    #expect(day.times[.fajr].time?.rounded == day.start + (2 * 60 + 40) * 60)
    #expect(day.times[.isha].time?.rounded == day.end + 600)
    #expect(day.iqama.isha == day.end + 1200 && day.iqama.fajr == nil)
    #expect(schedule.day(day.date.adding(days: 1)).times[.fajr].time?.basis != .timetable)
  }

  @Test func clocksFarFromTheSunAreDoubtful() throws {
    let place = try Coordinates(latitude: 39.47, longitude: 75.99)  // Kashgar
    for (hours, isDoubtful) in [(8.0, false), (6, false), (9, true), (1, true), (-12, true)] {
      let schedule = Schedule(
        place: place, zone: Zone { _ in hours * 3600 }, settings: try DaySettings(words: [:]))
      let day = schedule.day(try CalendarDate(parsing: "2026-11-25"))
      #expect(day.isZoneDoubtful == isDoubtful, "UTC\(hours)")
    }
    for town in Town.allCases { #expect(!(try town.day("2026-07-01").isZoneDoubtful)) }
  }

  // tzdata 2025b, with the longitudes of the settlements. UTC is what a machine without a time zone has.
  @Test(arguments: [
    ("Cairo", 31.24, 0.0, true), ("Istanbul", 28.98, 0.0, true), ("Jeddah", 39.17, 0.0, true),
    ("Jakarta", 106.85, 0.0, true), ("New York", -74.0, 0.0, true), ("Cairo", 31.24, 2.0, false),
    ("Siorapaluk in summer", -70.6, -1.0, false), ("Gambell in summer", -171.7, -8.0, false),
    ("Ulugqat", 73.9, 8.0, false), ("Fisterra in summer", -9.3, 2.0, false),
    ("Minamitorishima", 154.0, 9.0, false), ("Vardø in winter", 31.1, 1.0, false),
    ("Fuyuan", 134.3, 8.0, false), ("Kibithu", 97.0, 5.5, false), ("Uelen", -169.8, 12.0, false),
    ("Chatham in summer", -176.5, 13.75, false),
  ])
  func aMissingTimeZoneIsDoubtfulAndThatOfNoSettlementIs(
    settlement: String, longitude: Double, hours: Double, isDoubtful: Bool
  ) throws {
    let schedule = Schedule(
      place: try Coordinates(latitude: 30, longitude: longitude),
      zone: Zone { _ in hours * 3600 }, settings: try DaySettings(words: [:]))
    let day = schedule.day(try CalendarDate(parsing: "2026-07-01"))
    #expect(day.isZoneDoubtful == isDoubtful, "\(settlement)")
  }

  @Test func theNightOfATimetableBeginsAtItsMaghrib() throws {
    let table =
      "date,fajr,sunrise,dhuhr,asr,maghrib,isha\n"
      + "2026-06-24,02:40,04:43,13:05,17:24,21:40,23:10\n"
    var schedule = try Town.london.schedule()
    schedule.settings.timetable = try Timetable(parsing: Array(table.utf8))
    let day = schedule.day(try CalendarDate(parsing: "2026-06-24"))
    let maghrib = try #require(day.times[.maghrib].time).exact
    #expect(day.times[.maghrib].time?.basis == .timetable)
    let fajr = try #require(schedule.times(on: day.date.adding(days: 1))[.fajr].time).exact
    #expect(day.night.midnight == maghrib + 0.5 * (fajr - maghrib))
    #expect(day.night.duha == (try #require(day.times[.sunrise].time).exact) + 900)
  }
}
