import Day
import DayConfiguration
import Foundation
import PrayerTimes
import Quantities
import Testing

@testable import PageServer

/// A bell with a program of the test in place of a player, which rings in London.
@Suite struct RingTests {
  private let scripts: Scripts
  private let log = RecordedLog()
  private let notices = Notices()
  private let settings: SettingsStore
  private let place: Coordinates
  private let configuration: String
  /// 2027-01-01 12:00 UTC.
  private let noon = 1_798_804_800.0

  init() throws {
    scripts = try Scripts()
    place = try Coordinates(latitude: 51.5074, longitude: -0.1278)
    configuration = scripts.folder + "/qiblad.toml"
    try "".write(toFile: configuration, atomically: true, encoding: .utf8)
    settings = SettingsStore(
      folder: StateFolder(path: scripts.folder), configuration: configuration)
  }

  private func bell(_ sound: BellSettings.Sound, player: SoundPlayer) throws -> Bell {
    let ring = BellChange.RingChange(sound: sound)
    let prayers = [Prayer.asr, .maghrib].map { ($0.rawValue, ring) }
    let change = BellChange(prayers: Dictionary(uniqueKeysWithValues: prayers))
    try settings.change(SettingsChange(bell: change))
    return Bell(
      settings: settings, folder: StateFolder(path: scripts.folder), player: player,
      notices: notices, socketDirectory: scripts.folder,
      places: PlaceWatcher(socketDirectory: scripts.folder, place: place, logger: log.logger),
      trust: ClockTrust(isGiven: true), logger: log.logger)
  }

  /// When a prayer of the date of an instant rings.
  private func instant(_ prayer: Prayer, around instant: Double) throws -> Double {
    let schedule = Schedule(
      place: place, zone: .ofMachine, settings: try DaySettings(words: [:]))
    let rings = BellPlan.rings(around: instant, schedule, settings.now.bell)
    let ring = rings.first { $0.prayer == prayer && abs($0.instant - instant) < 43_200 }
    return try #require(ring).instant
  }

  private func ownSounds(_ names: [String]) throws -> [String] {
    let folder = scripts.folder + "/sounds"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return try names.map { name in
      try Data(Chime.wave()).write(to: URL(filePath: "\(folder)/\(name).wav"))
      return "\(folder)/\(name).wav"
    }
  }

  @Test func afterAStopTheChimeIsNotPlayed() async throws {
    let files = try ownSounds(["asr"])
    let bell = try bell(.file, player: SoundPlayer(program: try scripts.playing()))
    await bell.look(at: try instant(.asr, around: noon))
    #expect(bell.isRinging)
    try await scripts.waitFor(files)
    bell.stop()
    #expect(!bell.isRinging)
    try await scripts.waitFor(files, in: "stopped")
    // Enough for what would follow.
    try await Task.sleep(for: .seconds(1))
    #expect(scripts.played == files && log.messages == [])
  }

  @Test func aRingWhileAnotherOneSoundsIsNotStoppedByItsChime() async throws {
    let files = try ownSounds(["asr", "maghrib"])
    let bell = try bell(.file, player: SoundPlayer(program: try scripts.playing()))
    await bell.look(at: try instant(.asr, around: noon))
    try await scripts.waitFor([files[0]])
    await bell.look(at: try instant(.maghrib, around: noon))
    try await scripts.waitFor(files)
    try await scripts.waitFor([files[0]], in: "stopped")
    try await Task.sleep(for: .seconds(1))
    #expect(scripts.played == files && scripts.stopped == [files[0]] && log.messages == [])
    bell.stop()
  }

  @Test func aChimeThatIsStoppedIsNoProblem() async throws {
    let bell = try bell(.chime, player: SoundPlayer(program: try scripts.playing()))
    let testing = Task { await bell.test() }
    try await scripts.waitFor([scripts.folder + "/chime.wav"])
    bell.stop()
    #expect(await testing.value == "")
  }

  @Test func whereAFileIsNoSoundTheChimeIsPlayedAndTheLogSaysWhy() async throws {
    let files = try ownSounds(["asr"])
    try Data("no sound".utf8).write(to: URL(filePath: files[0]))
    let bell = try bell(.file, player: SoundPlayer(program: try scripts.playing()))
    await bell.look(at: try instant(.asr, around: noon))
    try await scripts.waitFor([scripts.folder + "/chime.wav"])
    bell.stop()
    #expect(log.messages == ["bell: \(files[0]) is no WAV file; the chime is played"])
  }

  // The limit before which the page shows no times: 2026-01-01 00:00 UTC.
  @Test func aClockOfBefore2026RingsNothingAlsoWhereItIsSaidToBeRight() async throws {
    let trust = ClockTrust(isGiven: true)
    #expect(!trust.isTrusted(at: 1_767_225_599) && trust.isTrusted(at: 1_767_225_600))
    let bell = try bell(.chime, player: SoundPlayer(program: "/bin/true"))
    // 2025-06-15 12:00 UTC.
    await bell.look(at: try instant(.asr, around: 1_749_988_800))
    #expect(!bell.isRinging)
    await bell.look(at: try instant(.asr, around: noon))
    #expect(bell.isRinging)
    bell.stop()
  }

  @Test func settingsThatCannotBeUsedAreInTheLogOnceAndAgainWhereTheyAreOthers() async throws {
    let bell = try bell(.chime, player: SoundPlayer(program: "/bin/true"))
    func write(_ text: String) throws {
      try text.write(toFile: configuration, atomically: true, encoding: .utf8)
    }
    try write("[prayers]\nmethod = \"x\"\n")
    for second in 0..<3 { await bell.look(at: noon + Double(second)) }
    #expect(log.messages.count == 1)
    #expect(log.messages.first?.hasPrefix("the bell does not ring: \(configuration)") == true)
    try write("[prayers]\nmadhab = \"x\"\n")
    for second in 3..<6 { await bell.look(at: noon + Double(second)) }
    #expect(log.messages.count == 2 && log.messages.last?.contains("madhab") == true)
    try write("")
    await bell.look(at: noon + 6)
    #expect(log.messages.count == 2)
  }
}
