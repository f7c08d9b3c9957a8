import TestFiles
import Testing

/// Bad lines in a good trace: skipped, counted and named; the others count as if it were not there.
@Suite(.timeLimit(.minutes(5))) struct BadSampleTests {
  /// A line that is bad behind a sample at t = 0.18, and the kind by which it is counted.
  private static let lines: [(line: String, kind: String)] = [
    (#"{"t":NaN,"mag":[1,2,3]}"#, "not JSON"),
    (#"{"t":0.19,"mag":[NaN,2,3]}"#, "not JSON"),
    (#"{"t":0.19,"mag":[1,2,3]"#, "not JSON"),
    ("\u{0}\u{1}\u{2}", "not JSON"),
    (#"{"t":"0.19","mag":[1,2,3]}"#, "bad value"),
    (#"{"t":0.19,"mag":["1",2,3]}"#, "bad value"),
    (#"{"t":0.19,"mag":null}"#, "bad value"),
    (#"{"t":0.19,"mag":[1,2]}"#, "bad value"),
    (#"{"t":0.19,"mag":[1e300,2,3]}"#, "bad value"),
    (#"{"t":0.19,"accel":[0,0,1e300]}"#, "bad value"),
    (#"{"t":0.19,"fix":{"mode":3,"latitude_deg":91,"longitude_deg":0}}"#, "bad value"),
    (#"{"mag":[1,2,3]}"#, "without t"),
    (#"{"t":0.19}"#, "nothing but t"),
    (#"{"t":1e300,"mag":[1,2,3]}"#, "t out of range"),
    (#"{"t":31557600,"mag":[1,2,3]}"#, "t out of range"),  // a gap of a year
    (#"{"t":-1,"mag":[1,2,3]}"#, "t out of range"),
    (#"{"t":0.18,"mag":[1,2,3]}"#, "duplicate time"),
    (#"{"t":0.19,"t":0.19,"mag":[1,2,3]}"#, "repeated key"),
    ("", "empty"),
  ]

  private static let good = Recordings.still(seconds: 0.4)

  /// The good trace with `lines` behind the sample at t = 0.18, which is line 11.
  private func trace(_ lines: [String], _ directory: TemporaryDirectory) throws -> String {
    let all = Array(Self.good[..<11]) + lines + Array(Self.good[11...])
    return try directory.file("trace.jsonl", all.text)
  }

  @Test(arguments: lines.indices) func aBadLineIsSkippedAndNamed(index: Int) async throws {
    let directory = try TemporaryDirectory()
    let whole = try await replay(trace([], directory), "qiblactl", directory)
    #expect(whole.status == 0 && whole.errors.isEmpty)
    let path = try trace([Self.lines[index].line], directory)
    let run = try await replay(path, "qiblactl", directory)
    #expect(run.status == 0)
    #expect(run.output == whole.output)
    let complaint =
      "\(path): 1 bad line skipped (1 \(Self.lines[index].kind)); the first is line 12: "
    #expect(run.errors.hasPrefix("qiblactl: " + complaint), "\(run.errors)")
    #expect(Line.split(run.errors).count == 1)

    let daemon = try await replay(path, "qiblad", directory)
    #expect(daemon.status == 0)
    #expect(daemon.errors.contains("<4>" + complaint), "\(daemon.errors)")
  }

  @Test func manyBadLinesAreOneComplaintWithTheCountOfEachKind() async throws {
    let directory = try TemporaryDirectory()
    let whole = try await replay(trace([], directory), "qiblactl", directory)
    let run = try await replay(trace(Self.lines.map(\.line), directory), "qiblactl", directory)
    #expect(run.status == 0 && run.output == whole.output)
    #expect(Line.split(run.errors).count == 1)
    #expect(run.errors.contains("\(Self.lines.count) bad lines skipped"), "\(run.errors)")
    for kind in Set(Self.lines.map(\.kind)) {
      let count = Self.lines.count { $0.kind == kind }
      #expect(run.errors.contains("\(count) \(kind)"), "\(run.errors)")
    }
  }

  @Test func aTraceThatEndsInTheMiddleOfALineIsReplayedUpToThere() async throws {
    let directory = try TemporaryDirectory()
    let text = Self.good.text
    let whole = try await replay(
      directory.file("whole.jsonl", Self.good.dropLast().text), "qiblactl", directory)
    let path = try directory.file("cut.jsonl", text.dropLast(20).utf8)
    for program in ["qiblactl", "qiblad"] {
      let run = try await replay(path, program, directory)
      #expect(run.status == 0)
      #expect(run.errors.contains("\(path): 1 bad line skipped (1 cut off)"), "\(run.errors)")
      if program == "qiblactl" { #expect(run.output == whole.output) }
    }
  }

  @Test func backwardsTimeIsOneGapAndTheGridBeginsAgain() async throws {
    let lines =
      Self.good + [Recordings.sample(0.01)] + Recordings.still(seconds: 0.4, from: 0.03)[1...]
    let events = try await gaps(lines)
    #expect(events.map { $0.string("reason") } == ["time_backwards"])
    #expect(events.first?.number("t_us") == 10_000)
  }

  @Test func aGapOfAnHourIsOneEventWithItsLength() async throws {
    let events = try await gaps(Self.good + Recordings.still(seconds: 0.4, from: 3600.38)[1...])
    #expect(events.map { $0.string("reason") } == ["silence"])
    #expect(events.first?.number("t_us") == 3_600_380_000)
    #expect(events.first?.number("gap_us") == 3_600_000_000)
  }

  // Five seconds of `unavailable`, not an hour of it.
  @Test func anHourOfSilenceIsNotReplayedInRealTime() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.file(
      "gap.jsonl", (Self.good + Recordings.still(seconds: 0.4, from: 3600.38)[1...]).text)
    let daemon = try await RunningDaemon.start(
      ["--replay", path, "--speed", "10", "--wait-for-client"])
    let lines = try await daemon.watcher().linesToTheEnd()
    #expect(lines.last?.string("reason") == "replay_ended")
    #expect(lines.count { $0.string("status") == "unavailable" } < 400)
  }

  /// The gaps of a trace, by both programs.
  private func gaps(_ lines: [String]) async throws -> [Line] {
    let directory = try TemporaryDirectory()
    let path = try directory.file("trace.jsonl", lines.text)
    let run = try await replay(path, "qiblactl", directory)
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    let daemon = try await RunningDaemon.start(
      ["--replay", path, "--speed", "max", "--wait-for-client"])
    let client = try daemon.client()
    try client.watch(["reading", "event"])
    let streamed = try await client.linesToTheEnd().filter(\.isOfTopic)
    #expect(streamed == Line.split(run.output))
    return streamed.filter { $0.string("name") == "gap" }
  }
}
