import Glibc
import TestFiles
import Testing

/// `qiblactl watch` without a terminal, and what pipes do to both commands.
@Suite(.timeLimit(.minutes(5))) struct WatchTests {
  @Test func jsonLinesAreThoseOfTheStream() async throws {
    let daemon = try await RunningDaemon.start(
      ["--replay", Recordings.bundle, "--wait-for-client", "--speed", "max"]
        + IdentityTests.london)
    let watch = try await finished(
      "qiblactl", ["watch", "--json", "--socket-dir", daemon.directory.path])
    let offline = try await finished(
      "qiblactl",
      ["replay", Recordings.bundle, "--topics", "reading,event,state,qibla,position"]
        + IdentityTests.london)
    #expect(watch.status == 0 && watch.errors.isEmpty, "\(watch.errors)")
    let lines = Line.split(watch.output)
    #expect(lines.first?.type == "hello" && lines.last?.type == "bye")
    #expect(lines.filter(\.isOfTopic).map(\.withoutLive) == Line.split(offline.output))
    // `field` and `calibration` come from a daemon only.
    #expect(lines.count { !$0.isOfTopic && !["field", "calibration"].contains($0.type) } == 2)
  }

  @Test func topicsAndRateAreThoseAskedFor() async throws {
    let daemon = try await RunningDaemon.start(
      ["--replay", Recordings.bundle, "--wait-for-client", "--speed", "max"])
    let watch = try await finished(
      "qiblactl",
      ["watch", "reading", "--rate", "5", "--json", "--socket-dir", daemon.directory.path])
    let types = Line.split(watch.output).dropFirst().dropLast().map(\.type)
    #expect(Set(types) == ["reading"])
    #expect((45...55).contains(types.count))  // of 10 s
  }

  @Test func withoutATerminalThereArePlainLines() async throws {
    let daemon = try await RunningDaemon.start(
      ["--replay", Recordings.bundle, "--wait-for-client", "--speed", "max"]
        + IdentityTests.london)
    let watch = try await finished("qiblactl", ["watch", "--socket-dir", daemon.directory.path])
    #expect(watch.status == 0 && watch.errors.isEmpty, "\(watch.errors)")
    let lines = Line.split(watch.output).map(\.text)
    #expect(lines.first == "REPLAY data: not a live sensor")
    #expect(lines.last?.hasPrefix("qiblad ended the connection") == true)
    #expect(lines.contains { $0.hasPrefix("heading ") && $0.contains("Qibla") })
    #expect(lines.count > 30)  // 4 Hz of 10 s
    #expect(!watch.output.contains("\u{1B}"))
  }

  @Test(arguments: [["--json"], []], [SIGINT, SIGTERM])
  func aSignalEndsItWithStatus0(view: [String], signal: Int32) async throws {
    let daemon = try await RunningDaemon.start(["--simulate"])
    let watch = try Program(
      "qiblactl", ["watch", "--socket-dir", daemon.directory.path] + view)
    try await eventually("lines") { watch.output.count > 500 }
    watch.send(signal)
    #expect(try await watch.ended() == 0)
    #expect(watch.errors.isEmpty, "\(watch.errors)")
    #expect(watch.output.last == UInt8(ascii: "\n"), "no half line")
  }

  // `qiblactl watch --json | less`: Ctrl-C has to work while less shows its first page.
  @Test(arguments: [["--json"], []])
  func aSignalEndsWatchEvenIfTheOutputIsNotRead(view: [String]) async throws {
    let daemon = try await RunningDaemon.start(
      ["--replay", Recordings.bundle, "--loop", "--speed", "max"])
    let pipe = try PipeEnds()
    let watch = try Program(
      "qiblactl", ["watch", "--rate", "60", "--socket-dir", daemon.directory.path] + view,
      output: .descriptor(pipe.writing))
    pipe.closeWriting()
    var (left, looks) = (Int32(0), 0)
    try await eventually("the pipe to be full") {
      var now: Int32 = 0
      try #require(ioctl(pipe.reading, UInt(FIONREAD), &now) == 0)
      looks = now == left ? looks + 1 : 0
      left = now
      return now > 32_768 && looks > 40
    }
    watch.send(SIGINT)
    #expect(try await watch.ended(within: .seconds(10)) == 0)
    withExtendedLifetime(pipe) {}
  }

  @Test(arguments: [["--json"], []])
  func withoutReconnectADaemonThatDiesIsOneLineAndStatus1(view: [String]) async throws {
    let daemon = try await RunningDaemon.start(["--simulate"])
    let watch = try Program(
      "qiblactl", ["watch", "--no-reconnect", "--socket-dir", daemon.directory.path] + view)
    try await eventually("lines") { watch.output.count > 500 }
    daemon.program.send(SIGKILL)
    #expect(try await watch.ended() == 1)
    #expect(watch.errors.hasPrefix("qiblactl: \(daemon.socket): "), "\(watch.errors)")
    #expect(Line.split(watch.errors).count == 1)
  }

  @Test func withoutReconnectAndADaemonTheErrorNamesTheSocketsTried() async throws {
    let directory = try TemporaryDirectory()
    for (arguments, environment) in [
      (["--socket-dir", directory.path], [:]), ([], ["QIBLAD_SOCKET_DIR": directory.path]),
    ] {
      let run = try await finished(
        "qiblactl", ["watch", "--no-reconnect"] + arguments, environment: environment)
      #expect(run.status == 1 && run.output.isEmpty)
      #expect(run.errors.hasPrefix("qiblactl: no daemon answers: "), "\(run.errors)")
      #expect(run.errors.contains("\(directory.path)/stream.sock (no such socket)"))
      #expect(run.errors.contains("--socket-dir"))
      #expect(Line.split(run.errors).count == 1)
    }
  }

  // Only where no daemon of this machine would answer.
  @Test(
    .enabled(
      if: kind(of: "/run/qiblad/stream.sock") == nil
        && kind(of: "/tmp/qiblad-\(getuid())/stream.sock") == nil,
      "a daemon runs on this machine"))
  func withoutADirectoryEveryPlaceIsNamed() async throws {
    let directory = try TemporaryDirectory()
    let run = try await finished(
      "qiblactl", ["watch", "--no-reconnect"], environment: ["XDG_RUNTIME_DIR": directory.path])
    #expect(run.status == 1)
    for place in ["/run/qiblad", directory.path + "/qiblad", "/tmp/qiblad-\(getuid())"] {
      #expect(run.errors.contains(place + "/stream.sock"), "\(run.errors)")
    }
  }

  @Test(arguments: [["watch", "--json"], ["watch"]])
  func aReaderThatClosesThePipeEndsWatchWithoutError(command: [String]) async throws {
    let daemon = try await RunningDaemon.start(["--simulate"])
    try await expectQuietEnd(command + ["--socket-dir", daemon.directory.path])
  }

  @Test func aReaderThatClosesThePipeEndsReplayAndSimulateWithoutError() async throws {
    try await expectQuietEnd(["replay", Recordings.bundle])
    try await expectQuietEnd(["simulate"])
  }

  /// `qiblactl … | head -1`: status 0 and not a word.
  private func expectQuietEnd(
    _ arguments: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let pipe = try PipeEnds()
    let program = try Program("qiblactl", arguments, output: .descriptor(pipe.writing))
    pipe.closeWriting()
    var byte: UInt8 = 0
    try await eventually("a first byte", sourceLocation: sourceLocation) {
      var left: Int32 = 0
      return ioctl(pipe.reading, UInt(FIONREAD), &left) == 0 && left > 0
    }
    #expect(read(pipe.reading, &byte, 1) == 1, sourceLocation: sourceLocation)
    pipe.closeReading()
    #expect(try await program.ended() == 0, sourceLocation: sourceLocation)
    #expect(program.errors.isEmpty, "\(program.errors)", sourceLocation: sourceLocation)
  }
}
