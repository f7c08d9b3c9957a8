import Publisher
import QiblaClient
import Testing
import Wire

struct LosslessTests {
  @Test func aSlowReaderGetsEveryLineInOrder() async throws {
    let server = try await Server(lossless: true)
    let client = try server.connect()
    let count: UInt64 = 20_000
    let done = Waiting {
      guard server.publisher.waitForFirstWatch() == .watched else { return false }
      for sequence in 0..<count {
        server.publishReading(sequence)
        if sequence % 100 == 0 { server.publishEvent(sequence / 100) }
      }
      server.publisher.waitUntilDelivered()
      return true
    }
    try client.watch([.reading: WatchOptions(), .event: WatchOptions()])
    var next: UInt64 = 0
    while next < count {
      // Byte for byte: nothing is added to a line that nothing was dropped before.
      #expect(try client.nextLine(timeout: .seconds(20)) == .value(reading(next).line))
      if next % 100 == 0 {
        #expect(try client.nextLine(timeout: .seconds(20)) == .value(event(next / 100).line))
      }
      if next == 5 { #expect(!done.isDone) }
      next += 1
    }
    #expect(await done.value() == true)
    await server.stop()
    #expect(try client.message() == .bye(Bye(reason: "shutting_down")))
  }

  @Test func twoReadersGetTheSameLines() async throws {
    let server = try await Server(lossless: true)
    let clients = [try server.connect(), try server.connect()]
    for client in clients { try client.watch([.reading: WatchOptions()]) }
    inBackground { for sequence in 0..<2000 { server.publishReading(UInt64(sequence)) } }
    for sequence in 0..<2000 {
      for client in clients {
        #expect(
          try client.nextLine(timeout: .seconds(20)) == .value(reading(UInt64(sequence)).line))
      }
    }
    await server.stop()
  }

  @Test func stopWakesAPublishThatWaits() async throws {
    let server = try await Server(
      lossless: true, limits: PublisherLimits(closeTimeout: .milliseconds(50)))
    let client = try server.connect()
    try client.watch([.reading: WatchOptions()])
    let done = Waiting {
      for sequence in 0..<10_000 { server.publishReading(UInt64(sequence)) }
      return true
    }
    #expect(try client.message() == .reading(reading(0)))
    #expect(!done.isDone)
    await server.stop()
    #expect(await done.value() == true)
  }

  @Test func stopWakesWhoeverWaitsForTheFirstWatch() async throws {
    let server = try await Server(lossless: true)
    let waiting = Waiting { server.publisher.waitForFirstWatch() }
    await server.stop()
    #expect(await waiting.value() == .stopped)
  }

  @Test func aReaderThatStallsIsClosedAndTheReplayGoesOn() async throws {
    let server = try await Server(
      lossless: true, limits: PublisherLimits(stall: .milliseconds(300)))
    let client = try server.connect()
    try client.watch([.reading: WatchOptions()])
    let done = Waiting {
      for sequence in 0..<5000 { server.publishReading(UInt64(sequence)) }
      server.publisher.waitUntilDelivered()
      return true
    }
    #expect(await done.value() == true)
    try await server.waitForClients(0)
    await server.stop()
  }

  @Test func aReaderThatLeavesDoesNotHoldTheReplay() async throws {
    let server = try await Server(lossless: true)
    let done: Waiting<Bool>
    do {
      let client = try server.connect()
      try client.watch([.reading: WatchOptions()])
      done = Waiting {
        for sequence in 0..<5000 { server.publishReading(UInt64(sequence)) }
        return true
      }
      #expect(try client.message() == .reading(reading(0)))
    }
    #expect(await done.value() == true)
    await server.stop()
  }
}
