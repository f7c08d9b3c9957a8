import Glibc
import JSON
import TestFiles
import Testing

/// `--config`: a bad file stops the start with one line, a good one is used, the command line wins.
@Suite(.timeLimit(.minutes(5))) struct ConfigurationFileTests {
  /// What is in the file, and what the complaint has to name.
  private static let bad: [(text: String, words: [String])] = [
    ("[north]\ndeclination = 3\n", ["north.declination", "north.declination_deg"]),
    ("[nroth]\ndeclination_deg = 3\n", ["nroth", "[north]"]),
    ("[wholly_unlike]\n", ["wholly_unlike", "unknown key"]),
    ("[north]\ndeclination_deg = \"3\"\n", ["north.declination_deg", "\"3\"", "-180 to 180"]),
    ("[north]\ndeclination_deg = true\n", ["north.declination_deg", "true", "a number"]),
    ("north = 3\n", ["north", "a table"]),
    ("[north]\ndeclination_deg = 200\n", ["north.declination_deg", "200", "-180 to 180"]),
    ("[north]\ndeclination_deg = nan\n", ["north.declination_deg", "-180 to 180"]),
    ("[place]\nlatitude_deg = 91\nlongitude_deg = 0\n", ["place.latitude_deg", "-90 to 90"]),
    ("[place]\nlatitude_deg = 51\n", ["place.longitude_deg", "missing"]),
    ("[stream]\nmode = \"0999\"\n", ["stream.mode", "octal"]),
    ("[log]\nlevel = \"loud\"\n", ["log.level", "\"loud\"", "warning"]),
    ("[alignment]\nenter_deg = 8\n", ["alignment", "leave_deg"]),
    ("[north]\ndeclination_deg =\n", ["line 2"]),
    ("[north\ndeclination_deg = 3\n", ["line 1"]),
    ("[north]\ndeclination_deg = 1\ndeclination_deg = 2\n", ["line 3"]),
  ]

  @Test(arguments: bad.indices) func aBadFileStopsTheStart(index: Int) async throws {
    let directory = try TemporaryDirectory()
    let file = try directory.file("qiblad.toml", Self.bad[index].text)
    try await expectRefusal(file, Self.bad[index].words, in: directory)
  }

  @Test func aFileThatCannotBeReadStopsTheStart() async throws {
    let directory = try TemporaryDirectory()
    try await expectRefusal(directory.path + "/none.toml", ["no such file"], in: directory)
    try await expectRefusal(directory.path, ["is a directory"], in: directory)
    try await expectRefusal("/bin/ls", ["not a text file"], in: directory, orTooLarge: true)
  }

  @Test func anEmptyFileIsValid() async throws {
    for text in ["", "\n", "# nothing\n", "[north]\n[place]\n"] {
      let reading = try await reading(config: text, [])
      #expect(reading.why.contains("no_position") && reading.why.contains("no_declination"))
    }
  }

  private static let sydney = """
    [place]
    latitude_deg = -33.8688
    longitude_deg = 151.2093
    [north]
    declination_deg = 12.75

    """

  // adhan-js, test/qibla.test.ts: 277.4996
  @Test func placeAndDeclinationAreUsed() async throws {
    let reading = try await reading(config: Self.sydney, [])
    #expect(try abs(#require(reading.number("qibla_deg")) - 277.4996) < 0.0006)
    #expect(reading.number("declination_deg") == 12.75)
    #expect(reading["pointer_deg"] != nil)
  }

  // adhan-js: New York 58.4817
  @Test func theCommandLineWins() async throws {
    let reading = try await reading(
      config: Self.sydney, ["--position", "40.7128,-74.0059", "--declination", "-12.5"])
    #expect(try abs(#require(reading.number("qibla_deg")) - 58.4817) < 0.0006)
    #expect(reading.number("declination_deg") == -12.5)
  }

  // Jerusalem's Dome of the Rock lies due north of a place on its meridian.
  @Test func theTargetIsUsed() async throws {
    let config = """
      [place]
      latitude_deg = 30
      longitude_deg = 35.2354
      [target]
      name = "Dome of the Rock"
      latitude_deg = 31.778
      longitude_deg = 35.2354

      """
    let directory = try TemporaryDirectory()
    let daemon = try await start(config, [], in: directory)
    let lines = try await daemon.watcher().lines("a qibla") { $0.contains { $0.type == "qibla" } }
    let qibla = try #require(lines.first { $0.type == "qibla" })
    #expect(qibla.number("bearing_deg") == 0)
    #expect(qibla["target"]?["name"]?.string == "Dome of the Rock")
  }

  // Tests/Reference/qibla: London by WGS84 118.868, and by hand 133.827 on Mercator’s map.
  @Test(arguments: [("great_circle", 118.987), ("geodesic", 118.868), ("rhumb", 133.827)])
  func thePointerFollowsTheMethodOfTheConfiguration(method: String, bearing: Double) async throws {
    let reading = try await reading(
      config: "[target]\nmethod = \"\(method)\"\n",
      ["--position", "51.5074,-0.1278", "--date", "2026-11-21"])
    #expect(reading.number("qibla_deg") == bearing)
    let heading = try #require(reading.number("heading_true_deg"))
    let pointer = try #require(reading.number("pointer_deg"))
    #expect(abs((pointer + heading - bearing).remainder(dividingBy: 360)) < 0.002)
  }

  @Test func aCoefficientFileThatCannotBeReadStopsTheStart() async throws {
    let directory = try TemporaryDirectory()
    let cases = [
      ("/nonexistent.COF", "/nonexistent.COF: there is no such file"),
      (try directory.file("a.COF", "IGRF"), "a.COF: line 1: it begins with"),
    ]
    for (path, says) in cases {
      let run = try await finished(
        "qiblad",
        [
          "--simulate", "--socket-dir", directory.path, "--config",
          directory.file("q.toml", "[north]\ncoefficients = \"\(path)\"\n"),
        ])
      #expect(run.status == 78 && run.errors.contains(says), "\(run.errors)")
    }
  }

  @Test func theSocketsPlaceAndModeAndTheLogsLevelAreUsed() async throws {
    let directory = try TemporaryDirectory()
    let configured = try directory.directory("configured")
    let given = try directory.directory("given")
    let file = try directory.file(
      "qiblad.toml",
      "[stream]\ndirectory = \"\(configured)\"\nmode = \"0640\"\n[log]\nlevel = \"error\"\n")
    let first = try Program("qiblad", ["--simulate", "--config", file])
    // It is made for its owner alone, and opened then.
    try await eventually("the socket with its mode") {
      var info = stat()
      return stat(configured + "/stream.sock", &info) == 0 && info.st_mode == S_IFSOCK | 0o640
    }
    let second = try Program("qiblad", ["--simulate", "--config", file, "--socket-dir", given])
    try await eventually("the other socket") { kind(of: given + "/stream.sock") == S_IFSOCK }
    for program in [first, second] {
      program.send(SIGTERM)
      #expect(try await program.ended() == 0)
      #expect(program.errors.isEmpty)
    }
  }

  /// A daemon that replays the bundled recording with this configuration.
  private func start(
    _ config: String, _ arguments: [String], in directory: TemporaryDirectory
  ) async throws -> RunningDaemon {
    let file = try directory.file("qiblad.toml", config)
    return try await RunningDaemon.start(
      ["--config", file, "--replay", Recordings.bundle, "--wait-for-client"] + arguments,
      in: directory)
  }

  private func reading(config: String, _ arguments: [String]) async throws -> Line {
    let daemon = try await start(config, arguments, in: TemporaryDirectory())
    let client = try daemon.watcher()
    let lines = try await client.lines("a reading") { $0.contains { $0.type == "reading" } }
    return try #require(lines.first { $0.type == "reading" })
  }

  private func expectRefusal(
    _ file: String, _ words: [String], in directory: TemporaryDirectory, orTooLarge: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let run = try await finished(
      "qiblad", ["--config", file, "--simulate", "--socket-dir", directory.path])
    // EX_CONFIG of sysexits.h: a service manager does not start it again.
    #expect(run.status == 78, sourceLocation: sourceLocation)
    #expect(
      run.errors.hasPrefix("<3>qiblad: \(file): "), "\(run.errors)", sourceLocation: sourceLocation)
    #expect(Line.split(run.errors).count == 1, "\(run.errors)", sourceLocation: sourceLocation)
    if orTooLarge, run.errors.contains("too large") { return }
    for word in words {
      #expect(run.errors.contains(word), sourceLocation: sourceLocation)
    }
  }
}
