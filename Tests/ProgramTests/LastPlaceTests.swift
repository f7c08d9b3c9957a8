import Foundation
import Glibc
import JSON
import TestFiles
import Testing

/// Where the daemon was last is known to its next run.
@Suite(.timeLimit(.minutes(5))) struct LastPlaceTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private var file: String { directory.path + "/last-place.json" }

  /// Replays a device that lies still, and the lines that a client gets.
  private func run(
    _ name: String, fix: String? = nil, _ arguments: [String] = [], configuration: String = ""
  ) async throws -> (lines: [Line], errors: String) {
    var lines = Recordings.still(seconds: 3)
    if let fix { lines.insert(#"{"t":1.001,"fix":\#(fix)}"#, at: 52) }
    let trace = try directory.file(name + ".jsonl", lines.joined(separator: "\n") + "\n")
    let settings = try directory.file(name + ".toml", configuration)
    let daemon = try await RunningDaemon.start(
      [
        "--replay", trace, "--speed", "max", "--wait-for-client", "--state-dir", directory.path,
        "--config", settings,
      ] + arguments)
    let all = try await daemon.watcher().linesToTheEnd()
    #expect(try await daemon.program.ended() == 0)
    return (all, daemon.program.errors)
  }

  private func position(_ lines: [Line]) throws -> Line {
    try #require(lines.last { $0.type == "position" })
  }

  private static let sydney =
    #"{"mode":3,"latitude_deg":-33.8688,"longitude_deg":151.2093,"error_m":8,"#
    + #""time":"2026-11-21T05:00:00Z"}"#
  private static let london = """
    [place]
    latitude_deg = 51.5074
    longitude_deg = -0.1278

    """

  @Test func thePlaceOfOneRunIsTheLastKnownOfTheNext() async throws {
    let first = try await run("first", fix: Self.sydney)
    #expect(try position(first.lines).string("status") == "fix3d")
    #expect(access(file, R_OK) == 0)
    let second = try await run("second", ["--date", "2026-11-21"])
    let place = try position(second.lines)
    #expect(place.string("status") == "last_known")
    #expect(place.number("latitude_deg") == -33.8688 && place.number("error_m") == 8)
    let reading = try #require(second.lines.last { $0.type == "reading" })
    #expect(abs(try #require(reading.number("qibla_deg")) - 277.5) < 0.01)
    #expect(reading.number("pointer_deg") != nil)
  }

  // Saved on 21 November at 5 h: until 5 h of the next day it is not old.
  @Test(arguments: [("2026-11-22", false), ("2026-11-23", true), ("2027-11-21", true)])
  func itIsOldAfterADay(date: String, isOld: Bool) async throws {
    _ = try await run("first", fix: Self.sydney)
    let second = try await run("second", ["--date", date])
    let reading = try #require(second.lines.last { $0.type == "reading" })
    #expect(reading.why.contains("position_old") == isOld)
    let state = try #require(second.lines.last { $0.type == "state" })
    #expect(state["position"]?["status"]?.string == "last_known")
  }

  @Test func withoutADateItsAgeIsNotKnownAndItCountsAsOld() async throws {
    _ = try await run("first", fix: Self.sydney)
    let second = try await run("second")
    let reading = try #require(second.lines.last { $0.type == "reading" })
    #expect(reading.why == ["position_old", "no_time", "no_declination"])
    #expect(try position(second.lines)["age_s"] == nil)
  }

  @Test(arguments: [("2026-11-22", -33.8688), ("2026-11-25", 51.5074)])
  func aRecentPlaceWinsOverTheConfigurationAndAnOldOneDoesNot(date: String, latitude: Double)
    async throws
  {
    _ = try await run("first", fix: Self.sydney)
    let second = try await run("second", ["--date", date], configuration: Self.london)
    #expect(try position(second.lines).number("latitude_deg") == latitude)
  }

  // A simulation takes place where the device would be.
  @Test func aSimulationTakesPlaceWhereTheDeviceWasLast() async throws {
    let now = Date().formatted(.iso8601)
    _ = try await run("first", fix: Self.sydney.replacing("2026-11-21T05:00:00Z", with: now))
    let settings = try directory.file("london.toml", Self.london)
    let daemon = try await RunningDaemon.start(
      ["--simulate", "--state-dir", directory.path, "--config", settings])
    let lines = try await daemon.watcher().lines("a position") {
      $0.contains { $0.type == "position" }
    }
    #expect(try position(lines).number("latitude_deg") == -33.8688)
    #expect(try position(lines).string("status") == "last_known")
  }

  // A receiver that is 1024 weeks ahead must not make the next run distrust its clock.
  @Test func aDateFarAheadThatWasKeptDoesNotSpeakAgainstTheClock() async throws {
    _ = try await run("first", fix: Self.sydney.replacing("2026-", with: "2098-"))
    let daemon = try await RunningDaemon.start(["--simulate", "--state-dir", directory.path])
    let lines = try await daemon.watcher().lines("a reading") {
      $0.contains { $0.type == "reading" }
    }
    #expect(lines.first { $0.type == "reading" }?.number("heading_true_deg") != nil)
    #expect(!daemon.program.errors.contains("its date is not used"), "\(daemon.program.errors)")
  }

  @Test func aForeignFileThatCannotBeSetAsideIsLeftAlone() async throws {
    for number in 1...99 { _ = try directory.file("last-place.json.damaged-\(number)", "x") }
    try "FOREIGN".write(toFile: file, atomically: true, encoding: .utf8)
    let second = try await run("second", fix: Self.sydney)
    #expect(second.errors.contains("the last known place is not used"), "\(second.errors)")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "FOREIGN")
  }

  @Test func aDirectoryWithoutANameIsAUsageError() async throws {
    let run = try await finished("qiblad", ["--simulate", "--state-dir", ""])
    #expect(run.status == 64 && run.errors.contains("--state-dir"))
  }

  @Test func aFixAtZeroZeroIsNotKept() async throws {
    _ = try await run("first", fix: #"{"mode":3,"latitude_deg":0,"longitude_deg":0}"#)
    #expect(access(file, F_OK) != 0)
  }

  @Test func aDamagedFileIsSetAsideAndToldAndNeverLost() async throws {
    try "{\"last_place\":1,\"lat".write(toFile: file, atomically: true, encoding: .utf8)
    let second = try await run("second", fix: Self.sydney)
    #expect(second.errors.contains("the last known place is not used"), "\(second.errors)")
    let kept = try FileManager.default.contentsOfDirectory(atPath: directory.path)
      .filter { $0.contains("last-place") }
    #expect(kept.count == 2)  // the damaged one, and this run's
  }

  @Test func aDirectoryThatIsNotThereCostsNothingButTheMemory() async throws {
    let trace = try directory.file(
      "trace.jsonl",
      (Recordings.still(seconds: 2) + [#"{"t":3,"fix":\#(Self.sydney)}"#]).joined(separator: "\n"))
    let daemon = try await RunningDaemon.start(
      [
        "--replay", trace, "--speed", "max", "--wait-for-client", "--state-dir",
        directory.path + "/missing",
      ])
    _ = try await daemon.watcher().linesToTheEnd()
    #expect(try await daemon.program.ended() == 0)
    try await eventually("the line in the log") {
      daemon.program.errors.contains("mkdir -p")
    }
    // Once, although the place of the fix could not be saved either.
    #expect(daemon.program.errors.components(separatedBy: "not kept").count == 2)
  }

  // A recording's places are not this device's, unless somebody says where to keep them.
  @Test func withoutADirectoryAReplayKeepsNothing() async throws {
    let trace = try directory.file(
      "trace.jsonl",
      (Recordings.still(seconds: 2) + [#"{"t":3,"fix":\#(Self.sydney)}"#]).joined(separator: "\n"))
    let state = try directory.directory("state")
    let daemon = try await RunningDaemon.start(
      ["--replay", trace, "--speed", "max", "--wait-for-client"],
      environment: ["STATE_DIRECTORY": state])
    _ = try await daemon.watcher().linesToTheEnd()
    #expect(try await daemon.program.ended() == 0)
    #expect(entries(of: state).isEmpty)
  }
}
