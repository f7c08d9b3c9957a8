import JSON
import Pipeline
import Qibla
import Quantities
import Session
import TestSamples
import Testing
import Trace
import Wire

@Suite struct SessionTests {
  /// Feeds the samples of a trace; `nil` topics means all.
  private func play(
    _ session: inout Session, _ bytes: [UInt8], wait: Session.Wait = { _ in true },
    emit: (LineEncoder.Line) -> Void
  ) throws -> Int {
    var reader = try TraceReader(source: MemorySource(bytes), name: "trace")
    var fed = 0
    while let item = try reader.next() {
      guard session.feed(item.input, wait: wait, emit: emit) else { break }
      fed += 1
    }
    return fed
  }

  private func session(_ name: String, topics: Set<Topic> = Set(Topic.allCases)) throws -> Session {
    let reader = try TraceReader(source: MemorySource(try trace(name)), name: name)
    return Session(RunOptions().settings(for: reader.header), topics: topics)
  }

  @Test(arguments: Topic.allCases.filter { !$0.isOfTheDaemon })
  func aTopicsLinesAreTheSameWhetherOthersAreWantedOrNot(topic: Topic) throws {
    let bytes = try trace("fix_gap_backwards")
    let all = try Replayed(bytes).lines.filter { $0.topic == topic }
    var session = try session("fix_gap_backwards", topics: [topic])
    var alone: [LineEncoder.Line] = []
    _ = try play(&session, bytes) { alone.append($0) }
    session.finish { alone.append($0) }
    #expect(!alone.isEmpty && alone.map(\.bytes) == all.map(\.bytes))
    #expect(alone.map(\.sequence) == alone.indices.map { UInt64($0) })
  }

  @Test func everyLineIsOneJSONObjectOfItsTopicAndEndsWithALineFeed() throws {
    for golden in GoldenCase.all {
      let lines = try Replayed(try trace(golden.name), golden.options()).lines
      for line in lines where line.topic != .reading || line.sequence % 20 == 0 {
        #expect(line.bytes.last == UInt8(ascii: "\n") && line.bytes.count < 16_384)
        #expect(line.bytes.count { $0 == UInt8(ascii: "\n") } == 1)
        let object = try JSONValue(parsing: line.bytes[...])
        #expect(object.members?.first?.value == .string(line.topic.rawValue))
      }
    }
  }

  @Test func waitSeesEveryTickOnceInOrderAndCanStopTheSession() throws {
    let bytes = try trace("bundle_ngimu")
    let ticks = try Replayed(bytes).lines.count { $0.topic == .reading }
    var seen: [Timestamp] = []
    var session = try session("bundle_ngimu")
    var readings = 0
    let fed = try play(&session, bytes) { tick in
      seen.append(tick)
      return seen.count <= 100
    } emit: {
      readings += $0.topic == .reading ? 1 : 0
    }
    #expect(seen.count == 101 && readings == 100)
    #expect(zip(seen, seen.dropFirst()).allSatisfy { $0 < $1 })
    #expect(fed < 100 && ticks > 500)
  }

  // A loop goes on counting, tells one gap, and begins its grid at the first sample again.
  @Test func aRestartIsOneGapAndTheSequencesGoOn() throws {
    let bytes = try trace("field_only_1hz")
    var session = try session("field_only_1hz")
    var lines: [LineEncoder.Line] = []
    for pass in 0..<2 {
      if pass > 0 {
        let start = Input.gap(.loop, at: Timestamp(microseconds: 0), microseconds: nil)
        _ = session.feed(start) { lines.append($0) }
      }
      _ = try play(&session, bytes) { lines.append($0) }
    }
    let readings = lines.filter { $0.topic == .reading }
    #expect(readings.map(\.sequence) == readings.indices.map { UInt64($0) })
    let gaps = lines.filter { $0.topic == .event }
      .map { String(decoding: $0.bytes, as: UTF8.self) }
      .filter { $0.contains(#""name":"gap""#) }
    #expect(gaps.count == 1)
    #expect(gaps[0].contains(#""t_us":0,"#) && gaps[0].contains(#""reason":"replay_loop""#))
    #expect(!gaps[0].contains("gap_us"))
  }

  @Test func whatOnlyADaemonKnowsIsInTheStateAndNowhereElse() throws {
    let bytes = try trace("field_only_1hz")
    var live = try session("field_only_1hz")
    live.live = LiveState(clients: 3)
    var lines: [LineEncoder.Line] = []
    _ = try play(&live, bytes) { lines.append($0) }
    live.finish { lines.append($0) }
    for (line, plain) in zip(lines, try Replayed(bytes).lines) {
      guard line.topic == .state else {
        #expect(line.bytes == plain.bytes)
        continue
      }
      var expected = plain.bytes
      expected.replaceSubrange(
        (expected.count - 2)..., with: Array(#","live":{"clients":3}}"#.utf8))
      #expect(line.bytes == expected + [UInt8(ascii: "\n")])
    }
  }
}
