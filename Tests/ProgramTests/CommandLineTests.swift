import TestFiles
import Testing

/// Places and numbers with a minus, and what is refused.
@Suite(.timeLimit(.minutes(5))) struct CommandLineTests {
  /// Places as a user types them, with the bearing to the Kaaba.
  ///
  /// Sydney and New York: adhan-js, test/qibla.test.ts (277.4996 and 58.4817 for the full
  /// coordinates). Lima: by hand, tan β = sin Δλ / (cos φ₁ tan φ₂ − sin φ₁ cos Δλ).
  private static let places = [
    ("-33.8688,151.2093", 277.4996), ("40.7128,-74.0059", 58.4817), ("-12.05,-77.04", 72.0283),
    (" 40.7128, -74.0059, -3.5", 58.4817),
  ]

  @Test(arguments: places) func aPlaceMayBeginWithAMinus(place: String, bearing: Double)
    async throws
  {
    for given in [["--position", place], ["--position=" + place]] {
      let run = try await finished(
        "qiblactl", ["replay", Recordings.bundle, "--topics", "qibla"] + given)
      #expect(run.status == 0)
      try expect(Line.split(run.output).first?.number("bearing_deg"), bearing)
    }
    let daemon = try await RunningDaemon.start(
      ["--replay", Recordings.bundle, "--wait-for-client", "--position", place])
    let lines = try await daemon.watcher().lines("a qibla") { $0.contains { $0.type == "qibla" } }
    try expect(lines.first { $0.type == "qibla" }?.number("bearing_deg"), bearing)
  }

  @Test func aDeclinationMayBeNegative() async throws {
    let run = try await finished(
      "qiblactl", ["replay", Recordings.bundle, "--declination", "-12.5"])
    #expect(Line.split(run.output).first?.number("declination_deg") == -12.5)
    let daemon = try await RunningDaemon.start(
      ["--replay", Recordings.bundle, "--wait-for-client", "--declination", "-12.5"])
    let client = try daemon.watcher()
    let lines = try await client.lines("a reading") { $0.contains { $0.type == "reading" } }
    #expect(lines.first { $0.type == "reading" }?.number("declination_deg") == -12.5)
  }

  @Test func aSimulationIsWhereItIsSaidToBe() async throws {
    let place = ["--position", "-33.8688,151.2093", "--declination", "12.5"]
    let trace = try await finished("qiblactl", ["simulate", "--duration", "1"] + place)
    let directory = try TemporaryDirectory()
    let run = try await finished(
      "qiblactl",
      ["replay", directory.file("trace.jsonl", trace.output), "--topics", "qibla"])
    try expect(Line.split(run.output).first?.number("bearing_deg"), 277.4996)
    let daemon = try await RunningDaemon.start(["--simulate"] + place)
    let lines = try await daemon.watcher().lines("lines") {
      $0.contains { $0.type == "qibla" } && $0.contains { $0.type == "reading" }
    }
    try expect(lines.first { $0.type == "qibla" }?.number("bearing_deg"), 277.4996)
    #expect(lines.first { $0.type == "reading" }?.number("declination_deg") == 12.5)
  }

  /// Refused by both programs, behind `qiblactl replay TRACE` and `qiblad --replay TRACE`.
  private static let refused = [
    ["--position", "91,0"], ["--position", "0,361"], ["--position", "abc"], ["--position", "1"],
    ["--position", "nan,0"], ["--position", "1,2,3,4"], ["--position", ""], ["--position"],
    ["--declination", "east"], ["--declination", "-181"], ["--declination", "nan"],
    ["--declination", "0x10"], ["--declination", "1,5"],
    ["--frobnicate"], ["-x"],
  ]

  @Test(arguments: refused) func contradictoryArgumentsAreAUsageError(arguments: [String])
    async throws
  {
    try await expectUsage("qiblactl", ["replay", Recordings.bundle] + arguments)
    try await expectUsage("qiblad", ["--replay", Recordings.bundle] + arguments)
  }

  private static let refusedByDaemon = [
    ["--speed", "0"], ["--speed", "nan"], ["--speed", "inf"], ["--speed", "-1"],
    ["--speed=-1"], ["--speed", "fast"], ["--speed", "1e-300"], ["--speed", "5e-324"],
    ["--speed", "1.8e-15"], ["--speed", "9.9e-7"], ["--speed", "1.1e6"], ["--simulate"], ["extra"],
    ["--seed", "-1"],
    ["--seed", "1"],
  ]

  @Test func aSpeedNeedsARecordingOrASimulation() async throws {
    try await expectUsage("qiblad", ["--speed", "2"], says: "--speed needs --replay or --simulate")
  }

  @Test(arguments: refusedByDaemon)
  func unsupportedArgumentsOfTheDaemonAreAUsageError(arguments: [String]) async throws {
    try await expectUsage("qiblad", ["--replay", Recordings.bundle] + arguments)
  }

  @Test func aLoopNeedsAFile() async throws {
    try await expectUsage("qiblad", ["--replay", "-", "--loop"], says: "standard input")
    try await expectUsage("qiblad", ["--simulate", "--loop"], says: "--loop needs --replay")
  }

  private static let refusedByControl = [
    ["frobnicate"], ["replay"], ["replay", "x", "--topics", "compass"],
    ["replay", "x", "--topics", ""], ["replay", "x", "--use", "gps"], ["watch", "compass"],
    ["watch", "--rate", "0"], ["watch", "--rate", "nan"], ["watch", "--rate", "-1"],
    ["simulate", "--duration", "0"], ["simulate", "--duration", "nan"], ["simulate", "x"],
  ]

  @Test(arguments: refusedByControl)
  func unsupportedArgumentsOfTheCommandsAreAUsageError(arguments: [String]) async throws {
    try await expectUsage("qiblactl", arguments)
  }

  @Test func helpAndVersionAreNoErrors() async throws {
    for program in ["qiblad", "qiblactl"] {
      for argument in ["--help", "--version"] {
        let run = try await finished(program, [argument])
        #expect(run.status == 0 && !run.output.isEmpty && run.errors.isEmpty)
      }
    }
  }

  private func expectUsage(
    _ program: String, _ arguments: [String], says: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let run = try await finished(program, arguments, sourceLocation: sourceLocation)
    #expect(run.status == 64, "\(run.errors)", sourceLocation: sourceLocation)
    #expect(run.output.isEmpty, sourceLocation: sourceLocation)
    #expect(run.errors.hasPrefix("\(program): "), sourceLocation: sourceLocation)
    #expect(run.errors.contains("Usage: \(program)"), sourceLocation: sourceLocation)
    if !says.isEmpty { #expect(run.errors.contains(says), sourceLocation: sourceLocation) }
  }

  private func expect(
    _ bearing: Double?, _ expected: Double, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let bearing = try #require(bearing, sourceLocation: sourceLocation)
    #expect(abs(bearing - expected) < 0.0006, sourceLocation: sourceLocation)
  }
}
