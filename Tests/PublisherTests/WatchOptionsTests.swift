import JSON
import Publisher
import QiblaClient
import Quantities
import Testing
import Wire

/// The options of `watch` through a socket.
struct WatchOptionsTests {
  /// A reading of tick `sequence` that faces `heading`.
  private func turned(
    _ sequence: UInt64, to heading: Double, error: Double = 2, status: Reading.Status = .accurate
  ) -> Reading {
    var new = reading(sequence)
    new.headingMagnetic = Azimuth(degrees: heading)
    new.headingTrue = Azimuth(degrees: heading + 3)
    new.qibla = Azimuth(degrees: 119)
    new.pointer = RelativeBearing(degrees: 116 - heading)
    new.error68Degrees = error
    new.status = status
    new.alignment = .away
    return new
  }

  /// The readings that a client with these options gets of all of them.
  private func received(_ readings: [Reading], _ options: WatchOptions) async throws -> [Reading] {
    let server = try await Server(lossless: true)
    let client = try server.connect()
    try client.watch([.reading: options, .event: WatchOptions()])
    inBackground {
      for reading in readings { server.publish(reading) }
      server.publishEvent(0)
    }
    var found: [Reading] = []
    while case .reading(let reading) = try client.message() { found.append(reading) }
    await server.stop()
    return found
  }

  @Test func onlyAReadingThatDiffersEnoughIsSent() async throws {
    let readings = [
      turned(0, to: 359.8), turned(1, to: 0.2), turned(2, to: 0.7), turned(3, to: 0.9),
      turned(4, to: 0.3), turned(5, to: 0.3, error: 2.9), turned(6, to: 0.3, error: 3.5),
      turned(7, to: 0.3, error: 3.5, status: .uncertain), turned(8, to: 0.3, error: 3.5),
    ]
    // 359.8 to 0.7 are 0.9°; from there 0.2° and 0.4°; the error by 0.9°, by 0.6°; then the status.
    let sent = try await received(readings, WatchOptions(minChangeDegrees: 0.8))
    #expect(sent.map(\.sequence) == [0, 2, 5, 7, 8])
  }

  @Test func aHeadingThatGoesOrComesIsAChange() async throws {
    var without = turned(1, to: 5)
    without.headingTrue = nil
    without.pointer = nil
    let sent = try await received(
      [turned(0, to: 5), without, turned(2, to: 5)], WatchOptions(minChangeDegrees: 180))
    #expect(sent.map(\.sequence) == [0, 1, 2])
  }

  @Test func afterTheGapAReadingComesAlthoughNothingHasChanged() async throws {
    let readings = (0..<200).map { turned(UInt64($0), to: 5) }
    let still = try await received(readings, WatchOptions(minChangeDegrees: 1))
    #expect(still.map(\.sequence) == [0])
    // A tick is 1/60 s: the first reading at least 500 ms later is the 30th.
    let alive = try await received(
      readings, WatchOptions(minChangeDegrees: 1, maxGapMilliseconds: 500))
    #expect(alive.map(\.sequence) == [0, 30, 60, 90, 120, 150, 180])
  }

  @Test func aRateSelectsBeforeTheChange() async throws {
    let readings = (0..<60).map { turned(UInt64($0), to: Double($0)) }
    let sent = try await received(readings, WatchOptions(rateHz: 10, minChangeDegrees: 7))
    // Every sixth is due, and every second of these is 12° further.
    #expect(sent.map(\.sequence) == [0, 12, 24, 36, 48])
  }

  @Test func aReadingOfAnEarlierInstantIsNew() async throws {
    var again = turned(2, to: 5)
    again.time = turned(0, to: 5).time
    let readings = [turned(1, to: 5), again, turned(3, to: 5)]
    let sent = try await received(readings, WatchOptions(minChangeDegrees: 1))
    #expect(sent.map(\.sequence) == [1, 2])
  }

  @Test func aTurnedScreenGetsHeadingAndPointerOfItsUpperEdge() async throws {
    let server = try await Server()
    let clients = try ScreenTurn.allCases.map { turn in
      let client = try server.connect()
      try client.watch([.reading: WatchOptions(screen: turn)])
      return (turn, client)
    }
    for sequence in UInt64(0)..<3 {
      let sent = turned(sequence, to: 100)
      server.publish(sent)
      for (turn, client) in clients {
        #expect(try client.message() == .reading(sent.turned(by: turn)))
      }
    }
    // What is asked for with `get` is the device's.
    try clients[1].1.send(.get(.reading))
    guard case .reply(let reply) = try clients[1].1.message() else {
      Issue.record("no reply")
      return
    }
    #expect(reply.outcome == .message(turned(2, to: 100).line.dropLast()))
    await server.stop()
  }

  @Test func aSlowClientWithATurnedScreenGetsTheNewestOfItsOwnReadings() async throws {
    let server = try await Server()
    let client = try server.connect()
    try client.watch([.reading: WatchOptions(screen: .left)])
    let (count, other): (UInt64, Connection) = (4000, try server.connect())
    for sequence in 0..<count {
      server.publish(turned(sequence, to: 100))
      // The queue to the event loop holds `LineQueue.capacity` lines; an answer shows that it has taken them.
      if sequence % 500 == 499 { #expect(try other.ping() != nil) }
    }
    var next: UInt64 = 0
    while next < count {
      let line = try #require(try client.object())
      #expect(line["heading_magnetic_deg"] == .number(10))
      let sequence = UInt64(try #require(line["seq"]?.number))
      #expect(sequence == next + UInt64(line["skipped"]?.number ?? 0))
      next = sequence + 1
    }
    await server.stop()
  }
}
