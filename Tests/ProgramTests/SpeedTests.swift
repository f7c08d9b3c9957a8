import TestFiles
import Testing

/// How fast a replay runs, and what a simulation says of itself.
///
/// One after the other: a replay's duration is measured.
@Suite(.serialized, .timeLimit(.minutes(5))) struct SpeedTests {
  // 10 s of recording at 20 times: half a second. Not faster is a promise; how much slower is the
  // machine's load, but not as slow as at no speed at all.
  @Test func twentyTimesIsATwentiethOfTheTime() async throws {
    let daemon = try await RunningDaemon.start(
      ["--replay", Recordings.bundle, "--speed", "20", "--wait-for-client"])
    let client = try daemon.watcher()
    let lines = try await client.linesToTheEnd()
    let elapsed = client.duration
    #expect(lines.count { $0.type == "reading" } >= 590)
    #expect(elapsed > .milliseconds(450) && elapsed < .seconds(8), "\(elapsed)")
  }

  // A pause would let the rest of a recording pass at once.
  @Test func whatIsForSensorsDoesNotPauseARecording() async throws {
    let directory = try TemporaryDirectory()
    let settings = try directory.file("qiblad.toml", "[sensors]\npause_after_s = 1\n")
    let daemon = try await RunningDaemon.start(
      ["--replay", Recordings.bundle, "--speed", "20", "--config", settings])
    _ = try await daemon.program.ended()
    let log = daemon.program.errors
    #expect(log.contains("the recording has ended"), "\(log)")
    #expect(!log.contains("the sensors are not read"), "\(log)")
  }

  // A fix long after the last measurement belongs to the pass too.
  @Test func aLoopsTimeRunsOnWhateverComesLast() async throws {
    let directory = try TemporaryDirectory()
    let fix = #"{"t":30,"fix":{"mode":3,"latitude_deg":3.1,"longitude_deg":101.7}}"#
    let trace = try directory.file(
      "trace.jsonl", (Recordings.still(seconds: 2) + [fix]).joined(separator: "\n") + "\n")
    let daemon = try await RunningDaemon.start(
      ["--replay", trace, "--loop", "--speed", "max", "--wait-for-client"])
    let lines = try await daemon.watcher(.bites(upTo: 8192, pause: 1000)).lines("three passes") {
      $0.count { $0.string("name") == "gap" } >= 3
    }
    let times = lines.filter { $0.type == "reading" }.compactMap { $0.number("t_us") }
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    let ages = lines.filter { $0.type == "position" }.compactMap { $0.number("age_s") }
    #expect(ages.allSatisfy { $0 >= 0 })
  }

  @Test func aSimulationSaysThatItIsOneAndAReplayThatItIsOne() async throws {
    let simulation = try await RunningDaemon.start(["--simulate"])
    let hello = try await hello(simulation)
    #expect(hello.flag("simulated") == true && hello.flag("replay") == false)

    let replay = try await RunningDaemon.start(["--replay", Recordings.bundle, "--loop"])
    let other = try await self.hello(replay)
    #expect(other.flag("simulated") == false && other.flag("replay") == true)
    #expect(hello.string("run_id") != other.string("run_id"))
  }

  @Test func aSimulatedRecordingStaysMarked() async throws {
    let directory = try TemporaryDirectory()
    let trace = try await finished("qiblactl", ["simulate", "--duration", "2"])
    let daemon = try await RunningDaemon.start(
      ["--replay", directory.file("trace.jsonl", trace.output), "--wait-for-client"])
    let hello = try await hello(daemon)
    #expect(hello.flag("simulated") == true && hello.flag("replay") == true)
  }

  @Test func theSameSeedGivesTheSameReadingsAndAnotherOneOthers() async throws {
    let first = try await simulated(seed: 7)
    #expect(first.count == 300)
    #expect(try await simulated(seed: 7) == first)
    #expect(try await simulated(seed: 8) != first)
    #expect(first.allSatisfy { $0.number("heading_true_deg") != nil })
  }

  @Test func theSameSeedGivesTheSameTrace() async throws {
    let traces = try await [
      finished("qiblactl", ["simulate", "--seed", "7", "--duration", "3"]).output,
      finished("qiblactl", ["simulate", "--seed", "7", "--duration", "3"]).output,
      finished("qiblactl", ["simulate", "--seed", "8", "--duration", "3"]).output,
    ]
    #expect(traces[0] == traces[1] && traces[0] != traces[2])
    #expect(traces[0].split(separator: "\n").first?.contains(#""simulated":true"#) == true)
  }

  private func hello(_ daemon: RunningDaemon) async throws -> Line {
    try await daemon.client().lines("hello") { !$0.isEmpty }[0]
  }

  /// The first readings of a simulation.
  private func simulated(seed: Int) async throws -> [Line] {
    let daemon = try await RunningDaemon.start(
      ["--simulate", "--seed", "\(seed)", "--wait-for-client", "--speed", "max"])
    let client = try daemon.client(.bites(upTo: 8192, pause: 2000))
    try client.watch(["reading"])
    let lines = try await client.lines("300 readings") { $0.count > 302 }
    return Array(lines.filter { $0.type == "reading" }.prefix(300))
  }
}
