import Dates
import PrayerTimes
import Quantities
import Testing
import Timetable

@testable import Day

@Suite struct PublishedTimetableTests {
  private static let columns = "date,fajr,sunrise,dhuhr,asr,maghrib,isha,dhuhr_iqama,isha_iqama\n"
  // PyEphem 4.1.4, London on 2026-06-24, local time: sunrise 04:44, noon 13:03, sunset 21:22, 4.5° below the horizon
  // 21:55.
  private static let june = "06-24,02:40,04:43,13:05,17:24,21:23,00:10,13:30,00:20\n"

  private func schedule(_ town: Town, _ rows: String) throws -> Schedule {
    var schedule = try town.schedule()
    schedule.settings.timetable = try Timetable(parsing: Array((Self.columns + rows).utf8))
    return schedule
  }

  private func day(_ town: Town, _ date: String, _ rows: String) throws -> Day {
    try schedule(town, rows).day(try CalendarDate(parsing: date))
  }

  @Test func aTimetableOfAnotherPlaceIsNotUsedAndNamed() throws {
    for town in [Town.cairo, .kathmandu, .ushuaia] {
      let day = try day(town, "2026-06-24", Self.june)
      #expect(day.isTimetableDoubtful, "\(town)")
      #expect(day.times == (try town.day("2026-06-24").times), "\(town)")
      #expect(day.iqama == PerPrayer(repeating: nil), "\(town)")
    }
    #expect(!(try day(.london, "2026-06-24", Self.june).isTimetableDoubtful))
    #expect(!(try day(.cairo, "2026-06-25", Self.june).isTimetableDoubtful), "without a row")
  }

  @Test(arguments: [
    ("2026-06-24,02:40,03:43,12:05,16:24,20:23,23:10,,\n", true),  // an hour early
    ("2026-06-24,02:40,05:30,13:05,17:24,21:23,00:10,,\n", true),  // sunrise alone
    // Dhuhr alone: 127 min after noon, 33 min before it, and an hour after it, which may be the same on all days and
    // says nothing of the place or the clocks.
    ("2026-06-24,02:40,04:43,15:10,17:24,21:23,00:10,,\n", true),
    ("2026-06-24,02:40,04:43,12:30,17:24,21:23,00:10,,\n", true),
    ("2026-06-24,02:40,04:43,14:00,17:24,21:23,00:10,,\n", false),
    ("2026-06-24,02:40,04:43,13:05,17:24,20:40,00:10,,\n", true),  // Maghrib before sunset
    ("2026-06-24,02:40,04:37,13:08,17:24,21:29,00:10,,\n", false),  // a ministry's minutes
    ("2026-06-24,02:40,04:43,13:05,17:24,21:56,00:10,,\n", false),  // Maghrib at 4.5°
  ])
  func timesFarFromTheSunAreNotUsed(row: String, isDoubtful: Bool) throws {
    #expect(try day(.london, "2026-06-24", row).isTimetableDoubtful == isDoubtful)
  }

  // PyEphem 4.2.1, Kiruna on 2026-05-16, UTC+2: sunrise 02:17, noon 12:35, sunset 22:58; at 62° of the same meridian
  // 03:40 and 21:33.
  @Test(arguments: [
    ("05-16,02:45,03:40,12:38,17:12,21:33,22:30,,\n", false),
    ("05-16,02:45,03:37,12:38,17:12,21:38,22:30,,\n", false),  // 80 min each
    ("05-16,01:30,02:18,12:38,17:12,22:58,23:30,,\n", false),  // the sun's
    ("05-16,02:45,03:40,13:15,17:12,21:33,22:30,,\n", false),  // a fixed Dhuhr
    ("05-16,02:45,03:40,12:38,17:12,22:35,23:30,,\n", false),  // Maghrib an hour after sunset
    ("05-16,01:45,02:40,11:38,16:12,20:33,21:30,,\n", true),  // an hour early
    ("05-16,03:45,04:40,13:38,18:12,22:33,23:30,,\n", true),  // an hour late
    ("05-16,01:45,02:40,13:15,16:12,20:33,21:30,,\n", true),  // an hour early but for a fixed Dhuhr
  ])
  func inTheFarNorthTheTimesOfALowerLatitudeAreUsed(row: String, isDoubtful: Bool) throws {
    var schedule = Schedule(
      place: try Coordinates(latitude: 67.8558, longitude: 20.2253), zone: Zone { _ in 7200 },
      settings: try DaySettings(words: [:]))
    schedule.settings.timetable = try Timetable(parsing: Array((Self.columns + row).utf8))
    let date = try CalendarDate(parsing: "2026-05-16")
    #expect(schedule.isTimetableDoubtful(on: date) == isDoubtful)
  }

