import Day
import Foundation
import PrayerTimes
import Testing

@testable import PageServer

@Suite struct DeviceSettingsTests {
  private let temporary = TemporaryFolder()

  /// A store whose settings are changed as by browsers, with these objects of JSON one after the other.
  ///
  /// - Parameter lines: more lines of `[prayers]`.
  private func store(_ lines: String = "", after changes: String...) throws -> SettingsStore {
    let path = temporary.path + "/\(UUID().uuidString)"
    try "[prayers]\nmethod = \"northAmerica\"\n\(lines)".write(
      toFile: path + ".toml", atomically: true, encoding: .utf8)
    let store = SettingsStore(folder: StateFolder(path: path), configuration: path + ".toml")
    for change in changes { try store.change(try parsed(change)) }
    return store
  }

  private func parsed(_ change: String) throws -> SettingsChange {
    try #require(fromJSON(Array(change.utf8), as: SettingsChange.self))
  }

  @Test func aChangeOfOnePrayersBellLeavesTheRestOfTheBellAsItIs() throws {
    let bell = try store(
      after:
        #"{"bell":{"prayers":{"fajr":{"sound":"chime","before_min":5}},"quiet_from":"22:00","quiet_to":"04:00","motor":true}}"#,
      #"{"bell":{"prayers":{"isha":{"sound":"file"}}}}"#,
      #"{"bell":{"prayers":{"fajr":{"before_min":10}}}}"#, #"{"method":"karachi"}"#
    ).now.bell
    #expect(
      bell.prayers == [
        "fajr": BellSettings.Ring(sound: .chime, beforeMin: 10),
        "isha": BellSettings.Ring(sound: .file, beforeMin: 0),
      ])
    #expect(bell.quietFrom == "22:00" && bell.quietTo == "04:00" && bell.motor == true)
  }

  // The Muslim World League's: 18° and 17°.
  @Test func aMethodOfThePageHasItsOwnAnglesAndNotThoseOfTheConfiguration() throws {
    let lines = "fajr_angle_deg = 19.5\nisha_min = 90\nmadhab = \"hanafi\"\n"
    let own = try store(lines, after: #"{"madhab":"shafi"}"#).daySettings().prayers
    #expect(own.method.fajrAngle == 19.5 && own.method.isha == .minutes(90))
    let chosen = try store(lines, after: #"{"method":"muslimWorldLeague"}"#).daySettings().prayers
    #expect(chosen.method == Method.named("muslimWorldLeague") && chosen.madhab == .hanafi)
  }

  @Test func aBellIsSwitchedOffAndAnEmptyTimeEndsTheQuietHours() throws {
    let bell = try store(
      after:
        #"{"bell":{"prayers":{"asr":{"sound":"chime"}},"quiet_from":"22:00","quiet_to":"04:00"}}"#,
      #"{"bell":{"prayers":{"asr":{"sound":"off"}},"quiet_from":"","motor":false}}"#
    ).now.bell
    #expect(bell.prayers["asr"]?.sound == .off)
    #expect(bell.quietFrom == nil && bell.quietTo == "04:00" && bell.motor == false)
  }

  @Test(arguments: [
    #"{"bell":{"prayers":{"sunrise":{"sound":"chime"}}}}"#,
    #"{"bell":{"prayers":{"fajr":{"before_min":31}}}}"#, #"{"bell":{"quiet_to":"4"}}"#,
  ])
  func aBellThatCannotBeIsRefusedAndNothingChanges(change: String) throws {
    let store = try store(after: #"{"bell":{"prayers":{"fajr":{"sound":"chime","before_min":5}}}}"#)
    let before = store.now
    #expect(throws: BellSettings.Problem.self) { try store.change(try parsed(change)) }
    #expect(store.now == before)
  }
}
