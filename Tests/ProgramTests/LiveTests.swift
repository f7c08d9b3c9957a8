import Glibc
import JSON
import TestFiles
import TestReceiver
import Testing

/// The daemon without a recording and without a sensor: what it makes of gpsd.
@Suite(.timeLimit(.minutes(5))) struct LiveTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func start(
    gpsd: String, _ arguments: [String] = [], place: String = ""
  ) async throws -> RunningDaemon {
    let text = place + "[sensors]\nbus = \"none\"\n[gpsd]\n" + gpsd + "\n"
    let settings = try directory.file("qiblad.toml", text)
    return try await RunningDaemon.start(
      ["--config", settings, "--state-dir", directory.path] + arguments)
  }

  @Test func withoutASensorItRunsAndSaysThatOneIsMissing() async throws {
    let daemon = try await start(gpsd: "enabled = false")
    // Far beyond the 5 s for which a recording's ticks go on.
    let lines = try await daemon.watcher().lines("seven seconds of readings") {
      $0.count { $0.type == "reading" } > 420
    }
    let readings = lines.filter { $0.type == "reading" }
    for reading in readings {
      #expect(reading.string("status") == "unavailable")
      #expect(reading.number("heading_magnetic_deg") == nil)
    }
    let last = try #require(readings.last)
    #expect(last.why.contains("sensor_missing") && last.why.contains("no_position"), "\(last)")
    #expect(!lines.contains { $0.type == "event" && $0.string("name") == "gap" })
    #expect(
      daemon.program.errors.contains("mount: flat, components up, x arrow forward (x -y -z)"))
    daemon.program.send(SIGTERM)
    #expect(try await daemon.program.ended() == 0)
  }

  @Test func theJournalSaysHowTheBoardSits() async throws {
    let daemon = try await start(gpsd: "enabled = false", place: "[mount]\nboard = \"-z x -y\"\n")
    try await eventually("the journal's line") {
      daemon.program.errors.contains(
        "mount: upright, components towards you, y arrow up (-z x -y)")
    }
  }

  @Test func aGPSDThatIsNotThereIsNamedWithWhatToDo() async throws {
    let port = try RealGPSD.freePort()
    let daemon = try await start(gpsd: "port = \(port)")
    try await eventually("the journal's line") {
      daemon.program.errors.contains("gpsd cannot be reached (localhost port \(port):")
    }
    try await eventually("the line in the log") {
      daemon.program.errors.contains("sudo systemctl enable --now gpsd.socket")
    }
  }

  @Test(.enabled(if: RealGPSD.isThere, "needs gpsd and gpsfake"))
  func aFixOfGPSDGivesPositionQiblaAndDateAndIsKept() async throws {
    let (receiver, port) = (try Receiver(), try RealGPSD.freePort())
    let gpsd = try RealGPSD(port: port, path: receiver.path)
    defer { gpsd.end() }
    let daemon = try await start(gpsd: "port = \(port)\nhost = \"127.0.0.1\"")
    let lines = try await daemon.watcher().lines("a fix") {
      $0.contains { $0.type == "position" && $0.string("status") == "fix3d" }
        && $0.contains { $0.type == "reading" && $0.number("qibla_deg") != nil }
    }
    let position = try #require(lines.last { $0.type == "position" })
    #expect(abs(try #require(position.number("latitude_deg")) + 33.8688) < 1e-6)
    #expect(position.number("speed_mps") != nil)
    let reading = try #require(lines.last { $0.type == "reading" })
    // The published Qibla of Sydney: 277.5.
    #expect(abs(try #require(reading.number("qibla_deg")) - 277.5) < 0.1)
    #expect(reading.string("time") != nil && reading.number("declination_deg") != nil)
    daemon.program.send(SIGTERM)
    #expect(try await daemon.program.ended() == 0)
    #expect(directory.names.contains("last-place.json"))
  }

  @Test(.enabled(if: RealGPSD.isThere, "needs gpsd and gpsfake"))
  func gpsdIsAskedAtTheHostsOwnPortAndItsLinesAreCounted() async throws {
    let (receiver, port) = (try Receiver(), try RealGPSD.freePort())
    let gpsd = try RealGPSD(port: port, path: receiver.path)
    defer { gpsd.end() }
    let daemon = try await start(gpsd: "host = \"127.0.0.1:\(port)\"")
    let client = try daemon.client()
    try client.watch(["position", "stats"])
    // gpsd sends more than five lines (greeting, devices, watch, sky and fixes) before the second statistics.
    let lines = try await client.lines("statistics with more than five lines after a fix") {
      lines in
      guard let fix = lines.firstIndex(where: { $0.string("status") == "fix3d" }) else {
        return false
      }
      return lines[fix...].contains { (gpsdCounts(of: $0)?["lines"]?.number ?? 0) > 5 }
    }
    let counts = gpsdCounts(of: try #require(lines.last { $0.type == "stats" }))
    #expect(counts?["lines_refused"]?.number == 0 && counts?["stuck_s"] == nil)
    daemon.program.send(SIGTERM)
    #expect(try await daemon.program.ended() == 0)
  }

  @Test(.enabled(if: RealGPSD.isThere, "needs gpsd and gpsfake"))
  func aPositionOfTheCommandLineWinsOverGPSDAndOneOfTheConfigurationDoesNot() async throws {
    let (receiver, port) = (try Receiver(), try RealGPSD.freePort())
    let gpsd = try RealGPSD(port: port, path: receiver.path)
    defer { gpsd.end() }
    let london = "[place]\nlatitude_deg = 51.5074\nlongitude_deg = -0.1278\n"
    for isGiven in [false, true] {
      let daemon = try await start(
        gpsd: "port = \(port)", isGiven ? ["--position", "51.5074,-0.1278"] : [], place: london)
      let client = try daemon.watcher()
      // With a time the receiver has been heard; its first fix is without a height.
      let lines = try await client.lines("the receiver's time") { lines in
        lines.last { $0.type == "reading" }?.string("time") != nil
          && lines.last { $0.type == "position" }?.string("status") != "fix2d"
      }
      let position = try #require(lines.last { $0.type == "position" })
      let latitude = try #require(position.number("latitude_deg"))
      #expect(abs(latitude - (isGiven ? 51.5074 : -33.8688)) < 1e-6)
      #expect(position.string("status") == (isGiven ? "manual" : "fix3d"))
      daemon.program.send(SIGTERM)
      #expect(try await daemon.program.ended() == 0)
      unlink(directory.path + "/last-place.json")
    }
  }

  @Test func theWorldDoesNotWaitForAClient() async throws {
    let run = try await finished("qiblad", ["--wait-for-client"])
    #expect(run.status == 64 && run.errors.contains("--replay or --simulate"), "\(run)")
  }
}

/// The member `gpsd` of a `stats` line; `nil` for another line.
private func gpsdCounts(of line: Line) -> JSONValue? {
  guard line.type == "stats" else { return nil }
  return try? JSONValue(parsing: Array(line.text.utf8)[...])["gpsd"]
}
