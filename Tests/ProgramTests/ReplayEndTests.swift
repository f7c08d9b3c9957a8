import Glibc
import TestFiles
import Testing

/// What clients see where a recording ends, or begins again.
@Suite(.timeLimit(.minutes(5))) struct ReplayEndTests {
  @Test func theEndOfTheRecordingIsAGoodbyeAndExitStatus0() async throws {
    let daemon = try await RunningDaemon.start(
      ["--replay", Recordings.bundle, "--speed", "20", "--wait-for-client"])
    try await expectGoodbye(daemon, try daemon.watcher())
  }

  // Without waiting for readers; the recording's end comes when there is one for sure.
  @Test func theEndOfStandardInputIsAGoodbyeAndExitStatus0() async throws {
    let pipe = try PipeEnds()
    let bytes = try contents(of: Recordings.bundle)
    let beginning = 40_000  // fits into a pipe
    #expect(write(pipe.writing, bytes, beginning) == beginning)
    let daemon = try await RunningDaemon.start(
      ["--replay", "-", "--speed", "max"], input: .descriptor(pipe.reading))
    let client = try daemon.watcher()
    _ = try await client.lines("a reply") { $0.contains { $0.type == "reply" } }
    let rest = Array(bytes[beginning...])
    #expect(write(pipe.writing, rest, rest.count) == rest.count)
    pipe.closeWriting()
    try await expectGoodbye(daemon, client)
  }

  private func expectGoodbye(_ daemon: RunningDaemon, _ client: StreamClient) async throws {
    let lines = try await client.linesToTheEnd()
    #expect(lines.last?.text == #"{"type":"bye","reason":"replay_ended"}"#)
    #expect(lines.count { $0.type == "bye" } == 1)
    #expect(try await daemon.program.ended() == 0)
    #expect(kind(of: daemon.socket) == nil)
    #expect(daemon.program.errors.contains("the recording has ended"))
  }

  @Test func aRecordingThatNobodyWatchesEndsToo() async throws {
    let daemon = try await RunningDaemon.start(["--replay", Recordings.bundle, "--speed", "max"])
    #expect(try await daemon.program.ended() == 0)
    #expect(kind(of: daemon.socket) == nil)
  }

  @Test func aLoopGoesOnWithOneGapAPassAndNoTimeBackwards() async throws {
    let daemon = try await RunningDaemon.start(
      ["--replay", Recordings.bundle, "--loop", "--wait-for-client", "--speed", "max"]
        + IdentityTests.london)
    let client = try daemon.watcher(.bites(upTo: 16_384, pause: 2000))
    _ = try await client.lines("the fourth pass") { lines in
      lines.count { $0.text.contains("replay_loop") } >= 3
    }
    daemon.program.send(SIGTERM)
    let lines = try await client.linesToTheEnd().filter(\.isOfTopic)
    #expect(try await daemon.program.ended() == 0)

    let times = lines.compactMap { $0.number("t_us") }
    #expect(times.count == lines.count)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
    for topic in ["reading", "event", "state", "qibla"] {
      let numbers = lines.filter { $0.type == topic }.compactMap { $0.number("seq") }
      #expect(numbers == numbers.indices.map(Double.init), "\(topic)")
    }
    let passes = lines.split { $0.string("reason") == "replay_loop" }
    #expect(passes.count >= 4)
    let gaps = lines.filter { $0.string("name") == "gap" }
    #expect(gaps.allSatisfy { $0.string("reason") == "replay_loop" })
    #expect(gaps.count == passes.count - 1)
    let readings = passes.dropLast().map { $0.count { $0.type == "reading" } }
    #expect(Set(readings).count == 1, "every whole pass has the same ticks: \(readings)")
    // 10 s of recording and one more interval
    let step = gaps.compactMap { $0.number("t_us") }
    #expect(zip(step, step.dropFirst()).allSatisfy { abs($1 - $0 - 10e6) < 0.1e6 })
  }

  // A pass without length must not make time stand still, nor the daemon spin without end.
  @Test func aRecordingOfOneSampleLoopsToo() async throws {
    let directory = try TemporaryDirectory()
    let trace = try directory.file("one.jsonl", Recordings.still(seconds: 0.02).text)
    let daemon = try await RunningDaemon.start(
      ["--replay", trace, "--loop", "--wait-for-client", "--speed", "max"])
    let client = try daemon.watcher(.bites(upTo: 2048, pause: 1000))
    let lines = try await client.lines("some passes") { $0.count { $0.type == "event" } > 20 }
    let times = lines.compactMap { $0.number("t_us") }
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
    daemon.program.send(SIGTERM)
    #expect(try await daemon.program.ended() == 0)
  }
}
