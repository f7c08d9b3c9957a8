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

  // docs/traces.md allows a chip several lines with one `t` where `live` is true.
  @Test(arguments: [[0], [1, 2]])
  func aBurstAtOneInstantIsNoRateThatNoSensorHas(magnetometers: [Int]) throws {
    var text = #"{"trace":1,"live":true,"mag_calibrated":true,"declination_deg":1.2}"# + "\n"
    func add(_ second: Double) {
      for id in magnetometers {
        let motion = id == magnetometers[0] ? #","accel":[0,0,-9.8],"gyro":[0,0,0]"# : ""
        text += #"{"t":\#(second),"id":\#(id),"mag":[20,\#(second),40]\#(motion)}"# + "\n"
      }
    }
    for step in 0..<100 { add(Double(step) / 50) }
    for _ in 0..<700 { add(2) }
    for step in 101..<300 { add(Double(step) / 50) }
    let lines = try Replayed(Array(text.utf8)).lines.filter { $0.topic == .state }
    let rates = try lines.flatMap { line -> [Double] in
      guard case .state(let state, _) = try Message(parsing: line.bytes) else { return [] }
      return state.sensors.compactMap(\.rateHz)
    }
    // 1e4 is the limit of `SensorActivity`.
    #expect(rates.allSatisfy { $0 <= 10_000 })
    #expect(rates.last.map { abs($0 - 50) < 5 } == true, "\(rates)")
  }

  // docs/protocol.md: a line has 16,384 bytes at the most. A quotation mark takes two in it.
  @Test func theLongestTextsOfATraceFitIntoALine() throws {
    let text = String(repeating: #"\""#, count: 256)
    let reasons = Array(repeating: "\"\(text)\"", count: 16).joined(separator: ",")
    let name = "\"" + String(repeating: #"\""#, count: 64) + "\""
    let names = Array(repeating: name, count: 16).joined(separator: ",")
    let trace = [
      #"{"trace":1,"live":true}"#, #"{"t":0,"mag":[20,0,40]}"#,
      #"{"t":0.1,"calibrating":{"status":"rejected","event":"calibration_rejected","grade":"\#(text)","#
        + #""profile":"\#(text)","reasons":[\#(reasons)]}}"#,
      #"{"t":0.2,"set":{"configuration":{"applied":[\#(names)],"restart":[\#(names)]}}}"#,
      #"{"t":3,"mag":[20,1,40]}"#,
    ]
    let lines = try Replayed(Array(trace.map { $0 + "\n" }.joined().utf8)).lines
    let events = lines.compactMap { $0.event?.name }
    #expect(events.contains(.calibrationRejected) && events.contains(.configurationReloaded))
    #expect(lines.allSatisfy { $0.bytes.count <= 16_384 })
    #expect(lines.contains { $0.bytes.count > 8_000 })
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

  // It is stored; the timeline alone, fed as the session feeds its own, is asked.
  @Test(arguments: ["fix_gap_backwards", "field_only_1hz"])
  func theNextTickIsThatOfATimelineThatTakesTheSameInputs(name: String) throws {
    var reader = try TraceReader(source: MemorySource(try trace(name)), name: name)
    let settings = RunOptions().settings(for: reader.header)
    var (session, timeline) = (Session(settings), Timeline(isLive: settings.isLive))
    #expect(session.nextTick == nil)
    var (fed, different, newest) = (0, 0, Timestamp(microseconds: 0))
    while let item = try reader.next() {
      if case .gap = item.input {
        timeline.end()
      } else {
        while timeline.tick(before: item.input.time) != nil {}
        _ = timeline.accept(item.input)
      }
      _ = session.feed(item.input, emit: { _ in })
      (fed, newest) = (fed + 1, item.input.time)
      if session.nextTick != timeline.nextTick { different += 1 }
    }
    #expect(fed > 10 && different == 0)
    while timeline.tickAtEnd() != nil {}
    session.finish(emit: { _ in })
    let last = try #require(session.nextTick)
    #expect(last == timeline.nextTick)
    // Stopped at the first tick.
    let later = max(last, newest).advanced(byMicroseconds: 100_000)
    #expect(timeline.tick(before: later) == last)
    let isFed = session.feed(.idle(at: later), wait: { _ in false }, emit: { _ in })
    #expect(!isFed && session.nextTick == timeline.nextTick)
    _ = session.feed(.gap(.loop, at: later, microseconds: nil), emit: { _ in })
    #expect(session.nextTick == nil)
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
