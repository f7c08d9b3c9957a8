import Day
import Foundation
import Quantities
import Testing

@testable import PageServer

@Suite struct DayAnswerTests {
  /// 2026-11-25 12:00 UTC.
  private let noon = 1_795_608_000.0

  private func answer(
    _ latitude: Double = 51.5074, _ longitude: Double = -0.1278, at instant: Double? = nil,
    configuration: String? = nil, hours: Double = 0
  ) throws -> [String: Any] {
    let path = configuration ?? FileManager.default.temporaryDirectory.path + "/absent.toml"
    if configuration == nil { try Data().write(to: URL(filePath: path)) }
    let answer = DayAnswer(
      at: try Coordinates(latitude: latitude, longitude: longitude), instant: instant ?? noon,
      settings: store(path), zone: Zone { _ in hours * 3600 })
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

  @Test func aTimeThatDoesNotExistSaysWhy() throws {
    let path = FileManager.default.temporaryDirectory.path + "/polar-\(getpid()).toml"
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
    let path = FileManager.default.temporaryDirectory.path + "/wrong-\(getpid()).toml"
    try "[prayers]\nmethod = \"x\"\n".write(toFile: path, atomically: true, encoding: .utf8)
    let wrong = try answer(configuration: path)
    #expect((wrong["error"] as? String)?.contains("\(path): method: unknown; take one of") == true)
  }
}
