import Randomness
import Glibc
import JSON
import Publisher
import QiblaClient
import Testing
import Wire

struct HostileClientTests {
  @Test(arguments: [
    "\u{0}\u{1}\u{2}\n", "{\n", "nonsense\n", "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[\n", "\n",
    "\r\n", "{\"do\":\"watch\",\n", "\u{FEFF}watch\n",
  ])
  func garbageIsAnErrorAndTheConnectionGoesOn(garbage: String) async throws {
    let server = try await Server()
    let client = try server.connect()
    try client.send(text: garbage)
    #expect(try client.object()?["code"] == .string("bad_json"))
    #expect(try client.ping() != nil)
    await server.stop()
  }

  @Test func brokenUTF8IsAnError() async throws {
    let server = try await Server()
    let client = try server.connect()
    let half: [UInt8] = [0xC3, 0x28]
    for line in [[0xFF, 0xFE], Array("{\"do\":\"".utf8) + half + Array("\"}".utf8)] {
      try client.send(line: line + [0x0A])
      #expect(try client.object()?["code"] == .string("bad_json"))
    }
    #expect(try client.ping() != nil)
    await server.stop()
  }

  @Test func aTooLongRequestIsToldOnceAndPassedOver() async throws {
    let server = try await Server()
    let client = try server.connect()
    try client.send(text: String(repeating: "watch ", count: 20_000))
    #expect(try client.object()?["code"] == .string("too_long"))
    try client.send(text: "watch\n")  // still the long line
    try client.send(text: "{\"id\":1,\"do\":\"ping\"}\n")
    #expect(try client.object()?["id"] == .number(1))
    await server.stop()
  }

  @Test func aRequestOfJustTheLimitIsTaken() async throws {
    let server = try await Server()
    let client = try server.connect()
    let text = "{\"do\":\"ping\"}"
    let blanks = String(repeating: " ", count: Limits.requestBytes - text.count - 1)
    try client.send(text: text + blanks + "\n")
    #expect(try client.object()?["ok"] == .bool(true))
    try client.send(text: text + blanks + " \n")
    #expect(try client.object()?["code"] == .string("too_long"))
    #expect(try client.ping() != nil)
    await server.stop()
  }

  @Test func theThirdTooLongRequestEndsTheConnection() async throws {
    let server = try await Server()
    let client = try server.connect()
    for _ in 0..<3 {
      try client.send(text: String(repeating: "a", count: Limits.requestBytes) + "\n")
      #expect(try client.object()?["code"] == .string("too_long"))
    }
    #expect(try client.message() == .bye(Bye(reason: "too_long")))
    #expect(try client.nextLine(timeout: .seconds(20)) == .ended)
    try await server.waitForClients(0)
    await server.stop()
  }

  @Test func aClientThatLeavesInTheMiddleOfALineJustGoes() async throws {
    let server = try await Server()
    let other = try server.connect()
    try other.watch([.event: WatchOptions()])
    for text in ["{\"id\":1,\"do\":\"wat", "watch\n{\"id", ""] {
      let client = try server.connect()
      try client.send(text: text)
    }
    try await server.waitForClients(1)
    server.publishEvent(1)
    #expect(try other.message() == .event(event(1)))
    await server.stop()
  }

  @Test func aHalfClosedClientStaysSubscribed() async throws {
    let server = try await Server()
    let client = try server.connect()
    try client.send(text: "watch\n")
    try client.endSending()
    guard case .reply(let reply) = try client.message() else {
      Issue.record("no reply")
      return
    }
    #expect(
      reply.outcome
        == .watching([
          .reading: WatchOptions(rateHz: 10), .event: WatchOptions(), .state: WatchOptions(),
        ]))
    for sequence: UInt64 in 0..<13 {
      server.publishReading(sequence)
      if sequence % 6 == 0 { #expect(try client.message() == .reading(reading(sequence))) }
    }
    await server.stop()
  }

