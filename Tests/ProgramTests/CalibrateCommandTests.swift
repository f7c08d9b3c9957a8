import Glibc
import TestFiles
import Testing

/// `qiblactl calibrate` with a running daemon.
@Suite(.timeLimit(.minutes(10))) struct CalibrateCommandTests {
  private func calibrate(_ daemon: RunningDaemon, _ words: [String]) throws -> Program {
    try Program("qiblactl", ["calibrate"] + words + ["--socket-dir", daemon.directory.path])
  }

  private func text(_ program: Program) -> String {
    String(decoding: program.output, as: UTF8.self)
  }

  /// A guide in lines that has reported that samples are collected.
  private func collecting(_ daemon: RunningDaemon) async throws -> Program {
    let program = try calibrate(daemon, ["--plain"])
    try await eventually("a line of progress") { text(program).contains("collecting") }
    return program
  }

  // The scene rests, turns through every direction for a minute and rests on six sides: 90 s, at eight times the speed 11 s.
  // The fit runs at low priority: beside other tests on a busy machine it takes minutes.
  @Test func aNewBoardIsCalibratedAndAccurateAfterItsTumble() async throws {
    let daemon = try await RunningDaemon.start([
      "--simulate", "--scene", "first-use", "--speed", "8", "--position", "51.5074,-0.1278",
    ])
    let program = try calibrate(daemon, ["--plain", "--accept"])
    #expect(try await program.ended(within: .seconds(480)) == 0, "\(program.errors)")
    let output = text(program)
    #expect(output.hasPrefix("SIMULATED data: not a live sensor\n"))
    #expect(output.contains("sides rested, grade A, heading error"))
    #expect(output.hasSuffix("the calibration of grade A is in use\n"))
    let client = try daemon.watcher()
    _ = try await client.lines("an accurate reading") { lines in
      lines.contains { $0.type == "reading" && $0.string("status") == "accurate" }
    }
  }

  @Test func ctrlCCancelsAndLeavesWhatWasInUse() async throws {
    let daemon = try await RunningDaemon.start(["--simulate", "--scene", "first-use"])
    let program = try await collecting(daemon)
    program.send(SIGINT)
    #expect(try await program.ended() == 0, "\(program.errors)")
    #expect(text(program).hasSuffix("cancelled; what was in use before is in use\n"))
    try await eventually("the line in the log") {
      daemon.program.errors.contains("control: calibrate cancel")
    }
  }

  @Test func jsonIsTheDaemonsOwnLines() async throws {
    let daemon = try await RunningDaemon.start(["--simulate", "--scene", "first-use"])
    let program = try calibrate(daemon, ["--json"])
    try await eventually("three lines") { text(program).split(separator: "\n").count > 3 }
    program.send(SIGINT)
    #expect(try await program.ended() == 0, "\(program.errors)")
    let lines = text(program).split(separator: "\n")
    #expect(lines.allSatisfy { $0.hasPrefix(#"{"type":"calibration","seq":"#) })
  }

  // At eight times the speed: the tumble takes 11 s.
  @Test func aRecordingOfATumbleIsCalibratedAndSaidToBeAReplay() async throws {
    let directory = try TemporaryDirectory()
    let simulation = try await finished("qiblactl", ["simulate", "--scene", "first-use"])
    let tumble = try directory.file("tumble.jsonl", simulation.output)
    let daemon = try await RunningDaemon.start([
      "--replay", tumble, "--speed", "8", "--loop", "--position", "51.5074,-0.1278",
    ])
    let program = try calibrate(daemon, ["--plain", "--accept"])
    #expect(try await program.ended(within: .seconds(480)) == 0, "\(program.errors)")
    let output = text(program)
    #expect(output.hasPrefix("REPLAY data: not a live sensor\n"), "\(output)")
    #expect(output.hasSuffix("the calibration of grade A is in use\n"), "\(output)")
    let client = try daemon.watcher()
    _ = try await client.lines("an accurate reading") { lines in
      lines.contains { $0.type == "reading" && $0.string("status") == "accurate" }
    }
  }

  @Test func aReplaySaysOnceHowItsCalibrationStandsBeforeOneIsAskedFor() async throws {
    let daemon = try await RunningDaemon.start(["--replay", Recordings.bundle, "--loop"])
    let client = try StreamClient(daemon.directory.path + "/control.sock")
    // A `get` before the daemon's first tick is answered with `not_available`.
    try client.watch(["calibration"])
    let first = try await client.lines("the calibration") {
      $0.contains { $0.type == "calibration" }
    }
    #expect(first.contains { $0.text.hasPrefix(#"{"type":"calibration","seq":0,"#) })
    try client.send(#"{"id":2,"do":"get","topic":"calibration"}"# + "\n")
    let answer = try await client.lines("an answer") { $0.contains { $0.number("id") == 2 } }
    #expect(
      answer.contains { $0.type == "reply" && $0.text.contains(#""type":"calibration","seq":0,"#) })
    try client.send(#"{"id":3,"do":"calibrate","action":"start"}"# + "\n")
    _ = try await client.lines("a reply") { lines in
      lines.contains { $0.type == "reply" && $0.number("id") == 3 }
    }
    _ = try await client.lines("the state of the collection") { lines in
      lines.contains { $0.type == "calibration" && $0.string("status") == "collecting" }
    }
  }

  // The daemon has one collection. A second `start` begins it again for every front end, and a `cancel` ends it for all.
  @Test func twoFrontEndsShareOneCollection() async throws {
    let daemon = try await RunningDaemon.start(["--simulate", "--scene", "first-use"])
    let first = try await collecting(daemon)
    let second = try StreamClient(daemon.directory.path + "/control.sock")
    try second.watch(["calibration", "event"])
    try second.send(#"{"id":2,"do":"calibrate","action":"start"}"# + "\n")
    _ = try await second.lines("the collection that began again") { lines in
      lines.contains { $0.string("name") == "calibration_started" }
    }
    try second.send(#"{"id":3,"do":"calibrate","action":"accept"}"# + "\n")
    let early = try await second.lines("a refusal") { $0.contains { $0.type == "error" } }
    #expect(early.contains { $0.string("code") == "not_available" })
    // It goes on for the first one.
    let seen = text(first).utf8.count
    try await eventually("more progress") { text(first).utf8.count > seen }
    first.send(SIGINT)
    #expect(try await first.ended() == 0, "\(first.errors)")
    _ = try await second.lines("the end") { lines in
      lines.contains { $0.type == "calibration" && $0.string("status") == "none" }
    }
  }

  @Test func aFrontEndThatDiesLeavesTheCollectionToTheNextOne() async throws {
    let daemon = try await RunningDaemon.start(["--simulate", "--scene", "first-use"])
    let first = try await collecting(daemon)
    first.send(SIGKILL)
    _ = try await first.ended()
    let second = try StreamClient(daemon.directory.path + "/control.sock")
    try second.watch(["calibration"])
    _ = try await second.lines("the collection") { lines in
      lines.count { $0.type == "calibration" && $0.string("status") == "collecting" } > 2
    }
    try second.send(#"{"id":2,"do":"calibrate","action":"cancel"}"# + "\n")
    _ = try await second.lines("the reply") { $0.contains { $0.type == "reply" } }
  }

  @Test func acceptWithoutACandidateSaysSo() async throws {
    let daemon = try await RunningDaemon.start(["--simulate"])
    for words in [["accept"], ["discard"], ["rollback"]] {
      let program = try calibrate(daemon, words)
      #expect(try await program.ended() == 1, "\(words)")
      #expect(program.errors.split(separator: "\n").count == 1, "\(program.errors)")
    }
  }

  @Test func anUnknownSceneIsAnErrorOfUse() async throws {
    let program = try Program("qiblad", ["--simulate", "--scene", "nowhere"])
    #expect(try await program.ended() == 64)
    #expect(program.errors.contains("there is no scene \"nowhere\""))
    let alone = try Program("qiblad", ["--scene", "tumble"])
    #expect(try await alone.ended() == 64)
  }
}
