import Day
import Foundation
import Quantities
import Testing

@testable import PageServer

@Suite struct DayFeedTests {
  /// 2026-11-25 12:00 UTC.
  private let noon = 1_795_608_000.0
  private let settings: SettingsStore
  private let temporary = TemporaryFolder()

  init() throws {
    let path = temporary.path + "/qiblad.toml"
    try "".write(toFile: path, atomically: true, encoding: .utf8)
    settings = SettingsStore(folder: StateFolder(path: temporary.path), configuration: path)
  }

  private func place(_ latitude: Double, _ longitude: Double) throws -> Coordinates {
    try Coordinates(latitude: latitude, longitude: longitude)
  }

  private func london() throws -> Coordinates { try place(51.5074, -0.1278) }

  /// The days that a feed gives at instants one after the other; empty where it has not changed.
  private func days(_ feed: inout DayFeed, _ instants: [Double], at place: Coordinates?)
    -> [[String: Any]]
  {
    instants.map { instant in
      let day = feed.messages(
        at: instant, place: place, settings: settings, isClockTrusted: true, zone: .utc
      ).day
      return day.map(members) ?? [:]
    }
  }

  private func members(_ line: String) -> [String: Any] {
    (try? JSONSerialization.jsonObject(with: Data(line.utf8))) as? [String: Any] ?? [:]
  }

  // London, 2026-11-25: Asr at 13:40 UTC (DayAnswerTests), 6,000 s after noon.
  @Test func aDayIsSentOnceAndAgainWhenTheNextTimeComes() throws {
    var feed = DayFeed()
    let sent = days(
      &feed, [0, 1, 9, 10, 30, 5_999, 6_000, 6_001].map { noon + $0 }, at: try london())
    #expect(sent.map { !$0.isEmpty } == [true, false, false, false, false, false, true, false])
    #expect(sent[0]["current"] as? String == "dhuhr")
    #expect(sent[6]["current"] as? String == "asr")
    #expect(sent[6]["now_s"] == nil, "the stream's clock is that of sun")
  }

  @Test func anotherPlaceAnotherSettingAndAClockThatIsSetBackGiveAnotherDay() throws {
    var feed = DayFeed()
    _ = days(&feed, [noon], at: try london())
    #expect(days(&feed, [noon + 1], at: try place(51.52, -0.14))[0].isEmpty)
    #expect(days(&feed, [noon + 2], at: try place(48.86, 2.35))[0].count > 1)
    var change = SettingsChange()
    change.method = "northAmerica"
    try settings.change(change)
    let changed = days(&feed, [noon + 3], at: try place(48.86, 2.35))
    #expect(changed[0]["method"] as? String == "northAmerica")
    let before = days(&feed, [noon - 86_400], at: try place(48.86, 2.35))
    #expect(before[0]["date"] as? String == "2026-11-24")
  }

  @Test func withoutAPlaceThereAreNoTimes() throws {
    var feed = DayFeed()
    let lines = feed.messages(at: noon, place: nil, settings: settings, isClockTrusted: true)
    #expect(lines.day == #"{"type":"day"}"#)
    let sun = members(lines.sun)
    #expect(sun["azimuth_deg"] == nil && sun["overhead"] != nil)
    #expect(days(&feed, [noon + 1, noon + 2], at: try london()).map(\.isEmpty) == [false, true])
    #expect(days(&feed, [noon + 3], at: nil)[0].count == 1, "the place was forgotten")
  }

  @Test func typeIsTheFirstMember() throws {
    var feed = DayFeed()
    let lines = feed.messages(
      at: noon, place: try london(), settings: settings, isClockTrusted: true)
    #expect(lines.sun.hasPrefix(#"{"type":"sun","#))
    #expect(lines.day?.hasPrefix(#"{"type":"day","#) == true)
  }

  // `qiblactl sun 51.5074 -0.1278 2026-11-25T12:00:00Z --json`, whose values are compared with an ephemeris.
  @Test func theSunIsThatOfQiblactl() throws {
    let sun = SunMessage(at: noon, from: try london(), isClockTrusted: true)
    #expect(sun.atS == noon)
    #expect(abs(try #require(sun.azimuthDeg) - 183.0698) < 0.006)
    #expect(abs(try #require(sun.altitudeDeg) - 17.6901) < 0.006)
  }

  // On 2027-05-28 at 09:17:57 UTC the sun is over the Kaaba (PyEphem: altitude 89°58'); the equinox of
  // 2027-03-20 20:25 UTC (Astronomical Almanac): over the equator.
  @Test func theSunIsOverheadWhereTheEphemerisHasIt() throws {
    let kaaba = try #require(
      SunMessage(at: 1_811_495_877, from: nil, isClockTrusted: true).overhead)
    #expect(abs(kaaba.latitudeDeg - 21.4225) < 0.05 && abs(kaaba.longitudeDeg - 39.8262) < 0.05)
    let equinox = try #require(
      SunMessage(at: 1_805_574_300, from: nil, isClockTrusted: true).overhead)
    #expect(abs(equinox.latitudeDeg) < 0.01)
  }

  @Test func whereTheClockIsNotKnownToBeRightTheSunIsNot() throws {
    let sun = SunMessage(at: noon, from: try london(), isClockTrusted: false)
    #expect(sun.azimuthDeg == nil && sun.altitudeDeg == nil && sun.overhead == nil)
  }
}
