import TestFiles
import Testing

/// A trace that cannot be replayed: one line that says what, where and what to do, and status 1.
@Suite(.timeLimit(.minutes(5))) struct TraceFailureTests {
  /// What is wrong with a trace's first line, and what the complaint has to name.
  private static let headers: [(line: String, words: [String])] = [
    (#"{"t":0,"mag":[1,2,3]}"#, [#"no key "trace""#, "put a line such as"]),
    (#"{"trace":2}"#, ["reads version 1", "use a newer"]),
    (#"{"trace":"1"}"#, [#""trace" is "1""#, "must be 1"]),
    ("[]", ["not a JSON object", "is this a trace?"]),
    ("heading,pitch,roll", ["not a JSON object", "is this a trace?"]),
    (#"{"trace":1"#, ["not a JSON object", "ends inside"]),
    (#"{"trace":NaN}"#, ["not a JSON object"]),
    (#"{"trace":1,"trace":1}"#, [#""trace" stands there twice"#]),
    (#"{"trace":1,"mount":[[1,0,0],[0,1,0],[0,0,-1]]}"#, [#""mount" is"#, "mirror"]),
    (#"{"trace":1,"mount":[[1,0],[0,1]]}"#, [#""mount" is"#, "three rows"]),
    (#"{"trace":1,"rate_hz":-50}"#, [#""rate_hz" is -50"#, "above 0"]),
    (#"{"trace":1,"units":{"accel":"g"}}"#, [#""units.accel" is "g""#, "convert"]),
    (#"{"trace":1,"mag_calibrated":"yes"}"#, [#""mag_calibrated" is "yes""#, "true or false"]),
    (#"{"trace":1,"declination_deg":500}"#, [#""declination_deg" is 500"#, "-180 to 180"]),
    (#"{"trace":1,"initial_state":3}"#, [#""initial_state" is 3"#, "an object"]),
  ]

  @Test(arguments: headers.indices) func aBadHeaderIsNamed(index: Int) async throws {
    let directory = try TemporaryDirectory()
    let trace = try directory.file(
      "trace.jsonl", [Self.headers[index].line, Recordings.sample(0)].text)
    try await expectFailure(trace, ["line 1"] + Self.headers[index].words)
  }

  @Test func aMissingFileIsNamed() async throws {
    let directory = try TemporaryDirectory()
    try await expectFailure(directory.path + "/none.jsonl", ["No such file", "check the path"])
  }

  @Test func anEmptyFileIsNamed() async throws {
    let directory = try TemporaryDirectory()
    try await expectFailure(directory.file("empty.jsonl", ""), ["is empty", "again"])
    try await expectFailure(directory.file("empty.gz", try gzip([])), ["is empty", "again"])
  }

  @Test func aBinaryFileIsNoTrace() async throws {
    try await expectFailure("/bin/ls", ["line 1", "is this a trace?"])
    let directory = try TemporaryDirectory()
    let packed = try directory.file("ls.gz", try gzip(contents(of: "/bin/ls")))
    try await expectFailure(packed, ["line 1", "is this a trace?"])
  }

  @Test func aDirectoryIsNoTrace() async throws {
    let directory = try TemporaryDirectory()
    try await expectFailure(directory.path, ["is a directory", "name one trace"])
  }

  @Test func aTraceWithOnlyAHeaderHasNothingToReplay() async throws {
    let directory = try TemporaryDirectory()
    let header = try Recordings.start(samples: 0)
    try await expectFailure(directory.file("header.jsonl", header.text), ["nothing to replay"])
    let bad = header + ["?", "??"]
    for program in ["qiblactl", "qiblad"] {
      let run = try await replay(directory.file("bad.jsonl", bad.text), program, directory)
      #expect(run.status == 1 && run.errors.contains("nothing to replay"), "\(run)")
    }
  }

  @Test func errorsNameStandardInput() async throws {
    let run = try await finished("qiblactl", ["replay", "-"])
    #expect(run.status == 1 && run.output.isEmpty)
    #expect(run.errors.hasPrefix("qiblactl: standard input: is empty;"), "\(run.errors)")
  }

  @Test func anIncompleteCompressedFileIsReplayedToItsEndAndThenFails() async throws {
    let directory = try TemporaryDirectory()
    let whole = try gzip(contents(of: Recordings.bundle))
    let half = try directory.file("half.jsonl.gz", whole.prefix(whole.count / 2))
    try await expectDamage(
      half, ["ends early", "copy the file again"], appetite: .bites(upTo: 400, pause: 15_000))
  }

  @Test func aDamagedCompressedFileIsReplayedToTheDamageAndThenFails() async throws {
    let directory = try TemporaryDirectory()
    var bytes = try gzip(contents(of: Recordings.bundle))
    for index in bytes.count * 3 / 4..<bytes.count * 3 / 4 + 40 { bytes[index] ^= 0x5A }
    let damaged = try directory.file("damaged.jsonl.gz", bytes)
    try await expectDamage(damaged, ["damaged", "copy the file again"])
  }

  /// Fails with one line, behind the beginning of the whole recording.
  private func expectDamage(
    _ trace: String, _ words: [String], appetite: StreamClient.Appetite = .everything,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let whole = try await finished("qiblactl", ["replay", Recordings.bundle])
    let run = try await finished("qiblactl", ["replay", trace])
    let lines = Line.split(run.output)
    #expect(run.status == 1, sourceLocation: sourceLocation)
    // Damaged data can unpack to garbage before it is noticed: that is counted on a line before.
    let complaints = Line.split(run.errors)
    #expect(complaints.dropLast().allSatisfy { $0.text.contains("bad lines skipped") })
    let last = complaints.last.map { $0.text + "\n" } ?? ""
    expectLine(last, "qiblactl: \(trace): ", words, sourceLocation)
    #expect(lines.count >= 100, sourceLocation: sourceLocation)
    #expect(
      Line.split(whole.output).starts(with: lines.prefix(100)), sourceLocation: sourceLocation)

    // A reader of the stream gets the same, also a slow one, and is told that something failed.
    let daemon = try await RunningDaemon.start(
      ["--replay", trace, "--wait-for-client", "--speed", "max"])
    let client = try daemon.client(appetite)
    try client.watch(["reading", "event"])
    let received = try await client.linesToTheEnd(sourceLocation: sourceLocation)
    #expect(received.filter(\.isOfTopic) == lines, sourceLocation: sourceLocation)
    #expect(received.last?.text == #"{"type":"bye","reason":"failed"}"#)
    #expect(try await daemon.program.ended() == 1, sourceLocation: sourceLocation)
    expectLine(fatal(daemon.program.errors), "<3>qiblad: \(trace): ", words, sourceLocation)
  }

  private func expectFailure(
    _ trace: String, _ words: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let directory = try TemporaryDirectory()
    let offline = try await replay(trace, "qiblactl", directory)
    #expect(offline.status == 1 && offline.output.isEmpty, sourceLocation: sourceLocation)
    expectLine(offline.errors, "qiblactl: \(trace): ", words, sourceLocation)
    let daemon = try await replay(trace, "qiblad", directory)
    #expect(daemon.status == 1 && daemon.output.isEmpty, sourceLocation: sourceLocation)
    expectLine(fatal(daemon.errors), "<3>qiblad: \(trace): ", words, sourceLocation)
    #expect(kind(of: directory.path + "/stream.sock") == nil, sourceLocation: sourceLocation)
  }

  /// The lines of priority 3, error.
  private func fatal(_ log: String) -> String {
    Line.split(log).filter { $0.text.hasPrefix("<3>") }.map { $0.text + "\n" }.joined()
  }

  private func expectLine(
    _ text: String, _ start: String, _ words: [String], _ sourceLocation: SourceLocation
  ) {
    #expect(text.hasPrefix(start), sourceLocation: sourceLocation)
    #expect(Line.split(text).count == 1, "\(text)", sourceLocation: sourceLocation)
    for word in words {
      #expect(text.contains(word), sourceLocation: sourceLocation)
    }
  }
}

/// Replays a trace to its end with one of the programs.
func replay(
  _ trace: String, _ program: String, _ directory: TemporaryDirectory
) async throws -> (status: Int32, output: String, errors: String) {
  if program == "qiblactl" { return try await finished("qiblactl", ["replay", trace]) }
  return try await finished(
    "qiblad", ["--replay", trace, "--speed", "max", "--socket-dir", directory.path])
}
