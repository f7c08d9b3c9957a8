import Day
import Foundation
import Quantities
import Testing

@testable import PageServer

@Suite struct DayAnswerTests {
  /// 2026-11-25 12:00 UTC.
  private let noon = 1_795_608_000.0
  private let temporary = TemporaryFolder()

  private func answer(
    _ latitude: Double = 51.5074, _ longitude: Double = -0.1278, at instant: Double? = nil,
    configuration: String? = nil, isElsewhere: Bool = false, hours: Double = 0
  ) throws -> [String: Any] {
    let path = configuration ?? temporary.path + "/absent.toml"
    if configuration == nil { try Data().write(to: URL(filePath: path)) }
    let answer = DayAnswer(
      at: try Coordinates(latitude: latitude, longitude: longitude), instant: instant ?? noon,
      settings: store(path), isElsewhere: isElsewhere, zone: Zone { _ in hours * 3600 })
    return try #require(
      JSONSerialization.jsonObject(with: Data(answer.message.utf8)) as? [String: Any])
  }

  /// Settings of a configuration, and none of the page.
  private func store(_ configuration: String?) -> SettingsStore {
    SettingsStore(folder: StateFolder(path: "/nonexistent"), configuration: configuration)
  }

  // `qiblactl prayers 51.5074 -0.1278 --date 2026-11-25 --utc`, whose times are compared with those of the Adhan libraries.
  @Test func theTimesAreThoseOfQiblactl() throws {
    let day = try answer()
    let times = try #require(day["times"] as? [[String: Any]])
    #expect(
      times.map { $0["name"] as? String } == ["fajr", "sunrise", "dhuhr", "asr", "maghrib", "isha"])
    #expect(
      times.map { $0["clock"] as? String } == [
        "05:35", "07:35", "11:48", "13:40", "16:00", "17:53",
      ])
    #expect(day["date"] as? String == "2026-11-25" && day["weekday"] as? Int == 3)
    #expect(day["current"] as? String == "dhuhr")
    let next = try #require(day["next"] as? [String: Any])
    #expect(next["name"] as? String == "asr" && next["clock"] as? String == "13:40")
    #expect(day["next_change_s"] as? Double == next["at_s"] as? Double)
    let hijri = try #require(day["hijri"] as? [String: Any])
    #expect(hijri["day"] as? Int == 15 && hijri["month_name"] as? String == "Jumada II")
  }

  @Test func clocksAreThoseOfTheDevice() throws {
    let day = try answer(hours: 5.5)
    let times = try #require(day["times"] as? [[String: Any]])
    #expect(times.first?["clock"] as? String == "11:05")
    #expect(day["zone_doubtful"] as? Bool == true)
  }

  /// The path of a configuration of `[prayers]`.
  private func configuration(_ lines: String) throws -> String {
    let path = temporary.path + "/day-\(UUID().uuidString).toml"
    try "[prayers]\n\(lines)\n".write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  private func clocks(_ day: [String: Any]) throws -> [String?] {
    try #require(day["times"] as? [[String: Any]]).map { $0["clock"] as? String }
  }

  /// A configuration with a timetable of London for 2026-11-25, and a height.
  private func mosque() throws -> String {
    let table = temporary.path + "/table-\(UUID().uuidString).csv"
    try """
    date,fajr,sunrise,dhuhr,asr,maghrib,isha,isha_iqama
    2026-11-25,05:44,07:38,11:52,13:42,15:59,17:45,19:30
    """.write(toFile: table, atomically: true, encoding: .utf8)
    return try configuration("timetable = \"\(table)\"\nheight_m = 500")
  }

  @Test func theTimetableAndTheHeightAreThoseOfTheDevicesPlaceOnly() throws {
    let own = try answer(configuration: try mosque())
    #expect(try clocks(own) == ["05:44", "07:38", "11:52", "13:42", "15:59", "17:45"])
    #expect(own["timetable_doubtful"] == nil && (own["rules"] as? [Any])?.isEmpty == true)
    let other = try answer(configuration: try mosque(), isElsewhere: true)
    #expect(try clocks(other) == clocks(try answer()))
    #expect(other["timetable_doubtful"] == nil && (other["rules"] as? [Any])?.count == 3)
  }

  @Test func aTimetableThatTheSunContradictsIsNotUsedAndNamed() throws {
    let day = try answer(configuration: try mosque(), hours: 1)
    #expect(day["timetable_doubtful"] as? Bool == true)
    let times = try #require(day["times"] as? [[String: Any]])
    #expect(times[2]["clock"] as? String == "12:48" && times[5]["iqama"] == nil)
    #expect((day["rules"] as? [Any])?.count == 3)
  }

  @Test func aMethodWithNumbersOfTheUserSaysSo() throws {
    #expect(try answer()["custom"] == nil)
    let own = try answer(configuration: try configuration("fajr_angle_deg = 17"))
    #expect(own["custom"] as? Bool == true && own["method"] as? String == "muslimWorldLeague")
  }

  @Test func unroundedTimesAreShownInTheMinuteInWhichTheyHaveBegun() throws {
    let day = try answer(configuration: try configuration("rounding = \"none\""))
    for time in try #require(day["times"] as? [[String: Any]]) {
      let parts = try #require(time["clock"] as? String).split(separator: ":").compactMap {
        Double($0)
      }
      let shown = noon - 43_200 + parts[0] * 3600 + parts[1] * 60
      let late = shown - (try #require(time["at_s"] as? Double))
      let isSunrise = time["name"] as? String == "sunrise"
      #expect(isSunrise ? (-59...0).contains(late) : (0...59).contains(late), "\(time)")
    }
  }

  private static let ramadan: [(Double, Int?, Int?, Int)] = [
    (1_803_740_400, 20, 20, 21),  // 2027-02-27 15:00 UTC
    (1_803_758_400, 20, 21, 21),  // 20:00 UTC
    (1_804_536_000, 29, nil, 1),  // 2027-03-08 20:00 UTC
    (1_802_030_400, nil, 1, 1),  // 2027-02-07 20:00 UTC
  ]

  // Tests/Reference/times/ummalqura_month_starts.csv: Ramadan 1448 begins on 2027-02-08 and has 29 days. PyEphem: the
  // sun of London sets at 17:37 on 27 February, the 20th day.
  @Test(arguments: ramadan)
  func theNightsOfRamadanBeginAtSunset(
    instant: Double, ramadanDay: Int?, ramadanNight: Int?, dayAfterSunset: Int
  ) throws {
    let day = try answer(at: instant)
    #expect(day["ramadan_day"] as? Int == ramadanDay)
    #expect(day["ramadan_night"] as? Int == ramadanNight)
    let next = try #require(day["hijri_after_sunset"] as? [String: Any])
    #expect(next["day"] as? Int == dayAfterSunset)
  }

  @Test func aTimeThatDoesNotExistSaysWhy() throws {
    let path = temporary.path + "/polar-\(getpid()).toml"
    try "[prayers]\npolar = \"unresolved\"\n".write(toFile: path, atomically: true, encoding: .utf8)
    let day = try answer(78.22, 15.63, configuration: path)
    let times = try #require(day["times"] as? [[String: Any]])
    #expect(times.allSatisfy { $0["absent"] as? String == "sun_does_not_rise" })
    #expect(day["next"] == nil)
  }

  @Test func aWrongClockAndAWrongSettingAreSaidInPlaceOfTimes() throws {
    let unset = try answer(at: 86_400)
    #expect((unset["error"] as? String)?.contains("clock is wrong") == true)
    #expect(unset["times"] == nil)
    let path = temporary.path + "/wrong-\(getpid()).toml"
    try "[prayers]\nmethod = \"x\"\n".write(toFile: path, atomically: true, encoding: .utf8)
    let wrong = try answer(configuration: path)
    #expect((wrong["error"] as? String)?.contains("\(path): method: unknown; take one of") == true)
  }
}
