import JSON
import Publisher
import QiblaClient
import Quantities
import Testing
import Wire

struct SessionTests {
  @Test func helloComesFirstAndAlone() async throws {
    let server = try await Server()
    let client = try server.connect()
    let watcher = try server.connect()
    try watcher.watch([.reading: WatchOptions()])
    for sequence: UInt64 in 0..<10 {
      server.publishReading(sequence)
      #expect(try watcher.message() == .reading(reading(sequence)))
    }
    server.publishState(0)
    server.publishEvent(0)
    // Had the first client been sent any of these, it would stand before the answer.
    guard case .reply(let reply) = try client.ping() else {
      Issue.record("something came unasked")
      return
    }
    #expect(reply.outcome == .pong(reading(9).time))
    await server.stop()
  }

  @Test func repliesEchoTheID() async throws {
    let server = try await Server()
    let client = try server.connect()
    for id in [#""a\"b""#, "7", "-1.5", "123456789012", "9007199254740993", "1.0", #""\u00e9""#] {
      try client.send(text: "{\"id\":\(id),\"do\":\"ping\"}\n")
      #expect(
        try client.nextLine(timeout: .seconds(20)).value
          == Array("{\"type\":\"reply\",\"id\":\(id),\"ok\":true}\n".utf8))
    }
    try client.send(text: "{\"do\":\"ping\"}\n")
    let bare = Array(#"{"type":"reply","ok":true}"#.utf8)
    #expect(try client.object() == JSONValue(parsing: bare[...]))
    await server.stop()
  }

  // 4096 bytes with the LF; the id of the error is lost with the rest of the line.
  @Test func aRequestMayHaveExactlyItsLimit() async throws {
    let server = try await Server()
    let client = try server.connect()
    for (bytes, type) in [(Limits.requestBytes, "reply"), (Limits.requestBytes + 1, "error")] {
      let frame = #"{"id":"","do":"ping"}"#.utf8.count + 1
      let id =
        String(repeating: "é", count: (bytes - frame) / 2) + (bytes % 2 == frame % 2 ? "" : "x")
      let line = "{\"id\":\"\(id)\",\"do\":\"ping\"}\n"
      try #require(line.utf8.count == bytes)
      try client.send(text: line)
      let answer = try #require(try client.object())
      #expect(answer["type"] == .string(type))
      #expect(answer["id"] == (type == "reply" ? .string(id) : nil))
    }
    await server.stop()
  }

  @Test func anAnswerOverTheLimitOfALineIsAnErrorWithItsID() async throws {
    let server = try await Server()
    let client = try server.connect()
    let start = #"{"type":"devices","seq":1,"t_us":0,"buses":[],"devices":[],"more":""#
    let rest = Limits.lineBytes - start.utf8.count - 3
    server.publisher.publish(
      topic: .devices, sequence: 1,
      line: Array((start + String(repeating: "a", count: rest) + "\"}\n").utf8))
    let id = String(repeating: "7", count: 4000)
    // As a double such an id would be infinite, so it is a string.
    try client.send(text: "{\"id\":\"\(id)\",\"do\":\"get\",\"topic\":\"devices\"}\n")
    let answer = try #require(try client.object())
    #expect(answer["code"] == .string("not_available") && answer["id"] == .string(id))
    try client.send(text: "{\"do\":\"ping\"}\n")
    #expect(try client.object()?["ok"] == .bool(true))
    await server.stop()
  }

  @Test func aWatchGetsItsReplyThenWhatHoldsNowThenWhatComes() async throws {
    let server = try await Server()
    server.publishState(4)
    try server.publishQibla(2)
    server.publishEvent(9)
    server.publishReading(50)
    let client = try server.connect()
    try client.watch([
      .reading: WatchOptions(), .state: WatchOptions(), .qibla: WatchOptions(),
      .event: WatchOptions(),
    ])
    #expect(try client.message() == .state(state(4), live: nil))
    #expect(try client.message() == .qibla(try qibla(2)))
    server.publishEvent(10)
    server.publishReading(51)
    server.publishState(5)
    #expect(try client.message() == .event(event(10)))
    #expect(try client.message() == .reading(reading(51)))
    #expect(try client.message() == .state(state(5), live: nil))
    await server.stop()
  }

  @Test func whatCameBeforeTheWatchIsNotSkipped() async throws {
    let server = try await Server()
    let client = try server.connect()
    try client.watch([.reading: WatchOptions()])
    server.publishReading(1)
    #expect(try client.message() == .reading(reading(1)))
    try client.send(.unwatch([]))
    _ = try client.message()
    for sequence in 2..<9 { server.publishReading(UInt64(sequence)) }
    try client.watch([.reading: WatchOptions()])
    server.publishReading(9)
    #expect(try client.message() == .reading(reading(9)))
    await server.stop()
  }

