import TestFiles
import Testing

/// The socket and the offline replay say the same, byte for byte: a front end that is tested on one
/// works on the other.
@Suite(.timeLimit(.minutes(5))) struct IdentityTests {
  static let london = ["--position", "51.5074,-0.1278", "--date", "2026-11-21"]

  @Test func theBundledRecordingIsTheSameOnTheSocketAndOffline() async throws {
    try await compare(Recordings.bundle, Self.london, atLeast: 590)
  }

  @Test func aSimulatedTraceIsTheSameOnTheSocketAndOffline() async throws {
    let directory = try TemporaryDirectory()
    let trace = try await finished("qiblactl", ["simulate", "--duration", "20"])
    #expect(trace.status == 0)
    try await compare(try directory.file("simulated.jsonl", trace.output), [], atLeast: 1190)
  }

  // A recording that the project may not contain; the whole data folder is optional.
  @Test(.enabled(if: Recordings.hasBroad, "needs ../shared/data/traces"))
  func aLongCompressedRecordingIsTheSameOnTheSocketAndOffline() async throws {
    try await compare(Recordings.broad, [], atLeast: 6000)
  }

  @Test func aSlowReaderGetsTheSameLines() async throws {
    try await compare(
      Recordings.bundle, Self.london, appetite: .bites(upTo: 777, pause: 1500), atLeast: 590)
  }

  // The second one begins somewhere in the middle; from there on nothing may be missing for it.
  @Test func aReaderThatComesLaterMissesNothingFromThereOn() async throws {
    let daemon = try await RunningDaemon.start(
      ["--replay", Recordings.bundle, "--wait-for-client", "--speed", "max"])
    let first = try daemon.watcher(.bites(upTo: 2000, pause: 3000))
    _ = try await first.lines("a first reading") { $0.contains { $0.type == "reading" } }
    let second = try daemon.watcher()
    let all = try await first.linesToTheEnd().filter(\.isOfTopic)
    let later = try await second.linesToTheEnd().filter { $0.type == "reading" }
    #expect(!later.isEmpty)
    #expect(all.filter { $0.type == "reading" }.suffix(later.count) == later[...])
    #expect(try await daemon.program.ended() == 0)
  }

  private func compare(
    _ trace: String, _ arguments: [String], appetite: StreamClient.Appetite = .everything,
    atLeast readings: Int, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let daemon = try await RunningDaemon.start(
      ["--replay", trace, "--wait-for-client", "--speed", "max"] + arguments)
    let client = try daemon.watcher(appetite)
    let offline = try await finished(
      "qiblactl", ["replay", trace, "--topics", "reading,event,state,qibla,position"] + arguments)
    let expected = Line.split(offline.output)
    let lines = try await client.linesToTheEnd(within: .seconds(60))
    #expect(lines.prefix(2).map(\.type) == ["hello", "reply"], sourceLocation: sourceLocation)
    #expect(lines.last?.text == #"{"type":"bye","reason":"replay_ended"}"#)
    let streamed = lines.filter(\.isOfTopic)
    #expect(streamed.count == lines.count - 3, "there is nothing else in the stream")
    #expect(streamed.filter { $0.type == "state" }.allSatisfy { $0["live"] != nil })
    let bare = streamed.map(\.withoutLive)
    #expect(bare.count == expected.count, sourceLocation: sourceLocation)
    let difference = zip(bare, expected).first { $0 != $1 }
    #expect(difference == nil, sourceLocation: sourceLocation)
    #expect(expected.count { $0.type == "reading" } >= readings, sourceLocation: sourceLocation)
    #expect(offline.status == 0 && offline.errors.isEmpty, sourceLocation: sourceLocation)
    #expect(try await daemon.program.ended() == 0, sourceLocation: sourceLocation)
  }
}
