import JSON
import Testing

@testable import Wire

struct WatchOptionsTests {
  private func options(_ text: String, of topic: Topic = .reading) throws(RequestError)
    -> WatchOptions?
  {
    let line = "{\"do\":\"watch\",\"topics\":{\"\(topic.rawValue)\":\(text)}}"
    guard case .watch(let topics) = try TaggedRequest(parsing: Array(line.utf8)[...]).request else {
      return nil
    }
    return topics[topic]
  }

  @Test func everyOptionIsUnderstood() throws {
    #expect(
      try options(#"{"rate_hz":10,"min_change_deg":0.5,"max_gap_ms":1000,"screen_deg":270}"#)
        == WatchOptions(
          rateHz: 10, minChangeDegrees: 0.5, maxGapMilliseconds: 1000, screen: .left))
    #expect(try options(#"{"screen_deg":0}"#) == WatchOptions())
    #expect(try options(#"{"min_change_deg":180}"#) == WatchOptions(minChangeDegrees: 180))
  }

  @Test(arguments: [
    (#"{"min_change_deg":0}"#, "min_change_deg"), (#"{"min_change_deg":-1}"#, "min_change_deg"),
    (#"{"min_change_deg":180.1}"#, "min_change_deg"),
    (#"{"min_change_deg":"1"}"#, "min_change_deg"),
    (#"{"min_change_deg":null}"#, "min_change_deg"),
    (#"{"min_change_deg":1,"max_gap_ms":0}"#, "max_gap_ms"),
    (#"{"min_change_deg":1,"max_gap_ms":1.5}"#, "max_gap_ms"),
    (#"{"min_change_deg":1,"max_gap_ms":3600001}"#, "max_gap_ms"),
    (#"{"min_change_deg":1,"max_gap_ms":1e300}"#, "max_gap_ms"),
    (#"{"max_gap_ms":1000}"#, "min_change_deg"),
    (#"{"screen_deg":45}"#, "screen_deg"), (#"{"screen_deg":360}"#, "screen_deg"),
    (#"{"screen_deg":-90}"#, "screen_deg"), (#"{"screen_deg":90.5}"#, "screen_deg"),
    (#"{"screen_deg":true}"#, "screen_deg"), (#"{"screen_deg":1e300}"#, "screen_deg"),
  ])
  func aValueOutOfRangeIsABadValueThatNamesTheOption(_ text: String, _ name: String) throws {
    let error = try #require(throws: RequestError.self) { try options(text) }
    #expect(error.code == .badValue)
    #expect(error.message.contains(name))
    #expect(!error.hint.isEmpty)
  }

  @Test(arguments: ["min_change_deg", "max_gap_ms", "screen_deg"])
  func onlyReadingHasOptions(_ name: String) throws {
    let error = try #require(throws: RequestError.self) {
      try options("{\"\(name)\":90}", of: .field)
    }
    #expect(error.code == .badValue && error.message.contains(name))
  }

  @Test func requestAndReplyComeBackAsTheyWere() throws {
    let options = WatchOptions(
      rateHz: 0.25, minChangeDegrees: 0.001, maxGapMilliseconds: 3_600_000, screen: .half)
    let request = TaggedRequest(
      number: 4, request: .watch([.reading: options, .event: WatchOptions()]))
    #expect(try TaggedRequest(parsing: request.line[...]) == request)
    let reply = Reply(id: RequestID(4), outcome: .watching([.reading: options]))
    #expect(try Message(parsing: reply.line) == .reply(reply))
  }

  @Test func theReplySaysTheRateInForceBesideTheOtherOptions() {
    let options = WatchOptions(rateHz: 900, minChangeDegrees: 1, screen: .right)
    #expect(
      options.effective(for: .reading)
        == WatchOptions(rateHz: 60, minChangeDegrees: 1, screen: .right))
    #expect(options.effective(for: .state) == WatchOptions())
  }
}
