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

  // The scene rests, turns through every direction for a minute and rests on six sides: 90 s. The fit runs at low priority:
  // beside other tests on a busy machine it takes minutes.
  @Test func aNewBoardIsCalibratedAndAccurateAfterItsTumble() async throws {
    let daemon = try await RunningDaemon.start([
      "--simulate", "--scene", "first-use", "--position", "51.5074,-0.1278",
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
    let program = try calibrate(daemon, ["--plain"])
    try await eventually("a line of progress") { text(program).contains("collecting") }
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

  @Test func aReplayIsNotCalibrated() async throws {
    let daemon = try await RunningDaemon.start(["--replay", Recordings.bundle, "--loop"])
    let program = try calibrate(daemon, ["--plain"])
    #expect(try await program.ended() == 1)
    #expect(program.output.isEmpty)
    #expect(program.errors.split(separator: "\n").count == 1, "\(program.errors)")
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
