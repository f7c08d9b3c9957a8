import Logging
import NIOCore
import NIOEmbedded
import Synchronization
import Testing
import Wire

@testable import Publisher

/// Lines that belong together reach a client with one write; on channels without a kernel behind them.
struct DeliveryTests {
  private final class Wakes: Sendable {
    private let counter = Mutex(0)
    var count: Int { counter.withLock { $0 } }
    func add() { counter.withLock { $0 += 1 } }
  }

  private let queue = LineQueue(lossless: false)
  private let wakes = Wakes()
  private let channel = EmbeddedChannel()
  private let fanOut: FanOut

  init() throws {
    fanOut = FanOut(
      hello: Server.hello, lineQueue: queue, limits: PublisherLimits(), lossless: false,
      clientCount: ClientCount(), controlHandler: nil, answers: ControlAnswers(), logger: .quiet)
    let client = try join(channel)
    client.subscribe(to: .state, WatchOptions(), last: nil)
    client.subscribe(to: .event, WatchOptions(), last: nil)
    try #require(writes() == 1, "the hello")
  }

  /// The client of a channel that is connected.
  private func join(_ channel: EmbeddedChannel) throws -> Client {
    channel.connect(to: try SocketAddress(unixDomainSocketPath: "/test.sock"), promise: nil)
    return try #require(fanOut.join(channel, .stream, nil))
  }

  /// The writes since the last call.
  private func writes() throws -> Int { try texts().count }

  private func texts() throws -> [String] {
    var texts: [String] = []
    while let bytes = try channel.readOutbound(as: ByteBuffer.self) {
      texts.append(String(buffer: bytes))
    }
    return texts
  }

  private func put(
    _ topic: Topic, _ sequence: UInt64, size: Int = 300, _ delivery: Publisher.Delivery
  ) -> String {
    let line = "{\"seq\":\(sequence),\"x\":\"" + String(repeating: "x", count: size) + "\"}\n"
    queue.put(
      Line(topic: topic, sequence: sequence, bytes: ByteBuffer(string: line)), delivery)
    return line
  }

  @Test func theLinesOfOneTickAreOneWriteInTheirOrder() throws {
    let expected = put(.state, 1, .withLater) + put(.event, 1, .withLater) + put(.event, 2, .now)
    fanOut.deliver()
    #expect(try texts() == [expected])
  }

  @Test func aWriteHasAtMost2048BytesOrOneLine() throws {
    let lines = [1200, 700, 200, 2500, 10].enumerated().map {
      put(.event, UInt64($0.offset) + 1, size: $0.element, .withLater)
    }
    fanOut.deliver()
    let texts = try texts()
    #expect(texts == [lines[0] + lines[1], lines[2], lines[3], lines[4]])
  }

  @Test func anAnswerComesBehindTheLinesThatWereOfferedBefore() throws {
    let client = try #require(fanOut.clients.first)
    let line = put(.state, 1, .withLater)
    let taken = try #require(queue.takeFirst())
    var turned = TurnedLines(taken)
    client.offer(taken, &turned, lossless: false)
    #expect(try texts().isEmpty)
    client.write(ByteBuffer(string: "answer\n"))
    #expect(try texts() == [line, "answer\n"])
  }

  // The same moment for all, as when a web server with its connections ends. Fewer than cause a `HeapTrim`.
  @Test func clientsThatLeaveAtOnceCauseNoDelivery() throws {
    let loop = EmbeddedEventLoop()
    let leaving = (0..<50).map { _ in EmbeddedChannel(loop: loop) }
    for channel in leaving {
      try join(channel).subscribe(to: .event, WatchOptions(), last: nil)
      #expect(try channel.readOutbound(as: ByteBuffer.self) != nil, "the hello")
    }
    let first = put(.event, 1, .withLater)
    for channel in leaving { channel.close(promise: nil) }
    #expect(fanOut.clients.count == 51, "the event loop has not told yet")
    fanOut.deliver()
    #expect(try texts() == [first])
    for channel in leaving { #expect(try channel.readOutbound(as: ByteBuffer.self) == nil) }
    _ = put(.event, 2, .withLater)
    loop.run()
    #expect(fanOut.clients.count == 1)
    #expect(try texts().isEmpty)
    #expect(queue.takeFirst()?.sequence == 2, "the line waits for its own delivery")
  }

  @Test func aClientThatHasReadGetsTheNewestLineOfADeliveryWithAllThatItMissed() throws {
    channel.isWritable = false
    _ = put(.state, 1, .now)
    fanOut.deliver()
    #expect(try texts().isEmpty)
    channel.isWritable = true
    _ = put(.state, 2, .withLater)
    let newest = put(.state, 3, .now)
    fanOut.deliver()
    #expect(try texts() == [String(newest.dropLast(2)) + ",\"skipped\":2}\n"])
  }

  @Test func theEventLoopIsWokenOnceForTheLinesOfOneTick() {
    queue.connect { [wakes] in wakes.add() }
    let atConnect = wakes.count
    _ = put(.state, 1, .withLater)
    _ = put(.event, 1, .withLater)
    #expect(wakes.count == atConnect)
    queue.deliver()
    queue.deliver()
    #expect(wakes.count == atConnect + 1)
    fanOut.deliver()
    queue.deliver()
    #expect(wakes.count == atConnect + 1, "nothing waits")
  }

  @Test func aFrequentTopicThatNobodyWatchesWakesNoThread() throws {
    queue.connect { [wakes] in wakes.add() }
    let atConnect = wakes.count
    let lines = [Topic.field, .raw, .stats].map { ($0, put($0, 1, .now)) }
    queue.put(reading(1))
    queue.put(reading(2))
    queue.deliver()
    #expect(wakes.count == atConnect)
    for (topic, line) in lines {
      #expect(fanOut.newestLine(of: topic)?.bytes == ByteBuffer(string: line))
    }
    #expect(fanOut.newestLine(of: .reading)?.bytes == ByteBuffer(bytes: reading(2).line))
  }
}
