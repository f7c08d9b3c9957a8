import Glibc
import JSON
import TestFiles
import Testing

/// Recordings of a running daemon, over its control socket and by `qiblactl record`.
@Suite(.timeLimit(.minutes(5))) struct RecordTests {
  private static let nobody: uid_t = 65_534
  /// The topics that a replay has.
  private static let topics = "reading,state,event,qibla,position"

  private func qiblactl(
    _ daemon: RunningDaemon, _ words: [String]
  ) async throws -> (status: Int32, output: String, errors: String) {
    try await finished("qiblactl", words + ["--socket-dir", daemon.directory.path])
  }

  private func replay(_ path: String) async throws -> [Line] {
    let run = try await finished("qiblactl", ["replay", path, "--topics", Self.topics])
    #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
    return Line.split(run.output)
  }

  @Test func aRecordingFromTheStartIsWhatTheClientsGot() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/start.jsonl.gz"
    let daemon = try await RunningDaemon.start([
      "--replay", Recordings.bundle, "--record", path, "--wait-for-client", "--speed", "max",
      "--position", "51.5074,-0.1278", "--date", "2026-11-21",
    ])
    let lines = try await daemon.watcher().linesToTheEnd()
      .filter(\.isOfTopic).map(\.withoutLive)
    #expect(try await daemon.program.ended() == 0)
    let last = try #require(lines.last)
    #expect(last.string("name") == "recording_stopped" && last.string("reason") == "source_ended")
    #expect(lines.contains { $0.string("name") == "recording_started" })
    #expect(lines.count > 500)
    #expect(try await replay(path) == Array(lines.dropLast()))
  }

  @Test func aRecordingIsWholeAfterEachEndOfTheDaemon() async throws {
    for signal in [SIGTERM, SIGINT, SIGKILL] {
      let directory = try TemporaryDirectory()
      let path = directory.path + "/end.jsonl.gz"
      let daemon = try await RunningDaemon.start([
        "--replay", Recordings.bundle, "--loop", "--speed", "20", "--record", path,
      ])
      // Twenty times as fast: 5 s of inputs, after which a member is written, come in 0.25 s.
      try await eventually("a file with something in it") { try contents(of: path).count > 20_000 }
      daemon.program.send(signal)
      _ = try await daemon.program.ended()
      let run = try await finished("qiblactl", ["replay", path])
      #expect(run.status == 0 && run.errors.isEmpty && run.output.count > 1000, "\(run.errors)")
    }
  }

  @Test(arguments: [["--simulate"], ["--replay", Recordings.bundle, "--loop"]])
  func theEndOfTheDaemonEndsTheRecordingWithAnEvent(source: [String]) async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/stop.jsonl.gz"
    let daemon = try await RunningDaemon.start(source + ["--record", path])
    let client = try daemon.client()
    try client.watch(["event", "reading"])
    _ = try await client.lines("readings") { $0.count { $0.type == "reading" } > 30 }
    daemon.program.send(SIGTERM)
    let lines = try await client.linesToTheEnd()
    #expect(try await daemon.program.ended() == 0)
    let events = lines.filter { $0.string("name") == "recording_stopped" }
    #expect(events.map { $0.string("reason") } == ["shutting_down"], "\(lines.suffix(3))")
    #expect(events.first?.string("file") == "stop.jsonl.gz" && lines.last?.type == "bye")
    let run = try await finished("qiblactl", ["replay", path])
    #expect(run.status == 0 && run.errors.isEmpty && run.output.count > 1000, "\(run.errors)")
  }

  // ulimit -f counts blocks of 512 bytes: 60 kB. The kernel sends SIGXFSZ, and EFBIG where that is ignored.
  @Test func aDiskThatTakesNoMoreEndsTheRecordingWithAnEventAndAWholeFile() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/full.jsonl.gz"
    let program = try Program(
      "/bin/sh",
      [
        "-c", "ulimit -f 120; exec \"$0\" \"$@\"", Program.folder + "/qiblad", "--socket-dir",
        directory.path, "--replay", Recordings.bundle, "--loop", "--speed", "20", "--record", path,
        "--config", "/dev/null",
      ])
    try await eventually("the socket") { program.errors.contains("listening on") }
    let client = try StreamClient(directory.path + "/stream.sock")
    try client.watch(["event"])
    let lines = try await client.lines("the event") {
      $0.contains { $0.string("name") == "recording_stopped" }
    }
    let event = try #require(lines.last { $0.string("name") == "recording_stopped" })
    #expect(event.string("reason") == "disk_full" && event.string("file") == "full.jsonl.gz")
    try await eventually("the line in the log") { program.errors.contains("ended by disk_full") }
    let run = try await finished("qiblactl", ["replay", path])
    #expect(run.status == 0 && run.errors.isEmpty && run.output.count > 1000, "\(run.errors)")
    // The heading goes on.
    try client.watch(["reading"])
    _ = try await client.lines("readings") { $0.count { $0.type == "reading" } > 50 }
    program.send(SIGTERM)
    #expect(try await program.ended() == 0)
  }

  @Test func theCommandRecordsForATimeAndNamesTheFile() async throws {
    let directory = try TemporaryDirectory()
    let daemon = try await RunningDaemon.start(
      ["--simulate", "--state-dir", directory.path, "--position", "51.5074,-0.1278"])
    let client = try daemon.watcher()
    let run = try await qiblactl(daemon, ["record", "walk", "--for", "1s"])
    let path = directory.path + "/recordings/walk.jsonl.gz"
    #expect(run.status == 0 && run.output.hasPrefix(path + ": 1.0 s, "), "\(run)")
    #expect(run.output.contains("the time is over") && run.errors.contains("Ctrl-C ends it"))
    let replayed = try await replay(path)
    #expect((55...62).contains(replayed.count { $0.type == "reading" }))
    #expect(replayed.contains { $0.type == "qibla" })
    let lines = try await client.lines("both events") {
      $0.contains { $0.string("name") == "recording_stopped" }
    }
    #expect(lines.contains { $0.string("name") == "recording_started" })
    let again = try await qiblactl(daemon, ["record", "walk", "--for", "1s"])
    #expect(again.status == 1 && again.errors.contains("--force"), "\(again)")
    let forced = try await qiblactl(daemon, ["record", "walk", "--for", "1s", "--force", "--json"])
    let answer = try JSONValue(parsing: Array(forced.output.utf8)[...])
    #expect(answer["path"]?.string == path && answer["reason"]?.string == "time_limit")
  }

  @Test func aRecordingGoesOnUntilItIsStopped() async throws {
    let directory = try TemporaryDirectory()
    let daemon = try await RunningDaemon.start(["--simulate"])
    let path = directory.path + "/on.jsonl.gz"
    #expect(
      try await qiblactl(daemon, ["record", "status"]).output == "nothing is recorded\n")
    let stopped = try await qiblactl(daemon, ["record", "stop"])
    #expect(stopped.status == 1 && stopped.errors.contains("nothing is recorded"))
    let start = try await qiblactl(daemon, ["record", path, "--until-stopped"])
    #expect(start.status == 0 && start.output.contains("qiblactl record stop"), "\(start)")
    let busy = try await qiblactl(daemon, ["record", directory.path + "/b", "--until-stopped"])
    #expect(busy.status == 1 && busy.errors.contains("\(path) runs already"), "\(busy)")
    let status = try await qiblactl(daemon, ["record", "status"])
    #expect(status.output.hasPrefix("recording to \(path): "), "\(status)")
    let client = try daemon.watcher()
    _ = try await client.lines("a state that says so") {
      $0.contains { $0.type == "state" && $0.text.contains(#""recording":"on.jsonl.gz""#) }
    }
    let stop = try await qiblactl(daemon, ["record", "stop"])
    #expect(stop.status == 0 && stop.output.contains("ended as asked"), "\(stop)")
    #expect(try await replay(path).count > 10)
    #expect(directory.names == ["on.jsonl.gz"])
  }

  @Test func ctrlCEndsTheRecording() async throws {
    let directory = try TemporaryDirectory()
    let daemon = try await RunningDaemon.start(["--simulate"])
    let path = directory.path + "/ctrl-c.jsonl.gz"
    let command = try Program(
      "qiblactl", ["record", path, "--socket-dir", daemon.directory.path])
    try await eventually("the command's line") { command.errors.contains("Ctrl-C ends it") }
    command.send(SIGINT)
    #expect(try await command.ended() == 0)
    #expect(String(decoding: command.output, as: UTF8.self).contains("ended as asked"))
    let status = try await qiblactl(daemon, ["record", "status"])
    #expect(status.output.hasPrefix(path), "\(status)")
    #expect(try await replay(path).count > 1)
  }

  @Test func whatIsNoPlaceForARecordingIsRefusedInOneLine() async throws {
    let directory = try TemporaryDirectory()
    let daemon = try await RunningDaemon.start(["--simulate"])
    _ = try directory.directory("directory.jsonl.gz")
    #expect(mkfifo(directory.path + "/pipe.jsonl.gz", 0o600) == 0)
    #expect(symlink("/etc/passwd", directory.path + "/link.jsonl.gz") == 0)
    for (name, reason) in [
      ("directory", "something else"), ("pipe", "something else"), ("link", "links are not"),
      ("none/a", "mkdir -p"),
    ] {
      let run = try await qiblactl(
        daemon, ["record", directory.path + "/" + name, "--until-stopped", "--force"])
      #expect(run.status == 1 && run.output.isEmpty && run.errors.contains(reason), "\(run)")
      #expect(run.errors.split(separator: "\n").count == 1)
    }
    // A simulation has no directory for what outlives it.
    let named = try await qiblactl(daemon, ["record", "walk", "--until-stopped"])
    #expect(named.status == 1 && named.errors.contains("--state-dir"), "\(named)")
    for words in [
      ["a b"], ["x/"], ["a", "--for", "1"], ["a", "--for", "0s"], ["a", "--for", "x"],
      ["a", "--max-size", "1k"], ["a", "--rotate", "0"],
    ] {
      let run = try await qiblactl(daemon, ["record"] + words)
      let isTime = words.last == "1"
      #expect(run.status == (isTime ? 1 : 64) && run.output.isEmpty, "\(words): \(run)")
    }
    let status = try await qiblactl(daemon, ["record", "status"])
    #expect(status.output == "nothing is recorded\n", "\(status)")
  }

  @Test(
    .enabled(
      if: Program.canRunAsAnotherUser, "needs root, setpriv(1) and programs that others reach"))
  func aMemberOfTheGroupRecordsToTheDirectoryAloneAndReadsIt() async throws {
    let directory = try TemporaryDirectory()
    #expect(chmod(directory.path, 0o755) == 0)
    let settings = try directory.file("qiblad.toml", "[control]\ngroup = \"nogroup\"\n")
    let daemon = try await RunningDaemon.start(
      ["--simulate", "--config", settings, "--state-dir", directory.path])
    #expect(chmod(daemon.directory.path, 0o755) == 0)
    func asMember(_ words: [String]) async throws -> (
      status: Int32, output: String, errors: String
    ) {
      try await finished(
        "/usr/bin/setpriv",
        ["--reuid", "54321", "--regid", "54321", "--groups", "\(Self.nobody)"] + words)
    }
    let qiblactl = [Program.folder + "/qiblactl", "record"]
    let socket = ["--socket-dir", daemon.directory.path]
    let path = try await asMember(qiblactl + ["/tmp/qiblad-no", "--until-stopped"] + socket)
    #expect(path.status == 1 && path.errors.contains("give a name without a directory"), "\(path)")
    #expect(kind(of: "/tmp/qiblad-no.jsonl.gz") == nil)
    let named = try await asMember(qiblactl + ["walk", "--for", "1s"] + socket)
    #expect(named.status == 0, "\(named)")
    let file = directory.path + "/recordings/walk.jsonl.gz"
    let read = try await asMember(["/bin/cat", file])
    #expect(read.status == 0 && read.errors.isEmpty, "\(read.errors)")
    #expect(mode(of: file).map { $0 & 0o777 } == 0o640)
  }

  @Test func theTopicsFieldAndRawAreSentToThoseWhoWatchThem() async throws {
    let daemon = try await RunningDaemon.start(["--simulate", "--position", "51.5074,-0.1278"])
    let client = try daemon.client()
    try client.watch(["field", "raw"])
    let lines = try await client.lines("both topics") { lines in
      lines.count { $0.type == "field" } > 20 && lines.count { $0.type == "raw" } > 60
    }
    let field = try #require(lines.last { $0.type == "field" })
    #expect((20...70).contains(field.number("strength_ut") ?? 0), "\(field)")
    #expect(field.number("expected_inclination_deg").map { abs($0 - 66) < 2 } == true, "\(field)")
    #expect(lines.contains { $0.type == "raw" && $0["mag_ut"]?.array?.count == 3 })
    #expect(lines.contains { $0.type == "raw" && $0["gyro_dps"]?.array?.count == 3 })
    // Each combination of quantities has an interval of its own.
    let raw = Dictionary(grouping: lines.filter { $0.type == "raw" }) { line in
      ["mag_ut", "accel_mps2", "gyro_dps"].filter { line[$0] != nil }
    }
    for (quantities, lines) in raw {
      let times = lines.compactMap { $0.number("t_us") }
      #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= 16_000 }, "\(quantities)")
    }
    let watch = try Program(
      "qiblactl", ["watch", "field", "raw", "--socket-dir", daemon.directory.path])
    try await eventually("plain lines of both") {
      let text = String(decoding: watch.output, as: UTF8.self)
      return text.contains("field    ") && text.contains("raw      chip 0: mag ")
    }
    watch.send(SIGINT)
    #expect(try await watch.ended() == 0)
  }
}
