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
    let client = try #require(fanOut.join(channel, .stream, nil))
    client.subscribe(to: .state, WatchOptions(), last: nil)
    client.subscribe(to: .event, WatchOptions(), last: nil)
    try #require(writes() == 1, "the hello")
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
