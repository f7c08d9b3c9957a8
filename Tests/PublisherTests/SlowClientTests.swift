import JSON
import Publisher
import QiblaClient
import Testing
import Wire

struct SlowClientTests {
  @Test func whatASlowReaderMissedIsCountedExactlyAndNobodyElseNotices() async throws {
    let server = try await Server()
    let slow = try server.connect()
    let quick = try server.connect()
    try slow.watch([.reading: WatchOptions(), .event: WatchOptions()])
    try quick.watch([.reading: WatchOptions(), .event: WatchOptions()])
    let count = 500
    for sequence in 0..<count {
      server.publishReading(UInt64(sequence))
      #expect(try quick.message() == .reading(reading(UInt64(sequence))))
    }
    server.publishEvent(0)
    #expect(try quick.message() == .event(event(0)))
    var received = 0
    var skipped = 0
    var last = -1.0
    while let line = try slow.object(), line["type"] == .string("reading") {
      received += 1
      skipped += Int(line["skipped"]?.number ?? 0)
      let sequence = try #require(line["seq"]?.number)
      let before = Double(skipped + received - 1)
      #expect(sequence > last)
      #expect(sequence == before)  // each loss is told by the line right behind it
      #expect(line.members?.last?.key == "skipped" || line["skipped"] == nil)
      last = sequence
    }
    #expect(received + skipped == count)
    #expect(received == 2)  // the one that was on its way, and the newest
    #expect(last == Double(count - 1))
    await server.stop()
  }

  @Test func afterAPauseTheFirstLineIsOldAndTheSecondIsTheNewest() async throws {
    let server = try await Server()
    let stopped = try server.connect()
    let quick = try server.connect()
    try stopped.watch([.reading: WatchOptions()])
    try quick.watch([.reading: WatchOptions()])
    for pause in 0..<3 {
      let first = UInt64(pause * 200)
      for sequence in first..<first + 200 {
        server.publishReading(sequence)
        #expect(try quick.message() == .reading(reading(sequence)))
      }
      #expect(try stopped.object()?["seq"]?.number == Double(first))
      let newest = try #require(try stopped.object())
      #expect(newest["seq"]?.number == Double(first + 199))
      #expect(newest["skipped"]?.number == 198)
    }
    await server.stop()
  }

  // A front end that changes its rate sends all of its topics again.
  @Test func watchingAgainLosesNoEventAndTellsTheReadingsThatWereMissed() async throws {
    let server = try await Server()
    let (client, quick) = (try server.connect(), try server.connect())
    let topics: [Topic: WatchOptions] = [.reading: WatchOptions(), .event: WatchOptions()]
    try client.watch(topics)
    try quick.watch(topics)
    for sequence: UInt64 in 0..<50 {
      server.publishReading(sequence)
      #expect(try quick.message() == .reading(reading(sequence)))
    }
    for sequence: UInt64 in 0..<20 {
      server.publishEvent(sequence)
      #expect(try quick.message() == .event(event(sequence)))
    }
    // Its answer comes before what waits.
    try client.send(.watch(topics))
    server.publishReading(50)
    var (events, readings, skipped) = ([Double](), 0, 0)
    while readings + skipped < 51 || events.count < 20, let line = try client.object() {
      if line["type"] == .string("event"), let number = line["seq"]?.number {
        events.append(number)
      }
      guard line["type"] == .string("reading") else { continue }
      readings += 1
      skipped += Int(line["skipped"]?.number ?? 0)
    }
    #expect(events == (0..<20).map(Double.init))
    #expect(readings + skipped == 51)
    await server.stop()
  }

  // No tick follows that would look whether the client has read by now.
  @Test func aLineThatWaitsForItsReaderNeedsNoLaterLine() async throws {
    let server = try await Server()
    let client = try server.connect()
    let quick = try server.connect()
    try client.watch([.event: WatchOptions()])
    try quick.watch([.event: WatchOptions()])
    for sequence: UInt64 in 0..<20 {
      server.publishEvent(sequence)
      #expect(try quick.message() == .event(event(sequence)))
    }
    for sequence: UInt64 in 0..<20 { #expect(try client.message() == .event(event(sequence))) }
    await server.stop()
  }

  @Test func aThinnedTopicCountsOnlyWhatItWouldHaveSent() async throws {
    let server = try await Server()
    let slow = try server.connect()
    let quick = try server.connect()
    try slow.watch([.reading: WatchOptions(rateHz: 20), .event: WatchOptions()])
    try quick.watch([.reading: WatchOptions(), .event: WatchOptions()])
    for sequence in 0..<900 {
      server.publishReading(UInt64(sequence))
      #expect(try quick.message() == .reading(reading(UInt64(sequence))))
    }
    server.publishEvent(0)
    var total = 0
    while let line = try slow.object(), line["type"] == .string("reading") {
      total += 1 + Int(line["skipped"]?.number ?? 0)
    }
    #expect(total == 300)
    await server.stop()
  }

  @Test func eventsThatOverflowEndInOneResyncAndWhatHoldsNow() async throws {
    let server = try await Server()
    let slow = try server.connect()
    let quick = try server.connect()
    try slow.watch([.event: WatchOptions()])
    try quick.watch([.event: WatchOptions()])
    let count = 400
    for sequence in 0..<count {
      server.publishEvent(UInt64(sequence))
      #expect(try quick.message() == .event(event(UInt64(sequence))))
    }
    server.publishState(7)
    try server.publishQibla(3)
    #expect(try quick.ping() != nil)
    var events: [UInt64] = []
    var lost: [Int] = []
    var newest: [Message] = []
    while newest.count < 2 {
      switch try slow.message() {
      case .event(let event): events.append(event.sequence)
      case .resync(let count): lost.append(count)
      case let message?: newest.append(message)
      case nil:
        Issue.record("the server fell silent")
        return
      }
    }
    #expect(lost.count == 1)
    #expect(events.count + lost.reduce(0, +) == count)
    #expect(events.suffix(64) == (UInt64(count - 64)..<UInt64(count)).map { $0 }[...])
    #expect(newest == [.state(state(7), live: nil), .qibla(try qibla(3))])
    await server.stop()
  }
}
