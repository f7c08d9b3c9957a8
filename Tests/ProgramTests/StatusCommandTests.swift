import Glibc
import JSON
import TestFiles
import Testing

/// `qiblactl status`: the output, and the exit status for each status.
@Suite(.timeLimit(.minutes(5))) struct StatusCommandTests {
  private func status(
    _ directory: TemporaryDirectory, _ arguments: [String] = []
  ) async throws -> (status: Int32, output: String, errors: String) {
    try await finished("qiblactl", ["status", "--socket-dir", directory.path] + arguments)
  }

  /// The exit status of each status of a reading, as the help lists them.
  private static let statuses: [String: Int32] = [
    "accurate": 0, "uncertain": 2, "calibrating": 3, "interference": 4, "unavailable": 5,
  ]

  @Test func withoutADaemonTheStatusIs7AndTheSocketIsNamed() async throws {
    let directory = try TemporaryDirectory()
    let run = try await status(directory)
    #expect(run.status == 7 && run.output.isEmpty)
    #expect(run.errors.hasPrefix("qiblactl: no daemon answers: \(directory.path)/stream.sock"))
    let json = try await status(directory, ["--json"])
    let object = try JSONValue(parsing: Array(json.output.utf8).dropLast())
    #expect(json.status == 7 && json.errors.isEmpty)
    #expect(object["exit_status"]?.number == 7 && object["type"]?.string == "status")
    #expect(object["message"]?.string?.contains("no daemon answers") == true)
  }

  // A configuration that was named and is not read would be looked for in vain at the usual sockets.
  @Test(arguments: ["status", "watch", "bearing"])
  func aConfigurationThatIsNotThereIsAnErrorOfItsOwn(command: String) async throws {
    let path = try TemporaryDirectory().path + "/none.toml"
    let run = try await finished("qiblactl", [command, "--config", path])
    #expect(run.status == 64 && run.errors.contains("--config: ") && run.errors.contains(path))
  }

  // Without a calibration, at the magnetic pole, beside a magnet from the start on: scenes whose status stays.
  @Test(arguments: [
    ("magnetic-pole", "unavailable"), ("1hz", "uncertain"), ("first-use", "calibrating"),
  ])
  func theExitStatusIsThatOfTheReading(scene: String, expected: String) async throws {
    let daemon = try await RunningDaemon.start(["--simulate", "--scene", scene])
    var seen: Set<String> = []
    for _ in 0..<60 where !seen.contains(expected) {
      let run = try await status(daemon.directory, ["--json"])
      let object = try JSONValue(parsing: Array(run.output.utf8).dropLast())
      guard let name = object["status"]?.string else { continue }
      seen.insert(name)
      #expect(run.status == Self.statuses[name], "\(name)")
      #expect(object["exit_status"]?.number == Double(run.status))
      #expect(object["reading"]?["status"]?.string == name)
      #expect(object["state"]?["type"]?.string == "state")
      #expect(object["simulated"]?.bool == true)
    }
    #expect(seen.contains(expected), "\(seen)")
  }

  @Test func theTextNamesHeadingTargetReasonPlaceAndSource() async throws {
    let daemon = try await RunningDaemon.start(
      ["--simulate"])
    let run = try await status(daemon.directory)
    #expect(run.errors.isEmpty)
    let lines = run.output.split(separator: "\n").map { $0.prefix(10) }
    for name in ["status", "heading", "target", "place", "data"] {
      #expect(lines.contains { $0.hasPrefix(name + " ") }, "\(run.output)")
    }
    #expect(run.output.contains(" 4,795 km to the Kaaba") && run.output.contains(", assumed"))
    #expect(run.output.contains("SIMULATED: not a live sensor"))
    let given = try await RunningDaemon.start(
      ["--simulate", "--position", "51.5074,-0.1278"])
    #expect(try await status(given.directory).output.contains(", set by hand"))
  }

  @Test func itWaitsForADaemonWithAnAccurateHeading() async throws {
    let directory = try TemporaryDirectory()
    let waiting = try Program(
      "qiblactl", ["status", "--wait", "60", "--socket-dir", directory.path])
    let daemon = try await RunningDaemon.start(
      ["--replay", Recordings.bundle, "--loop"] + IdentityTests.london, in: directory)
    #expect(try await waiting.ended() == 0, "\(waiting.errors)")
    #expect(String(decoding: waiting.output, as: UTF8.self).contains("accurate"))
    withExtendedLifetime(daemon) {}
  }

  @Test func whenTheTimeIsOverTheStatusIsThatOfTheLastLook() async throws {
    let directory = try TemporaryDirectory()
    #expect(try await status(directory, ["--wait", "0.5"]).status == 7)
    let daemon = try await RunningDaemon.start(
      ["--simulate", "--scene", "magnetic-pole"], in: directory)
    #expect(try await status(directory, ["--wait", "2"]).status == 5)
    daemon.program.send(SIGSTOP)
    #expect(try await status(directory, ["--wait", "0.5"]).status == 6)
    daemon.program.send(SIGCONT)
  }

  @Test(arguments: ["-1", "nan", "soon", "1e9"])
  func awkwardTimesAreAUsageError(time: String) async throws {
    #expect(try await finished("qiblactl", ["status", "--wait=\(time)"]).status == 64)
  }
}