  @Test func aHalfClosedClientThatWatchesNothingGetsItsAnswersAndTheEnd() async throws {
    let server = try await Server()
    server.publishState(1)
    let client = try server.connect()
    // The last line without its LF, as `printf` sends it.
    try client.send(text: "{\"do\":\"ping\"}\n{\"do\":\"get\",\"topic\":\"state\"}")
    try client.endSending()
    #expect(try client.object()?["ok"] == .bool(true))
    #expect(try client.object()?["message"]?["type"] == .string("state"))
    #expect(try client.nextLine(timeout: .seconds(20)) == .ended)
    await server.stop()
  }

  @Test func aHalfClosedClientThatGoesIsNoticed() async throws {
    let server = try await Server()
    do {
      let client = try server.connect()
      try client.send(text: "watch\n")
      try client.endSending()
      #expect(try client.message() != nil)
      #expect(server.publisher.clientCount == 1)
    }
    try await server.waitForClients(0)
    await server.stop()
  }

  @Test func oneThatAsksAndNeverReadsIsNotServedWithoutEnd() async throws {
    let server = try await Server(limits: PublisherLimits(requestBurst: 100_000_000))
    let flood = try server.connect()
    let request = Array(String(repeating: "{\"do\":\"ping\"}\n", count: 200).utf8)
    // The server stops reading, so that sooner or later the socket takes no more.
    #expect(fcntl(flood.fileDescriptor, F_SETFL, O_NONBLOCK) == 0)
    var sent = 0
    #expect(throws: ConnectionError.broken(call: "send", errno: EAGAIN)) {
      while sent < 100_000_000 {
        try flood.send(line: request)
        sent += request.count
      }
    }
    let other = try server.connect()
    #expect(try other.ping() != nil)
    await server.stop()
  }

  @Test func requestsThatWereHeldBackAreAllAnsweredInOrder() async throws {
    let server = try await Server(limits: PublisherLimits(requestBurst: 10_000))
    let client = try server.connect()
    let count = 3000
    inBackground { [descriptor = dup(client.fileDescriptor)] in
      var rest = (0..<count).flatMap { Array("{\"id\":\($0),\"do\":\"sing\"}\n".utf8) }[...]
      while !rest.isEmpty {
        let sent = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        guard sent > 0 else { break }
        rest = rest.dropFirst(sent)
      }
      close(descriptor)
    }
    for number in 0..<count {
      guard case .error(let error) = try client.message() else {
        Issue.record("no answer to \(number)")
        break
      }
      #expect(error.number == number)
      #expect(error.code == .unknownVerb)
    }
    await server.stop()
  }

  @Test func oneClientTooManyIsToldSo() async throws {
    let server = try await Server(limits: PublisherLimits(clients: 2))
    var clients = [try server.connect(), try server.connect()]
    let third = try server.connect()
    guard case .error(let error) = try third.message() else {
      Issue.record("it was let in")
      return
    }
    #expect(error.code == .busy)
    #expect(try third.nextLine(timeout: .seconds(20)) == .ended)
    clients.removeLast()
    try await server.waitForClients(1)
    #expect(try server.connect().ping() != nil)
    await server.stop()
  }

  @Test func oneThatReadsNothingIsClosedAndOneThatWatchesNothingIsNot() async throws {
    let server = try await Server(limits: PublisherLimits(stall: .milliseconds(300)))
    let idle = try server.connect()
    let stalled = try server.connect()
    try stalled.watch([.event: WatchOptions()])
    for sequence in 0..<200 { server.publishEvent(UInt64(sequence)) }
    try await server.waitForClients(1)
    #expect(try idle.ping() != nil)
    await server.stop()
  }

  @Test func noBytesAtAllCanHurt() async throws {
    var generator = SeededGenerator(seed: 11)
    let server = try await Server()
    for _ in 0..<30 {
      let client = try server.connect()
      for _ in 0..<20 {
        let line = (0..<Int.random(in: 1...300, using: &generator)).map { _ in
          UInt8.random(in: 0...255, using: &generator)
        }
        try client.send(line: line)
      }
    }
    try await server.waitForClients(0)
    #expect(try server.connect().ping() != nil)
    await server.stop()
  }
}
