import Glibc
import JSON
import Publisher
import QiblaClient
import Testing
import Wire

struct RateLimitTests {
  @Test func oneRequestTooManyIsRefusedByItsIDAndTheNextOneWaits() async throws {
    let server = try await Server(
      limits: PublisherLimits(
        requestBurst: 3, requestsPerSecond: 1, requestPause: .milliseconds(400)))
    let client = try server.connect()
    let clock = ContinuousClock()
    let start = clock.now
    var text = ""
    for number in 1...5 {
      text += "{\"id\":\(number),\"do\":\"watch\",\"topics\":[\"event\"]}\n"
    }
    try client.send(text: text)
    for number in 1...3 { #expect(try client.object()?["id"] == .number(Double(number))) }
    let refused = try #require(try client.object())
    #expect(refused["code"] == .string("rate_limited"))
    #expect(refused["id"] == .number(4))
    #expect(try client.object()?["id"] == .number(5))
    // At least so long: nothing on a loaded machine makes it shorter.
    #expect(clock.now - start >= .milliseconds(400))
    await server.stop()
  }

  @Test func aRefusedRequestHasNoEffect() async throws {
    let server = try await Server(
      limits: PublisherLimits(requestBurst: 1, requestsPerSecond: 1, requestPause: .milliseconds(1))
    )
    let client = try server.connect()
    try client.watch([.state: WatchOptions()])
    try client.send(text: "{\"do\":\"watch\",\"topics\":[\"event\"]}\n")
    #expect(try client.object()?["code"] == .string("rate_limited"))
    server.publishEvent(1)
    server.publishState(1)
    #expect(try client.message() == .state(state(1), live: nil))
    await server.stop()
  }

  @Test func aRefusedLineThatIsNoRequestIsToldOnce() async throws {
    let server = try await Server(
      limits: PublisherLimits(requestBurst: 1, requestsPerSecond: 1, requestPause: .milliseconds(1))
    )
    let client = try server.connect()
    try client.send(text: "nonsense\nnonsense\n")
    #expect(try client.object()?["code"] == .string("bad_json"))
    let refused = try #require(try client.object())
    #expect(refused["code"] == .string("rate_limited"))
    #expect(refused["id"] == nil)
    await server.stop()
  }

  @Test func oneThatSendsThousandsOfRequestsHurtsNobodyElse() async throws {
    let server = try await Server()
    let other = try server.connect()
    try other.watch([.event: WatchOptions()])
    let flood = try server.connect()
    let count = 5000
    inBackground { [descriptor = dup(flood.fileDescriptor)] in
      var rest = Array(String(repeating: "{\"do\":\"ping\"}\n", count: count).utf8)[...]
      while !rest.isEmpty {
        let sent = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        guard sent > 0 else { break }
        rest = rest.dropFirst(sent)
      }
      close(descriptor)
    }
    // The allowance, and then an error.
    for _ in 0..<PublisherLimits().requestBurst {
      #expect(try flood.object()?["ok"] == .bool(true))
    }
    var answer = try flood.object()
    while answer?["ok"] == .bool(true) { answer = try flood.object() }
    #expect(answer?["code"] == .string("rate_limited"))
    for sequence in UInt64(0)..<5 {
      server.publishEvent(sequence)
      #expect(try other.message() == .event(event(sequence)))
    }
    #expect(try other.ping() != nil)
    await server.stop()
  }

  @Test func aLineThatNeverEndsIsReadSlowly() async throws {
    let server = try await Server(
      limits: PublisherLimits(requestBurst: 10, requestsPerSecond: 1, requestPause: .seconds(60)))
    let client = try server.connect()
    #expect(fcntl(client.fileDescriptor, F_SETFL, O_NONBLOCK) == 0)
    let piece = [UInt8](repeating: UInt8(ascii: "a"), count: 4096)
    var sent = 0
    // The daemon stops reading, so the socket takes no more.
    for _ in 0..<200 {
      do throws(ConnectionError) {
        try client.send(line: piece)
        sent += piece.count
      } catch {
        #expect(error == .broken(call: "send", errno: EAGAIN))
        try await Task.sleep(for: .milliseconds(5))
      }
    }
    // Ten reads, and what a socket's buffer holds: net.core.wmem_default has 208 kB.
    #expect(sent < 100 * piece.count)
    #expect(try server.connect().ping() != nil)
    await server.stop()
  }

  @Test func aHalfClosedClientGetsItsAnswersAfterThePause() async throws {
    let server = try await Server(
      limits: PublisherLimits(
        requestBurst: 1, requestsPerSecond: 1, requestPause: .milliseconds(50)))
    let client = try server.connect()
    try client.send(
      text: "{\"id\":1,\"do\":\"ping\"}\n{\"id\":2,\"do\":\"ping\"}\n{\"id\":3,\"do\":\"ping\"}\n")
    try client.endSending()
    for number in 1...3 { #expect(try client.object()?["id"] == .number(Double(number))) }
    #expect(try client.nextLine(timeout: .seconds(20)) == .ended)
    try await server.waitForClients(0)
    await server.stop()
  }

  @Test func oneThatGoesDuringThePauseIsForgotten() async throws {
    let server = try await Server(
      limits: PublisherLimits(
        requestBurst: 1, requestsPerSecond: 1, requestPause: .milliseconds(50)))
    do {
      let client = try server.connect()
      try client.send(text: String(repeating: "{\"do\":\"ping\"}\n", count: 20))
      #expect(try client.object()?["ok"] == .bool(true))
    }
    try await server.waitForClients(0)
    await server.stop()
  }
}