  // PyEphem 4.2.1, London on 2026-11-03: sunrise 06:56, noon 11:44, sunset 16:32.
  @Test func aDhuhrThatIsTheSameOnAllDaysIsUsed() throws {
    let row = "11-03,05:02,06:56,13:15,13:55,16:34,18:20,,\n"
    #expect(!(try day(.london, "2026-11-03", row).isTimetableDoubtful))
  }

  @Test func minutesOfTheUserDoNotMakeATimetableDoubtful() throws {
    var schedule = try schedule(.london, Self.june)
    schedule.settings.prayers.offsets = PerPrayer(repeating: 60)
    #expect(!schedule.isTimetableDoubtful(on: try CalendarDate(parsing: "2026-06-24")))
  }

  @Test func inThePolarNightATimetableIsUsedAsItIs() throws {
    let row = "12-21,06:00,10:30,11:45,12:40,13:30,16:00,,\n"
    let day = try day(.tromsø, "2026-12-21", row)
    #expect(!day.isTimetableDoubtful && day.times[.sunrise].time?.basis == .timetable)
  }

  /// London's clocks of 2025 and 2026: summer from 2025-03-30T01:00Z to 2025-10-26T01:00Z, and from 2026-03-29T01:00Z
  /// to 2026-10-25T01:00Z.
  private let london = Zone { instant in
    let summers = [1_743_296_400.0..<1_761_440_400, 1_774_746_000..<1_792_890_000]
    return summers.contains { $0.contains(instant) } ? 3600 : 0
  }

  // On 29 March clocks are those of winter in 2025 and of summer in 2026. PyEphem: noon at 12:05 UTC in both years.
  @Test(arguments: [
    "03-29,04:00,05:43,12:07,15:33,18:30,19:55,12:30,20:30\n",
    "03-29,05:00,06:43,13:07,16:33,19:30,20:55,13:30,21:30\n",
  ])
  func aRowOfEveryYearHoldsOnBothSidesOfAChangeOfClocks(row: String) throws {
    for date in ["2025-03-29", "2026-03-29"] {
      let place = try Town.london.coordinates
      var schedule = Schedule(place: place, zone: london, settings: try DaySettings(words: [:]))
      schedule.settings.timetable = try Timetable(parsing: Array((Self.columns + row).utf8))
      let day = schedule.day(try CalendarDate(parsing: date))
      #expect(!day.isTimetableDoubtful, "\(date)")
      #expect(day.times[.dhuhr].time?.rounded == day.date.unixSeconds + (12 * 60 + 7) * 60)
      #expect(day.iqama.isha == day.date.unixSeconds + (20 * 60 + 30) * 60)
      #expect(schedule.timetableWarnings(year: day.date.year) == [], "\(date)")
      // A row of one date says which clocks it has.
      let dated = String(date.prefix(5)) + row
      schedule.settings.timetable = try Timetable(parsing: Array((Self.columns + dated).utf8))
      let isOfOtherYear = row.contains("12:07") == (day.date.year == 2026)
      #expect(schedule.isTimetableDoubtful(on: day.date) == isOfOtherYear, "\(date)")
    }
  }

  @Test func aTimetableKeepsItsOwnClocksWhereTheDayIsThatOfUTC() throws {
    let local = try schedule(.london, Self.june)
    var utc = Schedule(place: local.place, zone: .utc, settings: local.settings)
    utc.timetableZone = local.zone
    let date = try CalendarDate(parsing: "2026-06-24")
    #expect(utc.times(on: date) == local.times(on: date))
    #expect(utc.times(on: date)[.dhuhr].time?.rounded == date.unixSeconds + (12 * 60 + 5) * 60)
    #expect(utc.iqama(on: date) == local.iqama(on: date))
    #expect(utc.timetableWarnings(year: 2026) == local.timetableWarnings(year: 2026))
  }

