import JSON
import NIOCore
import QiblaClient
import Quantities
import Testing
import Wire

@testable import Publisher

struct ClientStatisticsTests {
  @Test func whatASlowClientLostAndStillHasToGetIsKnown() async throws {
    let server = try await Server()
    let slow = try server.connect()
    let quick = try server.connect()
    try slow.watch([.reading: WatchOptions(), .state: WatchOptions()])
    try quick.watch([.reading: WatchOptions()])
    let count = 500
    for sequence in 0..<count {
      server.publishReading(UInt64(sequence))
      #expect(try quick.message() == .reading(reading(UInt64(sequence))))
    }
    server.publishState(0)
    _ = try quick.ping()
    let statistics = await server.publisher.clientStatistics()
    #expect(statistics.map(\.number) == [1, 2])
    // A reading that was overwritten again and again, and the state behind it.
    #expect(statistics[0].queue == 2)
    #expect(statistics[1] == StatsMessage.Client(number: 2, queue: 0, dropped: 0))
    var skipped = 0
    while let line = try slow.object(), line["type"] == .string("reading") {
      skipped += Int(line["skipped"]?.number ?? 0)
    }
    #expect(statistics[0].dropped == skipped && skipped > 400)
    await server.stop()
  }

  @Test func lostEventsCountToo() throws {
    var backlog = Backlog()
    #expect(backlog.count == 0 && backlog.dropped == 0)
    for sequence in 0..<70 {
      backlog.add(
        Line(topic: .event, sequence: UInt64(sequence), bytes: .init(string: "{}\n")), missed: 0)
    }
    #expect(backlog.count == 64)
    #expect(backlog.dropped == 6)
    backlog.add(Line(topic: .event, sequence: 72, bytes: .init(string: "{}\n")), missed: 2)
    #expect(backlog.dropped == 9)  // two on the way here, and one for it
  }

  @Test func aStoppedPublisherHasNoClients() async throws {
    let server = try await Server()
    _ = try server.connect()
    await server.stop()
    #expect(await server.publisher.clientStatistics().isEmpty)
  }

  @Test func theNewestDevicesFollowTheReplyToWatchAndStatsDoNot() async throws {
    let server = try await Server()
    let devices = DevicesMessage(
      sequence: 3, time: Timestamp(microseconds: 5), buses: [.init(name: "1")], devices: [])
    server.publisher.publish(topic: .devices, sequence: 3, line: devices.line)
    let stats = StatsMessage(
      sequence: 9, time: Timestamp(microseconds: 6), ticks: .init(count: 60, missed: 0),
      devices: [], samplesDropped: 0, clientCount: 1, clients: [])
    server.publisher.publish(topic: .stats, sequence: 9, line: stats.line)
    let client = try server.connect()
    try client.watch([.devices: WatchOptions(), .stats: WatchOptions()])
    #expect(try client.message() == .devices(devices))
    // Nothing else came before the answer; the next ones come when they are there.
    guard case .reply(let pong) = try client.ping() else {
      Issue.record("something between the devices and the answer")
      return
    }
    #expect(pong.outcome == .pong(Timestamp(microseconds: 6)))
    server.publisher.publish(topic: .stats, sequence: 10, line: stats.line)
    #expect(try client.message() == .stats(stats))
    await server.stop()
  }

  @Test func whereNoDevicesOrStatsWillComeItIsSaid() async throws {
    let server = try await Server(lossless: true)  // its hello says replay
    let client = try server.connect()
    for (topic, words) in [(Topic.devices, "a replay"), (.stats, "--wait-for-client")] {
      try client.send(.get(topic))
      guard case .error(let error) = try client.message() else {
        Issue.record("there is a \(topic)")
        return
      }
      #expect(error.code == .notAvailable && error.message.contains(words), "\(error)")
    }
    await server.stop()
  }
}
