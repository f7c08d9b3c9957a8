import Glibc
import TestFiles
import Testing

/// `qiblactl setup`: answers become settings, and everything else in the file stays.
@Suite(.timeLimit(.minutes(5))) struct SetupCommandTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func setup(_ arguments: String..., file: String = "q.toml") async throws -> (
    status: Int32, output: String, errors: String
  ) {
    try await finished(
      "qiblactl", ["setup", "--config", directory.path + "/" + file] + arguments)
  }

  private func text(_ file: String = "q.toml") throws -> String {
    String(decoding: try contents(of: directory.path + "/" + file), as: UTF8.self)
  }

  @Test func theAnswersBecomeAConfigurationThatTheDaemonTakes() async throws {
    let done = try await setup(
      "--yes", "--place=-33.87,151.21", "--board", "adafruit-4479", "--mount", "y x -z",
      "--readers", "group")
    #expect(done.status == 0 && done.errors.isEmpty)
    #expect(done.output.contains("qiblactl doctor") && done.output.contains("SocketMode=0660"))
    #expect(
      try text() == """
        [place]
        latitude_deg = -33.87
        longitude_deg = 151.21

        [mount]
        board = "adafruit-4479 y x -z"

        [stream]
        mode = "0660"

        """)
    let check = try await finished(
      "qiblad", ["--check-config", "--config", directory.path + "/q.toml"])
    #expect(check.status == 0)
  }

  @Test func whatIsInTheFileStays() async throws {
    let before = "# mine\n[place]\nlatitude_deg = 1 # here\nlongitude_deg = 2\n[gpsd]\nport = 3\n"
    _ = try directory.file("q.toml", before)
    #expect(try await setup("--yes", "--place", "4,5").status == 0)
    #expect(
      try text() == "# mine\n[place]\nlatitude_deg = 4.0\nlongitude_deg = 5.0\n[gpsd]\nport = 3\n")
    let nothing = try await setup("--yes")
    #expect(nothing.status == 0 && nothing.errors.contains("stays as it is"))
  }

  @Test func aPlaceOnTheMeridianOrTheEquatorHasNoSign() async throws {
    #expect(try await setup("--yes", "--place", "51,-0").status == 0)
    #expect(try text() == "[place]\nlatitude_deg = 51.0\nlongitude_deg = 0.0\n")
  }

  @Test func whatCannotBeUsedIsNamedAndChangesNothing() async throws {
    let before = "[gpsd]\nport = 3\n"
    _ = try directory.file("q.toml", before)
    for (arguments, word) in [
      (["--place", "91,0"], "latitude"), (["--place", "51,5 -0,13"], "decimal point"),
      (["--board", "adafruit-1"], "qiblactl mount list"),
      (["--mount", "x x x"], "the mount"), (["--readers", "none"], "readers"),
    ] {
      let refused = try await finished(
        "qiblactl", ["setup", "--yes", "--config", directory.path + "/q.toml"] + arguments)
      #expect(refused.status == 64 && refused.errors.contains(word), "\(arguments)")
    }
    _ = try directory.file("bad.toml", "[nroth]\n")
    let bad = try await setup("--yes", "--place", "4,5", file: "bad.toml")
    #expect(bad.status == 1 && bad.errors.contains("nroth"))
    #expect(try text() == before && text("bad.toml") == "[nroth]\n")
  }

  @Test(arguments: [
    (["--mount", "x -y -z"], "sparkfun-19895 x -y -z"),
    (["--board", "adafruit-4479"], "adafruit-4479 y x -z"),
  ])
  func aBoardOrAMountKeepsTheOtherHalfOfTheFile(options: [String], value: String) async throws {
    let file = try directory.file("q.toml", "[mount]\nboard = \"sparkfun-19895 y x -z\"\n")
    let done = try await finished("qiblactl", ["setup", "--yes", "--config", file] + options)
    #expect(done.status == 0 && done.output.contains("[mount] board = \"\(value)\"\n"), "\(done)")
    #expect(try text() == "[mount]\nboard = \"\(value)\"\n")
  }

  @Test(arguments: [["--mount", "x -y -z"], ["--board", "adafruit-4479"]])
  func aMountThatTheMagnetometersComesBeforeIsNotWritten(options: [String]) async throws {
    let before = "[mount]\nmagnetometer = \"y x -z\"\n"
    let file = try directory.file("q.toml", before)
    let refused = try await finished("qiblactl", ["setup", "--yes", "--config", file] + options)
    #expect(refused.status == 1 && refused.output.isEmpty && refused.errors.contains("by hand"))
    #expect(try text() == before)
  }

  @Test func anEmptyAnswerKeepsTheBoardOfTheFile() async throws {
    let file = try directory.file("q.toml", "[mount]\nboard = \"sparkfun-19895 y x -z\"\n")
    let terminal = try PseudoTerminal(columns: 100, rows: 30)
    let setup = try Program(
      "qiblactl", ["setup", "--config", file],
      input: .terminal(terminal.name), output: .terminal(terminal.name))
    for (question, answer) in [
      ("Where is", ""), ("Which board?", ""), ("point forward", "x -y -z"), ("Who may read", ""),
    ] {
      try await eventually(question) { terminal.seen.contains(question) }
      terminal.type(answer + "\n")
    }
    #expect(try await setup.ended() == 0)
    #expect(try text() == "[mount]\nboard = \"sparkfun-19895 x -y -z\"\n")
  }

  @Test func withoutATerminalItSaysHowToAnswer() async throws {
    let refused = try await setup()
    #expect(refused.status == 1 && refused.errors.contains("--yes"))
    #expect(entries(of: directory.path).isEmpty)
  }

  @Test func theQuestionsAreAskedAgainUntilTheirAnswersCanBeUsed() async throws {
    let terminal = try PseudoTerminal(columns: 100, rows: 30)
    let setup = try Program(
      "qiblactl", ["setup", "--config", directory.path + "/q.toml"],
      input: .terminal(terminal.name), output: .terminal(terminal.name))
    try await eventually("the first question") { terminal.seen.contains("Where is the device?") }
    terminal.type("91,0\n")
    try await eventually("what is wrong") { terminal.seen.ranges(of: "Where is").count == 2 }
    #expect(terminal.seen.contains("latitude"))
    terminal.type("-33.87, 151.21\n")
    try await eventually("the second") { terminal.seen.contains("Which board?") }
    terminal.type("adafruit-1\n")
    try await eventually("the second again") { terminal.seen.ranges(of: "Which board?").count == 2 }
    #expect(terminal.seen.contains("there is no board \"adafruit-1\""))
    terminal.type("adafruit-4479\n")
    try await eventually("the third") { terminal.seen.contains("point forward, right and down?") }
    terminal.type("\n")
    try await eventually("the fourth") { terminal.seen.contains("Who may read") }
    terminal.type("group\n")
    #expect(try await setup.ended() == 0)
    #expect(
      try text() == """
        [place]
        latitude_deg = -33.87
        longitude_deg = 151.21

        [mount]
        board = "adafruit-4479"

        [stream]
        mode = "0660"

        """)
  }

  @Test func fourEmptyAnswersChangeNothing() async throws {
    let terminal = try PseudoTerminal(columns: 100, rows: 30)
    let setup = try Program(
      "qiblactl", ["setup", "--config", directory.path + "/q.toml"],
      input: .terminal(terminal.name), output: .terminal(terminal.name))
    for question in ["Where is", "Which board?", "point forward", "Who may read"] {
      try await eventually(question) { terminal.seen.contains(question) }
      terminal.type("\n")
    }
    #expect(try await setup.ended() == 0)
    #expect(setup.errors.contains("stays as it is"))
    #expect(entries(of: directory.path).isEmpty)
  }
}