  @Test(arguments: [Topic.raw, .stats])
  func whatNobodyWatchedIsNotSkippedInTheNextLine(topic: Topic) async throws {
    let server = try await Server()
    let client = try server.connect()
    func publish(_ sequences: ClosedRange<UInt64>) {
      for sequence in sequences {
        let line = "{\"type\":\"\(topic.rawValue)\",\"seq\":\(sequence),\"t_us\":0}\n"
        server.publisher.publish(topic: topic, sequence: sequence, line: Array(line.utf8))
      }
    }
    try client.watch([topic: WatchOptions()])
    publish(1...1)
    #expect(try client.object()?["seq"]?.number == 1)
    try client.send(.unwatch([topic]))
    _ = try client.message()
    publish(2...8)
    try client.watch([topic: WatchOptions()])
    publish(9...9)
    let line = try #require(try client.object())
    #expect(line["seq"]?.number == 9 && line["skipped"] == nil)
    await server.stop()
  }

  // The grid has 60 a second; of 600 lines a rate of R leaves 10·R.
  @Test(arguments: [60.0, 30, 10, 7, 1, 0.5])
  func aRateThinsReadingsBySequence(rate: Double) async throws {
    let server = try await Server(lossless: true)
    let clients = [try server.connect(), try server.connect()]
    for client in clients {
      try client.watch([.reading: WatchOptions(rateHz: rate), .event: WatchOptions()])
    }
    inBackground {
      for sequence in 0..<600 { server.publishReading(UInt64(sequence)) }
      server.publishEvent(0)
    }
    // In turns: a lossless publisher waits for both.
    var sequences: [UInt64] = []
    while true {
      let messages = try clients.map { try $0.message() }
      #expect(messages[0] == messages[1])
      guard case .reading(let reading) = messages[0] else { break }
      sequences.append(reading.sequence)
    }
    await server.stop()
    #expect(sequences.count == Int(rate * 10))
    let gaps = zip(sequences, sequences.dropFirst()).map { $1 - $0 }
    #expect(gaps.allSatisfy { abs(Double($0) - 60 / rate) < 1 })
  }

  @Test func aSecondWatchReplacesTheOptionsOfItsTopicsAlone() async throws {
    let server = try await Server()
    let client = try server.connect()
    try client.watch([.reading: WatchOptions(rateHz: 1), .state: WatchOptions()])
    server.publishReading(1)  // not due at 1 Hz
    _ = try client.ping()  // it was offered
    try client.watch([.reading: WatchOptions()])
    server.publishReading(2)
    server.publishState(0)
    #expect(try client.message() == .reading(reading(2)))
    #expect(try client.message() == .state(state(0), live: nil))
    await server.stop()
  }

  @Test func unwatchEndsATopicAndOnlyThat() async throws {
    let server = try await Server()
    let client = try server.connect()
    try client.watch([.reading: WatchOptions(), .event: WatchOptions()])
    try client.send(.unwatch([.reading, .qibla]))
    guard case .reply(let reply) = try client.message() else {
      Issue.record("no reply")
      return
    }
    #expect(reply.outcome == .unwatched([.reading]))
    server.publishReading(1)
    server.publishEvent(1)
    #expect(try client.message() == .event(event(1)))
    try client.send(.unwatch([]))
    guard case .reply(let all) = try client.message() else {
      Issue.record("no reply")
      return
    }
    #expect(all.outcome == .unwatched([.event]))
    await server.stop()
  }

  @Test func getGivesTheNewestOnce() async throws {
    let server = try await Server()
    let client = try server.connect()
    for topic in Topic.allCases {
      let number = try client.send(.get(topic))
      guard case .error(let error) = try client.message() else {
        Issue.record("there is a \(topic) before there was one")
        return
      }
      #expect(error.code == .notAvailable)
      #expect(error.number == number)
    }
    for sequence in UInt64(0)..<3 {
      server.publishReading(sequence)
      server.publishState(sequence)
      server.publishEvent(sequence)
      try server.publishQibla(sequence)
    }
    let newest = [reading(2).line, state(2).line, event(2).line, try qibla(2).line]
    for (topic, line) in zip(Topic.allCases, newest) {
      try client.send(.get(topic))
      guard case .reply(let reply) = try client.message() else {
        Issue.record("no \(topic)")
        return
      }
      #expect(reply.outcome == .message(line.dropLast()))
    }
    await server.stop()
  }

  @Test func aRequestThatIsWrongInOnePartDoesNothing() async throws {
    let server = try await Server()
    let client = try server.connect()
    try client.send(text: "{\"do\":\"watch\",\"topics\":[\"event\",\"weather\"]}\n")
    #expect(try client.object()?["code"] == .string("unknown_topic"))
    server.publishEvent(1)
    #expect(try client.ping() != nil)
    try client.send(.unwatch([]))
    guard case .reply(let reply) = try client.message() else {
      Issue.record("no reply")
      return
    }
    #expect(reply.outcome == .unwatched([]))
    await server.stop()
  }

  @Test func theFirstWatchWakesWhoeverWaitsForIt() async throws {
    let server = try await Server()
    let client = try server.connect()
    let woken = Waiting { server.publisher.waitForFirstWatch() }
    _ = try client.ping()
    #expect(!woken.isDone)
    try client.send(text: "watch\n")
    #expect(await woken.value() == .watched)
    await server.stop()
  }
}
