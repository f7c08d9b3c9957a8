import Randomness
import Quantities
import Testing
import Wire

struct MessageToleranceTests {
  // What a client does with an age must not depend on a server's mistake.
  @Test func aNegativeAgeIsIgnored() throws {
    for age in ["-1e300", "-0.1"] {
      let line = #"{"type":"position","seq":0,"t_us":0,"status":"none","age_s":\#(age)}"#
      guard case .position(let position) = try Message(parsing: Array(line.utf8)) else {
        Issue.record("not a position: \(line)")
        return
      }
      #expect(position.ageSeconds == nil)
    }
  }

  // The first draft of the protocol, its own examples.
  @Test(arguments: [
    #"{"type":"hello","protocol":{"major":1,"minor":0},"server":"qiblad","version":"0.1.0","run_id":"b3f0…","topics":["reading","state","event","qibla","calibration","field","position","devices","raw","stats"],"verbs":["watch","unwatch","get","ping"],"control":false,"limits":{"request_bytes":4096,"line_bytes":16384,"rate_hz":60,"event_queue":64},"replay":false,"simulated":false,"schema_sha256":"…"}"#,
    #"{"type":"reading","seq":18231,"t_us":81239000123,"time":"2026-11-21T05:00:00.123Z","heading_magnetic_deg":117.42,"heading_true_deg":120.31,"declination_deg":2.89,"error68_deg":2.4,"turn_rate_dps":-4.1,"pitch_deg":3.2,"roll_deg":-1.0,"axis":"x","source":"mag+gyro","sample_age_us":4100,"status":"accurate","why":[],"qibla_deg":118.99,"pointer_deg":-1.32,"alignment":"aligned"}"#,
  ])
  func theProtocolsExamplesAreUnderstood(line: String) throws {
    switch try Message(parsing: Array(line.utf8)) {
    case .hello(let hello): #expect(hello.runID == "b3f0…")
    case .reading(let reading):
      #expect(reading.pointer == RelativeBearing(degrees: -1.32))
      #expect(reading.source == .magnetometerGyro)
      // date -u -d 2026-11-21T05:00:00 +%s
      #expect(reading.utcMicroseconds == 1_795_237_200_123_000)
    case let other: Issue.record("another message: \(other)")
    }
  }

  private func changed(_ text: String, to replacement: String) throws -> Message {
    let line = String(decoding: Reading(sequence: 1, time: .zero).line, as: UTF8.self)
    let parts = line.split(separator: text, maxSplits: 1, omittingEmptySubsequences: false)
    try #require(parts.count == 2)
    return try Message(parsing: Array((parts[0] + replacement + parts[1]).utf8))
  }

  @Test func unknownMembersAreIgnored() throws {
    let message = try changed(#""axis""#, to: #""new":{"a":[null,1]},"axis""#)
    #expect(message == .reading(Reading(sequence: 1, time: .zero)))
  }

  @Test func nullCountsAsAbsent() throws {
    let message = try changed(#""axis""#, to: #""heading_true_deg":null,"axis""#)
    #expect(message == .reading(Reading(sequence: 1, time: .zero)))
  }

  @Test func unknownReasonsAreIgnored() throws {
    var expected = Reading(sequence: 1, time: .zero)
    expected.why = [.tilt]
    #expect(try changed("[]", to: #"["of_tomorrow","tilt",5]"#) == .reading(expected))
  }

  @Test func anUnknownStatusIsAnErrorThatNamesIt() throws {
    #expect(throws: MessageError.unknownValue(key: "status", value: "splendid")) {
      try changed(#""unavailable""#, to: #""splendid""#)
    }
  }

  @Test func anUnknownEventOrTypeIsNotAnError() throws {
    let event = #"{"type":"event","seq":1,"t_us":2,"name":"of_tomorrow"}"#
    #expect(try Message(parsing: Array(event.utf8)) == .unknown(type: "event"))
    #expect(try Message(parsing: Array(#"{"type":"later"}"#.utf8)) == .unknown(type: "later"))
  }

  @Test(arguments: [
    (#""seq":1"#, #""seq":-1"#), (#""seq":1"#, #""seq":1.5"#), (#""seq":1"#, #""seq":1e30"#),
    (#""t_us":0"#, #""t_us":"0""#), (#""axis""#, #""heading_true_deg":360,"axis""#),
    (#""axis""#, #""heading_true_deg":-0.1,"axis""#), (#""axis""#, #""pointer_deg":180,"axis""#),
    (#""axis""#, #""declination_deg":181,"axis""#), (#""axis""#, #""time":"yesterday","axis""#),
    (#""why":[]"#, #""why":"tilt""#), (#""type":"reading","#, ""), (#""seq":1,"#, ""),
    (#""status":"unavailable","#, ""), ("{", "["), ("}", ""),
  ])
  func aBrokenReadingIsAnError(text: String, replacement: String) {
    #expect(throws: MessageError.self) { try changed(text, to: replacement) }
  }

  @Test func anotherMajorVersionIsRefused() throws {
    let line = #"{"type":"hello","protocol":{"major":2,"minor":0},"version":"9","run_id":"a"}"#
    #expect(throws: MessageError.otherProtocol(major: 2)) {
      try Message(parsing: Array(line.utf8))
    }
  }

  @Test func noMutationOfALineCrashesTheDecoder() throws {
    var generator = SeededGenerator(seed: 6)
    let lines = [
      try generator.reading().line, generator.state().line, try generator.qibla().line,
      try generator.position().line,
      generator.event().line,
    ]
    for _ in 0..<5000 {
      var line = generator.element(of: lines)
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let place = Int.random(in: 0..<line.count, using: &generator)
        line[place] = UInt8.random(in: 0...255, using: &generator)
      }
      do { _ = try Message(parsing: line) } catch {
        #expect(!"\(error)".isEmpty)
      }
    }
  }
}
