import Glibc
import JSON
import TestFiles
import Testing

/// The topics `devices` and `stats`; with sensors they are tested against a kernel.
@Suite(.timeLimit(.minutes(5))) struct SelfReportTests {
  private func live() async throws -> (daemon: RunningDaemon, configuration: String) {
    let directory = try TemporaryDirectory()
    let config = try directory.file(
      "q.toml", "[sensors]\nbus = \"no such adapter\"\n[gpsd]\nenabled = false\n")
    return (try await RunningDaemon.start(["--config", config], in: directory), config)
  }

  @Test func aMeasuringDaemonReportsItsChipsAndRates() async throws {
    let (daemon, _) = try await live()
    let client = try daemon.client()
    try client.watch(["devices", "stats"])
    let lines = try await client.lines("three stats") { lines in
      lines.count { $0.type == "stats" } >= 3
    }
    let devices = try #require(lines.first { $0.type == "devices" })
    #expect(lines.count { $0.type == "devices" } == 1, "nothing changes")
    let list = try JSONValue(parsing: Array(devices.text.utf8)[...])
    #expect(list["devices"]?.array?.isEmpty == true)
    let error = list["buses"]?.array?.first?["error"]?.string
    #expect(error?.contains("there is no I2C bus no such adapter") == true)
    let stats = try lines.filter { $0.type == "stats" }.map {
      try JSONValue(parsing: Array($0.text.utf8)[...])
    }
    for (earlier, later) in zip(stats, stats.dropFirst()) {
      #expect(later["seq"]?.number == earlier["seq"]?.number.map { $0 + 1 })
      #expect((later["t_us"]?.number ?? 0) > (earlier["t_us"]?.number ?? 0))
    }
    let last = try #require(stats.last)
    #expect((last["ticks"]?["count"]?.number ?? 0) > 0)
    #expect(last["ticks"]?["jitter_p99_us"]?.number != nil)
    #expect(last["client_count"]?.number == 1)
    #expect(last["clients"]?.array?.first?["number"]?.number == 1)
    daemon.program.send(SIGTERM)
    #expect(try await daemon.program.ended() == 0)
  }

  @Test func aSimulationHasStatsAndNoDevices() async throws {
    let daemon = try await RunningDaemon.start(["--simulate"])
    let client = try daemon.client()
    try client.watch(["devices", "stats", "event"])
    try client.send("{\"do\":\"get\",\"topic\":\"devices\"}\n")
    let lines = try await client.lines("two stats") { lines in
      lines.count { $0.type == "stats" } >= 2
    }
    #expect(!lines.contains { $0.type == "devices" })
    let error = try #require(lines.first { $0.type == "error" })
    #expect(error.string("code") == "not_available" && error.text.contains("simulation"))
    daemon.program.send(SIGTERM)
    #expect(try await daemon.program.ended() == 0)
  }

  // A second of the machine is 20 s of this recording; by the recording's clock they would be 1 s apart.
  @Test func statsFollowTheMachinesClockAlsoInAReplay() async throws {
    let directory = try TemporaryDirectory()
    let trace = try directory.file("still.jsonl", Recordings.still(seconds: 600).text)
    let daemon = try await RunningDaemon.start(["--replay", trace, "--speed", "20"], in: directory)
    let client = try daemon.client()
    try client.watch(["stats"])
    let lines = try await client.lines("three stats") { lines in
      lines.count { $0.type == "stats" } >= 3
    }
    let times = lines.filter { $0.type == "stats" }.compactMap { $0.number("t_us") }
    for (earlier, later) in zip(times, times.dropFirst()) {
      #expect(later - earlier > 2_000_000, "\(times)")
    }
  }

  // Three seconds of the machine's clock, in which three would be sent.
  @Test func aDaemonThatWaitsForItsClientsSendsNoStats() async throws {
    let directory = try TemporaryDirectory()
    let trace = try directory.file("still.jsonl", Recordings.still(seconds: 3).text)
    let daemon = try await RunningDaemon.start(
      ["--replay", trace, "--speed", "1", "--wait-for-client"], in: directory)
    let client = try daemon.client()
    try client.watch(["reading", "stats"])
    let lines = try await client.linesToTheEnd()
    #expect(lines.count { $0.type == "reading" } > 170)
    #expect(!lines.contains { $0.type == "stats" })
    #expect(try await daemon.program.ended() == 0)
  }

  @Test func qiblactlPrintsDevicesAndStatsInWords() async throws {
    let (daemon, config) = try await live()
    let place = ["--socket-dir", daemon.directory.path]
    let watch = try Program("qiblactl", ["watch", "devices", "stats"] + place)
    try await eventually("a line of stats") {
      watch.output.split(separator: UInt8(ascii: "\n")).contains { $0.starts(with: "stats ".utf8) }
    }
    watch.send(SIGINT)
    #expect(try await watch.ended() == 0)
    let text = String(decoding: watch.output, as: UTF8.self)
    #expect(text.contains("device   bus no such adapter: there is no I2C bus"))
    #expect(text.contains(" ticks, ") && text.contains("; 1 client, 0 lines dropped"))
    // The others ask the daemon too, unless they are told which bus to look at.
    let devices = try await finished("qiblactl", ["devices", "--config", config] + place)
    #expect(devices.output.contains("/stream.sock) and reports:\nI2C bus no such adapter:\n"))
    #expect(devices.status == 1 && devices.errors.contains("no sensor is found"))
    let json = try await finished("qiblactl", ["devices", "--json", "--config", config] + place)
    let list = try JSONValue(parsing: Array(json.output.utf8)[...])
    #expect(list["daemon"]?.string == daemon.socket && list["devices"]?.array?.isEmpty == true)
    let own = try await finished(
      "qiblactl", ["devices", "--bus", "another", "--config", config] + place)
    #expect(own.output.contains("there is no I2C bus another"))
    let doctor = try await finished("qiblactl", ["doctor", "--config", config] + place)
    #expect(doctor.status == 1)
    #expect(doctor.output.contains("FAULT    bus: there is no I2C bus no such adapter; fix: "))
    daemon.program.send(SIGTERM)
    #expect(try await daemon.program.ended() == 0)
  }

  @Test func aDirectoryOfTheConfigurationIsWhereTheDaemonIsLookedFor() async throws {
    let directory = try TemporaryDirectory()
    let config = try directory.file(
      "q.toml",
      "[sensors]\nbus = \"no such adapter\"\n[gpsd]\nenabled = false\n"
        + "[stream]\ndirectory = \"\(directory.path)\"\n")
    let daemon = try await RunningDaemon.start(["--config", config], in: directory)
    // The daemon reports its devices after the first search for them, which may come after its socket.
    var found = try await finished("qiblactl", ["devices", "--config", config])
    for _ in 0..<100 where !found.output.contains("reports:") {
      try await Task.sleep(for: .milliseconds(100))
      found = try await finished("qiblactl", ["devices", "--config", config])
    }
    #expect(found.output.contains("\(daemon.socket)) and reports:"), "\(found)")
    let other = try await finished(
      "qiblactl", ["devices", "--config", config, "--socket-dir", directory.path + "/none"])
    #expect(!other.output.contains("reports:"), "the option comes first")
  }

  @Test func aRecordingHasNoDevicesAndNoStats() async throws {
    for topic in ["devices", "stats"] {
      let run = try await finished(
        "qiblactl", ["replay", Recordings.bundle, "--topics", "reading,\(topic)"])
      #expect(run.status == 64 && run.errors.contains("'\(topic)' is not a topic of a recording"))
    }
  }
}
