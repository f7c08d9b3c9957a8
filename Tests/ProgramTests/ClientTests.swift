import Glibc
import Testing

/// Clients that behave badly, or as a shell script does, and those beside them.
@Suite(.timeLimit(.minutes(5))) struct ClientTests {
  @Test func garbageIsAnsweredAndHarmsNobody() async throws {
    let daemon = try await RunningDaemon.start(["--simulate"])
    let other = try daemon.watcher()
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<20 {
      let noise = (0..<3000).map { _ in UInt8.random(in: 0...255, using: &generator) }
      let client = try daemon.client()
      // Whatever the daemon makes of it, it may close the connection meanwhile.
      try? client.send(String(decoding: noise, as: UTF8.self) + "\n")
    }
    let client = try daemon.client()
    try client.send("hello?\n{\"do\":\"dance\"}\n{\"do\":\"watch\",\"topics\":[\"moon\"]}\n")
    try client.send("{\"id\":9,\"do\":\"ping\"}\n")
    let lines = try await client.lines("the answers") { $0.count == 5 }
    let codes = lines[1...3].map { $0.string("code") }
    #expect(codes == ["bad_json", "unknown_verb", "unknown_topic"])
    #expect(lines[1...3].allSatisfy { $0.string("hint")?.isEmpty == false })
    #expect(lines[4].type == "reply" && lines[4].number("id") == 9)
    try await expectAlive(daemon, other)
  }

  @Test func aClientThatLeavesInTheMiddleOfALineHarmsNobody() async throws {
    let daemon = try await RunningDaemon.start(["--simulate"])
    let other = try daemon.watcher()
    for text in ["{\"do\":\"wat", "watch\n{\"do\":", "\"", "{"] {
      let client = try daemon.client()
      try client.send(text)
      client.close()
    }
    try await expectAlive(daemon, other)
  }

  @Test func aThousandQuickConnectionsLeaveTheDaemonAsItWas() async throws {
    let daemon = try await RunningDaemon.start(["--simulate"])
    let other = try daemon.watcher()
    for index in 0..<1000 {
      let client = try daemon.client(.nothing)
      if index.isMultiple(of: 3) { try client.send("watch\n") }
      client.close()
    }
    try await expectAlive(daemon, other)
    let last = try daemon.client()
    // Nobody but the two that are left: the others are forgotten.
    _ = try await eventually("the others to be forgotten") {
      try last.send("{\"do\":\"get\",\"topic\":\"state\"}\n")
      return last.lines.last?.text.contains(#""live":{"clients":2}"#)
    }
    let descriptors = try #require(opendir("/proc/\(daemon.program.pid)/fd"))
    defer { closedir(descriptors) }
    var count = 0
    while readdir(descriptors) != nil { count += 1 }
    #expect(count < 64)
  }

  // Gone before it was accepted, the first write to it fails while it joins.
  @Test func connectionsThatAreGoneBeforeTheyAreAcceptedAreForgotten() async throws {
    let daemon = try await RunningDaemon.start(["--simulate"])
    for _ in 0..<3 {
      daemon.program.send(SIGSTOP)
      // listen(2): no more may wait than the backlog.
      for _ in 0..<100 { try daemon.client(.nothing).close() }
      daemon.program.send(SIGCONT)
      let honest = try daemon.client()
      _ = try await honest.lines("hello") { $0.first?.type == "hello" }
    }
    let client = try daemon.client()
    try client.watch(["stats"])
    _ = try await client.lines("this one alone") { $0.last?.number("client_count") == 1 }
    daemon.program.send(SIGTERM)
    #expect(try await daemon.program.ended() == 0)
  }

  // 60 readings a second of the recording's time, none left out, beside one that reads nothing.
  @Test func aClientThatNeverReadsCostsTheOthersNothing() async throws {
    let daemon = try await RunningDaemon.start(["--replay", Recordings.bundle, "--loop"])
    let idle = try (0..<5).map { _ in try daemon.watcher(.nothing) }
    let client = try daemon.client()
    try client.watch(["reading"])
    let lines = try await client.lines("readings") { $0.count > 300 }
    let readings = lines.filter { $0.type == "reading" }
    let numbers = readings.compactMap { $0.number("seq") }
    // On a loaded machine this one may be late by over a tick and miss some too, but then it is told.
    // What the first one skipped is before it.
    let skipped = readings.dropFirst().compactMap { $0.number("skipped") }.reduce(0, +)
    let first = try #require(numbers.first)
    let last = try #require(numbers.last)
    #expect(last - first + 1 == Double(numbers.count) + skipped)
    #expect(skipped < Double(numbers.count))
    withExtendedLifetime(idle) {}
  }

  @Test func echoWatchGoesOnGettingLines() async throws {
    let daemon = try await RunningDaemon.start(
      ["--replay", Recordings.bundle, "--speed", "10", "--wait-for-client"])
    let client = try daemon.client()
    try client.send("watch\n")
    client.endSending()
    let lines = try await client.linesToTheEnd()
    #expect(lines.first?.type == "hello")
    #expect(lines.last?.string("reason") == "replay_ended")
    // 10 Hz of 10 s, and not 60
    #expect((95...105).contains(lines.count { $0.type == "reading" }))
    #expect(lines.contains { $0.type == "state" })
    #expect(!lines.contains { $0.type == "qibla" || $0.type == "error" })
  }

  // A front end that asks once: `echo … | nc -U` ends by itself.
  @Test func aQuestionWithoutASubscriptionEndsTheConnection() async throws {
    let daemon = try await RunningDaemon.start(["--simulate"])
    let client = try daemon.client()
    try client.send("{\"id\":\"a\",\"do\":\"ping\"}")
    client.endSending()
    let lines = try await client.linesToTheEnd()
    #expect(lines.map(\.type) == ["hello", "reply"])
    #expect(lines.last?.string("id") == "a")
  }

  /// New lines still come, and a new client is let in.
  private func expectAlive(
    _ daemon: RunningDaemon, _ client: StreamClient,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let count = client.lines.count
    _ = try await client.lines("more lines", sourceLocation: sourceLocation) {
      $0.count > count + 20
    }
    let new = try daemon.client()
    _ = try await new.lines("hello", sourceLocation: sourceLocation) { $0.first?.type == "hello" }
    #expect(daemon.program.status == nil, sourceLocation: sourceLocation)
  }
}
