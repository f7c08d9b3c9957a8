import Glibc
import TestFiles
import Testing

/// `qiblactl watch` on a terminal of 80 by 24, as a user sees it.
@Suite(.timeLimit(.minutes(5))) struct DialOnTerminalTests {
  private static let enter = "\u{1B}[?1049h"
  private static let leave = "\u{1B}[?1049l"

  // Ctrl-C is typed, and not sent: the terminal turns it into the signal.
  @Test(arguments: ["\u{03}", "q"])
  func theDialIsDrawnAndTheScreenGivenBack(key: String) async throws {
    let terminal = try PseudoTerminal(columns: 80, rows: 24)
    let daemon = try await RunningDaemon.start(
      ["--replay", Recordings.bundle, "--loop"] + IdentityTests.london)
    let watch = try start(daemon, terminal)
    // The heading in figures of several rows, the Qibla of London in words.
    try await eventually("the dial") {
      ["REPLAY", "█▀█", "119", "ESE", "true"].allSatisfy { terminal.seen.contains($0) }
    }
    #expect(terminal.seen.contains(Self.enter))
    #expect(!terminal.seen.contains(Self.leave))
    #expect(!terminal.echoes)
    terminal.type(key)
    #expect(try await watch.ended() == 0)
    #expect(watch.errors.isEmpty, "\(watch.errors)")
    try await expectGivenBack(terminal)
    #expect(terminal.seen.contains("\u{1B}[?25h"), "the cursor is back")
    #expect(terminal.echoes)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func aSignalGivesTheScreenBack(signal: Int32) async throws {
    let terminal = try PseudoTerminal(columns: 80, rows: 24)
    let daemon = try await RunningDaemon.start(["--simulate"])
    let watch = try start(daemon, terminal)
    try await eventually("the dial") { terminal.seen.contains("SIMULATED") }
    watch.send(signal)
    #expect(try await watch.ended() == 0)
    try await expectGivenBack(terminal)
  }

  // Cleared, and from then on no row is written to that is no longer there.
  @Test func aResizedTerminalIsDrawnAnew() async throws {
    let terminal = try PseudoTerminal(columns: 80, rows: 24)
    let daemon = try await RunningDaemon.start(["--simulate"])
    let watch = try start(daemon, terminal)
    try await eventually("the dial") { terminal.seen.contains("SIMULATED") }
    let cleared = "\u{1B}[2J"
    // One when the screen is taken and one with the first frame.
    #expect(terminal.seen.ranges(of: cleared).count == 2)
    terminal.resize(columns: 40, rows: 12)
    let new = try await eventually("the smaller dial") {
      let clears = terminal.seen.ranges(of: cleared)
      let new = terminal.seen[(clears.last?.upperBound ?? terminal.seen.endIndex)...]
      return clears.count > 2 && new.contains("\u{1B}[?2026l") ? String(new) : nil
    }
    #expect(new.contains("\u{1B}[12;1H") && !new.contains("\u{1B}[13;"))
    terminal.type("q")
    #expect(try await watch.ended() == 0)
  }

  @Test func withoutReconnectADaemonThatDiesGivesTheScreenBackAndIsNamed() async throws {
    let terminal = try PseudoTerminal(columns: 80, rows: 24)
    let daemon = try await RunningDaemon.start(["--simulate"])
    let watch = try start(daemon, terminal, ["--no-reconnect"])
    try await eventually("the dial") { terminal.seen.contains("SIMULATED") }
    daemon.program.send(SIGKILL)
    #expect(try await watch.ended() == 1)
    #expect(watch.errors.hasPrefix("qiblactl: \(daemon.socket): "), "\(watch.errors)")
    #expect(Line.split(watch.errors).count == 1)
    try await expectGivenBack(terminal)
  }

  @Test func theDialWaitsForADaemonAndForTheNextOne() async throws {
    let terminal = try PseudoTerminal(columns: 80, rows: 24)
    let directory = try TemporaryDirectory()
    let watch = try Program(
      "qiblactl", ["watch", "--socket-dir", directory.path], input: .terminal(terminal.name),
      output: .terminal(terminal.name),
      environment: ["TERM": "xterm-256color", "LC_ALL": "C.UTF-8"])
    for run in 1...2 {
      try await eventually("to wait") {
        terminal.seen.ranges(of: "waiting for one").count >= run && !isLast("SIMULATED", terminal)
      }
      let daemon = try await RunningDaemon.start(["--simulate"], in: directory)
      try await eventually("the dial") { isLast("SIMULATED", terminal) }
      daemon.program.send(SIGKILL)
      _ = try await daemon.program.ended()
    }
    terminal.type("q")
    #expect(try await watch.ended() == 0)
    #expect(watch.errors.isEmpty, "\(watch.errors)")
    try await expectGivenBack(terminal)
  }

  /// Whether `text` was drawn later than the remark that there is no daemon.
  private func isLast(_ text: String, _ terminal: PseudoTerminal) -> Bool {
    let seen = terminal.seen
    guard let shown = seen.ranges(of: text).last else { return false }
    return seen.ranges(of: "waiting for one").last.map { $0.lowerBound < shown.lowerBound } ?? true
  }

  @Test func keysTurnThePages() async throws {
    let terminal = try PseudoTerminal(columns: 80, rows: 24)
    let daemon = try await RunningDaemon.start(["--simulate"])
    let watch = try start(daemon, terminal)
    try await eventually("the dial") { terminal.seen.contains("SIMULATED") }
    for (key, text) in [
      ("2", "newest field"), ("\t", "strength"), ("?", "filled half"), ("6", "rhumb line"),
    ] {
      #expect(!terminal.seen.contains(text))
      terminal.type(key)
      try await eventually("page of \(key)") { terminal.seen.contains(text) }
    }
    terminal.type("q")
    #expect(try await watch.ended() == 0)
  }

  // There is no shell behind the program here, so that the kernel does not stop it: it comes back at once.
  @Test func forCtrlZTheScreenIsGivenBackAndTakenAgain() async throws {
    let terminal = try PseudoTerminal(columns: 80, rows: 24)
    let daemon = try await RunningDaemon.start(["--simulate"])
    let watch = try start(daemon, terminal)
    try await eventually("the dial") { terminal.seen.contains("SIMULATED") }
    terminal.type("\u{1A}")
    try await eventually("the dial again") {
      let parts = terminal.seen.split(separator: Self.leave)
      return parts.count == 2 && parts[1].contains(Self.enter) && parts[1].contains("SIMULATED")
    }
    #expect(!terminal.echoes)
    terminal.type("q")
    #expect(try await watch.ended() == 0)
    try await expectGivenBack(terminal)
    #expect(terminal.echoes)
  }

  @Test func theEndOfTheRecordingEndsTheDialWithStatus0() async throws {
    let terminal = try PseudoTerminal(columns: 80, rows: 24)
    let daemon = try await RunningDaemon.start(
      ["--replay", Recordings.bundle, "--speed", "10", "--wait-for-client"])
    let watch = try start(daemon, terminal)
    #expect(try await watch.ended() == 0)
    #expect(watch.errors.isEmpty, "\(watch.errors)")
    try await expectGivenBack(terminal, then: "qiblad ended the connection: replay_ended\r\n")
    #expect(terminal.seen.contains(Self.enter))
  }

  // The window was closed.
  @Test func aTerminalThatGoesAwayEndsIt() async throws {
    let daemon = try await RunningDaemon.start(["--simulate"])
    let watch: Program
    do {
      let terminal = try PseudoTerminal(columns: 80, rows: 24)
      watch = try start(daemon, terminal)
      try await eventually("the dial") { terminal.seen.contains("SIMULATED") }
      terminal.hangUp()
    }
    #expect(try await watch.ended() == 0)
  }

  // A terminal that can only print gets lines, as a pipe does.
  @Test func aDumbTerminalGetsPlainLines() async throws {
    let terminal = try PseudoTerminal(columns: 80, rows: 24)
    let daemon = try await RunningDaemon.start(["--simulate"])
    let watch = try start(daemon, terminal, term: "dumb")
    try await eventually("some lines") { terminal.seen.contains("heading ") }
    #expect(!terminal.seen.contains("\u{1B}"))
    terminal.type("\u{03}")
    #expect(try await watch.ended() == 0)
  }

  /// What was written has arrived a moment after the program's end.
  private func expectGivenBack(
    _ terminal: PseudoTerminal, then farewell: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await eventually("the screen to be given back", sourceLocation: sourceLocation) {
      terminal.seen.hasSuffix(Self.leave + farewell)
    }
  }

  private func start(
    _ daemon: RunningDaemon, _ terminal: PseudoTerminal, _ options: [String] = [],
    term: String = "xterm-256color"
  ) throws -> Program {
    try Program(
      "qiblactl", ["watch", "--socket-dir", daemon.directory.path] + options,
      input: .terminal(terminal.name), output: .terminal(terminal.name),
      environment: ["TERM": term, "LC_ALL": "C.UTF-8"])
  }
}
