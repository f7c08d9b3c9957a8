import Randomness
import JSON
import Testing
import Wire

struct RequestParsingTests {
  private func parse(_ text: String) throws(RequestError) -> TaggedRequest {
    try TaggedRequest(parsing: Array(text.utf8)[...])
  }

  private func code(_ text: String) -> RequestError.Code? {
    do throws(RequestError) {
      _ = try parse(text)
      return nil
    } catch {
      return error.code
    }
  }

  // The first draft of the protocol, its own examples.
  @Test func theProtocolsExamplesAreUnderstood() throws {
    let watch =
      #"{"id":1,"do":"watch","topics":{"reading":{"rate_hz":30},"event":{},"state":{}}}"#
    #expect(
      try parse(watch)
        == TaggedRequest(
          number: 1,
          request: .watch([
            .reading: WatchOptions(rateHz: 30), .event: WatchOptions(), .state: WatchOptions(),
          ])))
    #expect(
      try parse(#"{"id":2,"do":"unwatch","topics":["reading"]}"#)
        == TaggedRequest(number: 2, request: .unwatch([.reading])))
    #expect(
      try parse(#"{"id":3,"do":"get","topic":"state"}"#)
        == TaggedRequest(number: 3, request: .get(.state)))
    #expect(try parse(#"{"id":5,"do":"ping"}"#) == TaggedRequest(number: 5, request: .ping))
    let full =
      #"{"id":1,"do":"watch","topics":{"reading":{"rate_hz":30,"min_change_deg":0.2,"max_gap_ms":1000,"screen_deg":90},"event":{},"state":{}}}"#
    #expect(
      try parse(full).request
        == .watch([
          .reading: WatchOptions(
            rateHz: 30, minChangeDegrees: 0.2, maxGapMilliseconds: 1000, screen: .right),
          .event: WatchOptions(), .state: WatchOptions(),
        ]))
  }

  @Test(arguments: ["watch", " watch\r", "\twatch \r\n"])
  func theBareWordWatches(text: String) throws {
    #expect(try parse(text) == TaggedRequest(id: nil, request: .bareWatch))
  }

  @Test(arguments: ["watch reading", "WATCH", "watches", "ping", "", " ", "\r", "\u{0}watch"])
  func noOtherBareWordIsARequest(text: String) { #expect(code(text) == .badJSON) }

  @Test func topicsMayBeNamesOnly() throws {
    #expect(
      try parse(#"{"do":"watch","topics":["qibla","reading","qibla"]}"#).request
        == .watch([.qibla: WatchOptions(), .reading: WatchOptions()]))
  }

  @Test func unwatchWithoutTopicsMeansAll() throws {
    #expect(try parse(#"{"do":"unwatch"}"#).request == .unwatch([]))
    // A list that came out empty by mistake must not end everything.
    #expect(code(#"{"do":"unwatch","topics":[]}"#) == .badValue)
  }

  @Test(arguments: [("61", 60.0), ("1e300", 60), ("60", 60), ("0.5", 0.5), ("1e-300", 1e-300)])
  func aRateIsLimitedTo60Hz(text: String, rate: Double) throws {
    #expect(
      try parse("{\"do\":\"watch\",\"topics\":{\"reading\":{\"rate_hz\":\(text)}}}").request
        == .watch([.reading: WatchOptions(rateHz: rate)]))
  }

  @Test(arguments: ["0", "-0", "-1", "null", "\"30\"", "[]", "true"])
  func anImpossibleRateIsABadValue(text: String) {
    #expect(code("{\"do\":\"watch\",\"topics\":{\"reading\":{\"rate_hz\":\(text)}}}") == .badValue)
  }

  // Each would come back changed from a double, or from a string that is written again.
  @Test(arguments: [
    #""a""#, "7", "-1.5", #""""#, "1732284994123456789", "9007199254740993", "12345678901234567890",
    "123456789012345678901234567890", "-0", "1.0", "1e2", "1E-400", #""\u00e9\/é""#,
  ])
  func anIDComesBackByteForByte(text: String) throws {
    for line in ["{\"id\":\(text),\"do\":\"ping\"}", "{ \"do\" : \"ping\" , \"id\" : \(text) }"] {
      let reply = Reply(id: try parse(line).id, outcome: .pong(nil))
      #expect(reply.line == Array("{\"type\":\"reply\",\"id\":\(text),\"ok\":true}\n".utf8))
    }
    let error = try #require(throws: RequestError.self) {
      try parse("{\"id\":\(text),\"do\":\"fly\"}")
    }
    #expect(error.line.starts(with: "{\"type\":\"error\",\"id\":\(text),\"code\"".utf8))
  }

  @Test(arguments: ["null", "true", "{}", "[1]"])
  func otherValuesAreRefusedAsAnID(text: String) {
    #expect(code("{\"id\":\(text),\"do\":\"ping\"}") == .badValue)
  }

  @Test(arguments: [
    (#"{"do":"sing"}"#, RequestError.Code.unknownVerb), (#"{}"#, .unknownVerb),
    (#"{"do":5}"#, .badValue), (#"[]"#, .badJSON), ("5", .badJSON), (#""watch""#, .badJSON),
    (#"{"do":"watch"}"#, .badValue), (#"{"do":"watch","topics":{}}"#, .badValue),
    (#"{"do":"watch","topics":[]}"#, .badValue), (#"{"do":"watch","topics":"reading"}"#, .badValue),
    (#"{"do":"watch","topics":[5]}"#, .badValue),
    (#"{"do":"watch","topics":{"reading":null}}"#, .badValue),
    (#"{"do":"watch","topics":{"reading":5}}"#, .badValue),
    (#"{"do":"watch","topics":{"reading":{},"weather":{}}}"#, .unknownTopic),
    (#"{"do":"watch","topics":["reading","weather"]}"#, .unknownTopic),
    (#"{"do":"unwatch","topics":["weather"]}"#, .unknownTopic),
    (#"{"do":"unwatch","topics":{"reading":{}}}"#, .badValue),
    (#"{"do":"get"}"#, .badValue), (#"{"do":"get","topic":"weather"}"#, .unknownTopic),
    (#"{"do":"watch","topics":{"reading":{"screen_deg":10}}}"#, .badValue),
    (#"{"do":"ping"}}"#, .badJSON), (#"{"do":"ping""#, .badJSON),
  ])
  func theErrorNamesTheRequest(text: String, expected: RequestError.Code) {
    #expect(code(text) == expected)
  }

  @Test func anErrorNamesTheRequestAndTheRightForm() throws {
    let error = try #require(throws: RequestError.self) {
      try parse(#"{"id":"x","do":"watch","topics":["weather"]}"#)
    }
    #expect(error.id == RequestID("x"))
    #expect(error.message.contains("weather"))
    #expect(error.hint.contains("reading, state, event, qibla"))
  }

  // Ignored, each would leave the client waiting for what it asked for.
  @Test(arguments: [
    (#"{"do":"watch","colour":1,"topics":["state"]}"#, "colour"),
    (#"{"do":"watch","topics":{"state":{"colour":[2]}}}"#, "colour"),
    (#"{"do":"watch","topics":{"reading":{"rate":5}}}"#, "rate"),
    (#"{"do":"watch","topics":{"state":{"rate_hz":5}}}"#, "rate_hz"),
    (#"{"do":"watch","topics":["state"],"rate_hz":5}"#, "rate_hz"),
    (#"{"do":"unwatch","topic":"state"}"#, "topic"),
    (#"{"do":"get","topic":"state","rate_hz":1}"#, "rate_hz"),
    (#"{"do":"ping","topics":[]}"#, "topics"),
  ])
  func anUnknownMemberOrOptionIsAnErrorThatNamesIt(text: String, name: String) throws {
    let error = try #require(throws: RequestError.self) { try parse(text) }
    #expect(error.code == .badValue && error.message.contains("\"\(name)\""))
  }

  @Test(arguments: [
    #"{"do":"ping","do":"ping"}"#, #"{"id":1,"id":1,"do":"ping"}"#,
    #"{"do":"get","topic":"state","topic":"event"}"#,
    #"{"do":"watch","topics":{"state":{},"state":{}}}"#,
    #"{"do":"watch","topics":{"reading":{"rate_hz":1,"rate_hz":2}}}"#,
  ])
  func aMemberThatOccursTwiceIsAnError(text: String) throws {
    let error = try #require(throws: RequestError.self) { try parse(text) }
    #expect(error.code == .badValue && error.message.hasSuffix("occurs twice"))
  }

  @Test func aRequestComesBackAsItWas() throws {
    let requests: [Request] = [
      .bareWatch, .watch([.reading: WatchOptions(rateHz: 0.25)]), .unwatch([]),
      .unwatch([.event, .state]), .get(.qibla), .ping,
    ]
    for request in requests {
      let tagged = TaggedRequest(number: 9, request: request)
      #expect(try TaggedRequest(parsing: tagged.line[...]) == tagged)
    }
  }

  @Test func noMutationCrashesTheParser() {
    var generator = SeededGenerator(seed: 9)
    let seeds = [
      #"{"id":1,"do":"watch","topics":{"reading":{"rate_hz":30},"event":{},"state":{}}}"#,
      #"{"id":"\u00e9","do":"unwatch","topics":["reading","state"]}"#,
      #"{"id":3,"do":"get","topic":"state"}"#, #"{"do":"ping"}"#, "watch\r",
      String(repeating: #"{"a":["#, count: 40),
    ].map { Array($0.utf8) }
    var understood = 0
    for _ in 0..<20_000 {
      let line = generator.mutation(of: generator.element(of: seeds))
      do throws(RequestError) {
        _ = try TaggedRequest(parsing: line[...])
        understood += 1
      } catch {
        #expect(error.line.count < Limits.lineBytes)
        #expect((try? Message(parsing: error.line)) == .error(error))
      }
    }
    #expect(understood > 100)  // else the mutations reach nothing behind the first check
  }
}

extension SeededGenerator {
  /// `line` with up to five bytes changed, left out, doubled or put in.
  mutating func mutation(of line: [UInt8]) -> [UInt8] {
    var line = line
    for _ in 0..<Int.random(in: 0...5, using: &self) {
      let place = Int.random(in: 0..<max(line.count, 1), using: &self)
      switch next() % 4 {
      case 0 where !line.isEmpty: line[place] = UInt8.random(in: 0...255, using: &self)
      case 1 where !line.isEmpty: line.remove(at: place)
      case 2 where !line.isEmpty: line.insert(contentsOf: line[place...].prefix(8), at: place)
      default: line.insert(element(of: Array("{}[]\",:0e-\\n".utf8)), at: place)
      }
    }
    return line
  }
}
