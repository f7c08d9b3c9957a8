import Randomness
import JSON
import Quantities
import Testing
import Wire

struct MessageTests {
  private static let rounds = 1000

  @Test func anyReadingComesBackAsItWas() throws {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<Self.rounds {
      let reading = try generator.reading()
      #expect(try Message(parsing: reading.line) == .reading(reading))
    }
  }

  @Test func anyEventComesBackAsItWas() throws {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<Self.rounds {
      let event = generator.event()
      #expect(try Message(parsing: event.line) == .event(event))
    }
  }

  @Test func anyQiblaComesBackAsItWas() throws {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<Self.rounds {
      let qibla = try generator.qibla()
      #expect(try Message(parsing: qibla.line) == .qibla(qibla))
    }
  }

  @Test func anyPositionComesBackAsItWas() throws {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<Self.rounds {
      let position = try generator.position()
      #expect(try Message(parsing: position.line) == .position(position))
    }
  }

  @Test func anyFieldComesBackAsItWas() throws {
    var generator = SeededGenerator(seed: 6)
    for _ in 0..<Self.rounds {
      let field = generator.fieldMessage()
      #expect(try Message(parsing: field.line) == .field(field))
      let raw = generator.raw()
      #expect(try Message(parsing: raw.line) == .raw(raw))
    }
  }

  @Test func anyStateComesBackAsItWas() throws {
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<Self.rounds {
      let state = generator.state()
      let live = generator.maybe { random in
        LiveState(
          clients: Int(random.next() % 1000), recording: random.maybe { _ in "walk.jsonl.gz" })
      }
      var writer = JSONWriter()
      state.encode(into: &writer, live: live)
      #expect(try Message(parsing: writer.bytes) == .state(state, live: live))
    }
  }

  @Test func theSessionsMessagesComeBackAsTheyWere() throws {
    let hello = Hello(version: "0.1.0", runID: "b3f0", replay: true, simulated: true)
    #expect(try Message(parsing: hello.line) == .hello(hello))
    let bye = Bye(reason: "shutting_down")
    #expect(try Message(parsing: bye.line) == .bye(bye))
    for code in RequestError.Code.allCases {
      let error = RequestError(id: RequestID("é\"7"), code: code, message: "a\tb", hint: "c")
      #expect(try Message(parsing: error.line) == .error(error))
    }
  }

  @Test func repliesComeBackAsTheyWere() throws {
    let reading = Array(Reading(sequence: 1, time: .zero).line.dropLast())
    let outcomes: [Reply.Outcome] = [
      .watching([.reading: WatchOptions(rateHz: 30), .event: WatchOptions()]),
      .watching([.reading: WatchOptions(rateHz: 1e-9)]),
      .unwatched([.state, .qibla]), .message(reading), .pong(Timestamp(microseconds: 5)),
      .pong(nil),
    ]
    for (number, outcome) in outcomes.enumerated() {
      let reply = Reply(id: RequestID(number), outcome: outcome)
      #expect(try Message(parsing: reply.line) == .reply(reply))
    }
  }

  @Test func aResyncHasTheNumberOfLostEvents() throws {
    #expect(
      try Message(parsing: Array(#"{"type":"resync","lost_events":7}"#.utf8))
        == .resync(lostEvents: 7))
  }

  @Test func theLineOfADroppedReadingStillReads() throws {
    let reading = Reading(sequence: 4, time: .zero)
    let line = reading.line.dropLast(2) + Array(#","skipped":12}"#.utf8)
    #expect(try Message(parsing: line) == .reading(reading))
  }

  // What the longest message of each kind can come to, with every member present.
  @Test func noLineIsLongerThanTheProtocolAllows() throws {
    var generator = SeededGenerator(seed: 5)
    var longest = 0
    for _ in 0..<Self.rounds {
      longest = max(longest, try generator.reading().line.count, generator.state().line.count)
      longest = max(longest, try generator.qibla().line.count, generator.event().line.count)
    }
    longest = max(
      longest, Hello(version: "0.1.0", runID: "b3f0", replay: true, simulated: true).line.count)
    #expect(longest < Limits.lineBytes / 8)
    // The worst that a request can make us repeat: an `id` as long as the request.
    for filler in ["a", "\u{7f}", "\\u0001", "\\\"", "é", "🧭"] {
      let count = (Limits.requestBytes - 30) / filler.utf8.count
      let id = String(repeating: filler, count: count)
      let answer = Self.answer(to: "{\"do\":\"ping\",\"id\":\"\(id)\"}")
      #expect(answer.count <= Limits.lineBytes)
      let refusal = Self.answer(to: "{\"do\":\"\(id)\"}")
      #expect(refusal.count <= 1024)
    }
  }

  private static func answer(to line: String) -> [UInt8] {
    do throws(RequestError) {
      let request = try TaggedRequest(parsing: Array(line.utf8)[...])
      return Reply(id: request.id, outcome: .pong(Timestamp(microseconds: .max / 2))).line
    } catch {
      return error.line
    }
  }
}

extension Timestamp {
  static let zero = Timestamp(microseconds: 0)
}
