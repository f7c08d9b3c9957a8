import Glibc
import TestFiles
import Testing

/// `qiblactl watch` with topics, a number of messages, CSV, and across restarts of the daemon.
@Suite(.timeLimit(.minutes(5))) struct WatchTopicsTests {
  private func watch(
    _ arguments: [String], _ daemon: RunningDaemon
  ) async throws -> (status: Int32, output: String, errors: String) {
    try await finished("qiblactl", ["watch", "--socket-dir", daemon.directory.path] + arguments)
  }

  private func replay() async throws -> RunningDaemon {
    try await RunningDaemon.start(
      ["--replay", Recordings.bundle, "--loop"] + IdentityTests.london)
  }

  @Test(arguments: [
    ("state", "state    "), ("qibla", "qibla    Qibla 119.0"), ("position", "position 51.5074"),
    ("reading", "heading "),
  ])
  func aTopicIsShownInWordsInAPipe(topic: String, start: String) async throws {
    let daemon = try await replay()
    for arguments in [[topic], ["--topic", topic]] {
      let run = try await watch(arguments + ["--count", "1"], daemon)
      let lines = Line.split(run.output).map(\.text)
      #expect(run.status == 0 && lines.count == 2, "\(run.output)")
      #expect(lines.first == "REPLAY data: not a live sensor")
      #expect(lines.last?.hasPrefix(start) == true, "\(lines)")
    }
  }

  @Test func topicsCanBeCombined() async throws {
    let daemon = try await replay()
    let run = try await watch(
      ["qibla", "--topic", "state,position", "--json", "--count", "3"], daemon)
    let types = Line.split(run.output).map(\.type)
    #expect(run.status == 0 && types.first == "hello")
    #expect(types.dropFirst().sorted() == ["position", "qibla", "state"])
  }

  @Test func theNumberOfMessagesIsThatAskedFor() async throws {
    let daemon = try await replay()
    let json = try await watch(["--json", "reading", "--count", "7"], daemon)
    #expect(
      Line.split(json.output).map(\.type) == ["hello"] + Array(repeating: "reading", count: 7))
    let csv = try await watch(["--csv", "--count", "7"], daemon)
    #expect(Line.split(csv.output).count == 8)
    for run in [json, csv] { #expect(run.status == 0) }
    #expect(csv.errors == "qiblactl: REPLAY data: not a live sensor\n")
  }

  /// The rows of a table, by the names of its columns. None of these cells has a comma in it.
  private func table(_ output: String) -> [[String: String]] {
    let rows = output.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    guard let names = rows.first else { return [] }
    return rows.dropFirst().map { row in
      Dictionary(zip(names, row), uniquingKeysWith: { first, _ in first })
    }
  }

  @Test func theTableHasTheReadingsOfTheStream() async throws {
    let replayed = ["--replay", Recordings.bundle, "--wait-for-client", "--speed", "max"]
    let daemon = try await RunningDaemon.start(replayed + IdentityTests.london)
    let run = try await watch(["--csv"], daemon)
    let offline = try await finished(
      "qiblactl", ["replay", Recordings.bundle, "--topics", "reading"] + IdentityTests.london)
    let rows = table(run.output)
    let readings = Line.split(offline.output)
    #expect(run.status == 0 && rows.count == readings.count && rows.count > 500)
    for (row, reading) in zip(rows, readings) {
      for name in ["seq", "t_us", "heading_true_deg", "error68_deg", "pitch_deg"] {
        #expect(row[name].map(Double.init) == reading.number(name), "\(name)")
      }
      #expect(row["status"] == reading.string("status"))
    }
  }

  @Test func eachTableHasAHeaderAndAsManyCellsInEachRow() async throws {
    let daemon = try await replay()
    for topic in ["reading", "state", "qibla", "position", "event"] {
      let run = try await watch(["--csv", topic, "--count", "1"], daemon)
      let lines = Line.split(run.output).map(\.text)
      #expect(run.status == 0 && lines.count == 2, "\(topic)")
      let counts = lines.map { $0.split(separator: ",", omittingEmptySubsequences: false).count }
      #expect(Set(counts).count == 1, "\(lines)")
      #expect(lines[0].hasPrefix("seq,t_us,"))
    }
  }

  @Test(arguments: [
    ["--count", "0"], ["--csv", "--json"], ["--csv", "devices"], ["--csv", "state", "event"],
    ["--rate", "5", "state"], ["--topic", "compass"],
  ])
  func contradictoryArgumentsAreAUsageError(arguments: [String]) async throws {
    let run = try await finished("qiblactl", ["watch"] + arguments)
    #expect(run.status == 64 && run.output.isEmpty && run.errors.hasPrefix("qiblactl: "))
  }

  @Test(arguments: [["--json"], [], ["--csv"]])
  func itWaitsForADaemonAndReconnectsToTheNextOne(view: [String]) async throws {
    let directory = try TemporaryDirectory()
    let watch = try Program("qiblactl", ["watch", "--socket-dir", directory.path] + view)
    try await eventually("to wait") { watch.errors.contains("waiting for a daemon") }
    #expect(watch.errors.contains("\(directory.path)/stream.sock (no such socket)"))
    for _ in 1...2 {
      let daemon = try await RunningDaemon.start(["--simulate"], in: directory)
      let before = watch.output.count
      try await eventually("lines") { watch.output.count > before + 500 }
      daemon.program.send(SIGTERM)
      #expect(try await daemon.program.ended() == 0)
    }
    try await eventually("to wait again") {
      watch.errors.contains("qiblad ended the connection: shutting down; waiting for a daemon")
    }
    watch.send(SIGINT)
    #expect(try await watch.ended() == 0)
    #expect(watch.errors.ranges(of: "connected to \(directory.path)/stream.sock").count == 2)
    if view == ["--csv"] {
      let text = String(decoding: watch.output, as: UTF8.self)
      #expect(text.ranges(of: "t_us").count == 1, "one header")
    }
  }

  @Test func theTableEndsQuietlyWhenItsReaderDoes() async throws {
    let daemon = try await RunningDaemon.start(["--simulate"])
    let pipe = try PipeEnds()
    let program = try Program(
      "qiblactl", ["watch", "--csv", "--socket-dir", daemon.directory.path],
      output: .descriptor(pipe.writing))
    pipe.closeWriting()
    pipe.closeReading()
    #expect(try await program.ended() == 0)
    #expect(
      program.errors == "qiblactl: SIMULATED data: not a live sensor\n" || program.errors.isEmpty)
  }
}