  // Skyfield 1.55 with DE421, Kiritimati on 2026-06-24 of its clocks: sunrise 06:25, noon 12:32, sunset 18:39.
  @Test func westOfTheDateLineATimetableIsUsedAlsoWhereTheDayIsThatOfUTC() throws {
    let row = "2026-06-24,05:13,06:25,12:33,15:58,18:40,19:50,,\n"
    let local = try schedule(.kiritimati, row)
    var utc = Schedule(place: local.place, zone: .utc, settings: local.settings)
    utc.timetableZone = local.zone
    let date = try CalendarDate(parsing: "2026-06-24")
    #expect(!utc.isTimetableDoubtful(on: date) && utc.timetableWarnings(year: 2026) == [])
    #expect(utc.times(on: date)[.dhuhr].time?.basis == .timetable)
    for day in [date, date.adding(days: 1)] {  // with a row and without
      #expect(utc.times(on: day) == local.times(on: day), "\(day)")
    }
  }

  // Skyfield 1.55 with DE421, Lord Howe Island on 5 April of 2025 and 2026: sunrise at 19:37, noon at 01:26, sunset at
  // 07:15 UTC.
  // Clocks: UTC+11 to 2025-04-05T15:00Z and from 2025-10-04T15:30Z to 2026-04-04T15:00Z, else UTC+10:30.
  @Test(arguments: [
    "04-05,05:17,06:37,12:28,15:45,18:16,19:31,13:00,20:00\n",
    "04-05,04:47,06:07,11:58,15:15,17:46,19:01,12:30,19:30\n",
  ])
  func aRowOfEveryYearHoldsWhereClocksChangeByHalfAnHour(row: String) throws {
    let zone = Zone { instant in
      let summers = [1_728_142_200.0..<1_743_865_200, 1_759_591_800..<1_775_314_800]
      return summers.contains { $0.contains(instant) } ? 39_600 : 37_800
    }
    var schedule = Schedule(
      place: try Coordinates(latitude: -31.55, longitude: 159.08), zone: zone,
      settings: try DaySettings(words: [:]))
    schedule.settings.timetable = try Timetable(parsing: Array((Self.columns + row).utf8))
    for date in ["2025-04-05", "2026-04-05"] {
      let day = schedule.day(try CalendarDate(parsing: date))
      #expect(day.times[.dhuhr].time?.rounded == day.date.unixSeconds + 88 * 60, "\(date)")
      #expect(day.iqama.isha == day.date.unixSeconds + 9 * 3600, "\(date)")
      #expect(schedule.timetableWarnings(year: day.date.year) == [], "\(date)")
    }
  }

  // Skyfield 1.55 with DE421, Fairbanks: the sun of 2026-06-20 rises at 02:57, sets at 00:48 and has its noon at 13:53.
  @Test func aMaghribAfterMidnightIsUsed() throws {
    var schedule = Schedule(
      place: try Coordinates(latitude: 64.84, longitude: -147.72),
      zone: Zone { _ in -8 * 3600 }, settings: try DaySettings(words: [:]))
    let row = "2026-06-20,02:39,02:57,13:54,18:48,00:48,01:06,,\n"
    schedule.settings.timetable = try Timetable(parsing: Array((Self.columns + row).utf8))
    let day = schedule.day(try CalendarDate(parsing: "2026-06-20"))
    #expect(!day.isTimetableDoubtful)
    #expect(day.times[.maghrib].time?.rounded == day.end + 48 * 60)
    #expect(schedule.timetableWarnings(year: 2026) == [])
  }

  // 2026-06-26 is a Friday.
  @Test func onAFridayTheDhuhrCongregationIsThatOfARowOfOneDateOnly() throws {
    let row = String(Self.june.dropFirst(5))
    for (date, isGiven) in [("06-26", false), ("2026-06-26", true), ("06-24", true)] {
      let iqama = try day(.london, "2026-06-" + String(date.suffix(2)), date + row).iqama
      #expect((iqama.dhuhr != nil) == isGiven, "\(date)")
      #expect(iqama.isha != nil, "\(date)")
    }
  }
}
