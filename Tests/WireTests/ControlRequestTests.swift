import JSON
import Quantities
import Randomness
import Testing
import Wire

struct ControlRequestTests {
  private func parse(_ text: String) throws(RequestError) -> Request {
    try TaggedRequest(parsing: Array(text.utf8)[...], mayControl: true).request
  }

  private func refusal(_ text: String) -> RequestError? {
    do throws(RequestError) {
      _ = try parse(text)
      return nil
    } catch {
      return error
    }
  }

  /// One of each, with and without what may be left out.
  static func every() throws -> [ControlRequest] {
    let sydney = try Coordinates(latitude: -33.8688, longitude: 151.2093)
    let lima = try Coordinates(latitude: -12.0464, longitude: -77.0428)
    return [
      .calibrate(.start(profile: nil, flow: .sphere)),
      .calibrate(.start(profile: "desk", flow: .circle)), .calibrate(.cancel),
      .calibrate(.accept(profile: "desk", force: true)),
      .calibrate(.accept(profile: nil, force: false)),
      .calibrate(.discard), .calibrate(.rollback(profile: nil)), .calibration(.list),
      .calibration(.use(profile: "A-1_b")), .calibration(.lock(profile: nil)),
      .calibration(.unlock(profile: "desk")), .calibration(.exporting(profile: nil)),
      .calibration(.importing(profile: "desk", calibration: Array(#"{"a":[1,-2.5]}"#.utf8))),
      .calibration(
        .check(
          HeadingCheckResult(kind: .sun, errorDegrees: -0.6, error68Degrees: 0.9, agrees: true))),
      .calibration(
        .check(
          HeadingCheckResult(
            kind: .turn, errorDegrees: 1.2, error68Degrees: 0.4, agrees: true,
            isConstantUnknown: true))),
      .mount(.show), .mount(.set(board: "x -y -z", magnetometer: nil, inertial: nil)),
      .mount(.set(board: nil, magnetometer: "y x -z", inertial: "x y z")),
      .position(.set(try Position(coordinates: sydney))),
      .position(.set(try Position(coordinates: lima, altitudeMetres: -3.5, error68Metres: 20))),
      .position(.forget), .target(.set(QiblaMessage.Target(name: "Küche", coordinates: lima))),
      .target(.reset), .haptic(.play(pattern: "double_click")), .haptic(.mute), .haptic(.unmute),
      .record(.start(RecordingOptions(.directory(name: nil)))),
      .record(.start(RecordingOptions(.directory(name: "walk"), limitSeconds: 60))),
      .record(
        .start(
          RecordingOptions(
            .path("/tmp/a b.jsonl.gz"), limitSeconds: 1.5, limitBytes: 50_000_000, files: 7,
            redactsPosition: true, replaces: true))),
      .record(.stop), .record(.status), .rescan, .reload,
    ]
  }

  @Test func everyRequestComesBackAsItWas() throws {
    let requests = try Self.every()
    for request in requests {
      let tagged = TaggedRequest(number: 9, request: .control(request))
      #expect(try TaggedRequest(parsing: tagged.line[...], mayControl: true) == tagged)
    }
    #expect(Set(requests.map(\.verb)) == Set(ControlRequest.Verb.allCases))
    for verb in ControlRequest.Verb.allCases {
      let used = Set(requests.filter { $0.verb == verb }.compactMap(\.action))
      #expect(used == Set(verb.actions), "\(verb)")
    }
  }

  // docs/protocol.md of the first draft: these verbs are of the control socket only.
  @Test func onTheStreamEveryControlVerbIsNotPermitted() throws {
    for request in try Self.every() {
      let line = TaggedRequest(number: 3, request: .control(request)).line
      let error = try #require(throws: RequestError.self) { try TaggedRequest(parsing: line[...]) }
      #expect(error.code == .notPermitted && error.number == 3)
      #expect(error.hint.contains("control.sock"))
    }
    // Whatever else is wrong with it.
    let error = try #require(throws: RequestError.self) {
      try TaggedRequest(parsing: Array(#"{"do":"position","action":7}"#.utf8)[...])
    }
    #expect(error.code == .notPermitted)
  }

  @Test(arguments: [
    (#"{"do":"position"}"#, "has no \"action\"", "set, forget"),
    (#"{"do":"position","action":"sit"}"#, "\"sit\"", "set, forget"),
    (#"{"do":"position","action":["set"]}"#, "an array", "set, forget"),
    (#"{"do":"position","action":"set"}"#, "\"latitude_deg\" is missing", "longitude_deg"),
    (
      #"{"do":"position","action":"set","latitude_deg":1}"#, "\"longitude_deg\" is missing",
      "latitude_deg"
    ),
    (
      #"{"do":"position","action":"set","latitude_deg":90.1,"longitude_deg":0}"#, "90.1",
      "-90 to 90"
    ),
    (
      #"{"do":"position","action":"set","latitude_deg":"1","longitude_deg":0}"#, "\"1\"",
      "-90 to 90"
    ),
    (
      #"{"do":"position","action":"set","latitude_deg":null,"longitude_deg":0}"#, "null",
      "-90 to 90"
    ),
    (
      #"{"do":"position","action":"set","latitude_deg":1,"longitude_deg":2,"height_m":3}"#,
      "\"height_m\"", "altitude_m, error_m"
    ),
    (
      #"{"do":"position","action":"set","latitude_deg":1,"longitude_deg":2,"error_m":-1}"#, "-1",
      "0 to 20000000"
    ),
    (
      #"{"do":"position","action":"set","latitude_deg":1,"longitude_deg":2,"latitude_deg":3}"#,
      "\"latitude_deg\" occurs twice", "once"
    ),
    (#"{"id":1,"id":2,"do":"target","action":"show"}"#, "\"id\" occurs twice", "once"),
    (#"{"do":"target","do":"reload","action":"show"}"#, "\"do\" occurs twice", "once"),
    (#"{"do":"position","action":"forget","latitude_deg":1}"#, "\"latitude_deg\"", "action"),
    (
      #"{"do":"target","action":"set","latitude_deg":1,"longitude_deg":2}"#, "\"name\" is missing",
      "name"
    ),
    (
      #"{"do":"target","action":"set","name":"a\nb","latitude_deg":1,"longitude_deg":2}"#, "name",
      "on one line"
    ),
    (#"{"do":"calibrate","action":"start","flow":"cube"}"#, "\"cube\"", "sphere, circle"),
    (#"{"do":"calibrate","action":"start","profile":"../x"}"#, "\"../x\"", "1 to 40 letters"),
    (#"{"do":"calibrate","action":"start","profile":""}"#, "\"\"", "1 to 40 letters"),
    (#"{"do":"calibrate","action":"cancel","profile":"a"}"#, "\"profile\"", "action"),
    (#"{"do":"record","action":"start","name":"a/b"}"#, "\"a/b\"", "1 to 40 letters"),
    (#"{"do":"record","action":"start","path":"a.jsonl.gz"}"#, "\"path\"", "an absolute path"),
    (#"{"do":"record","action":"start","name":"a","path":"/a"}"#, "exclude", "one of them"),
    (#"{"do":"record","action":"start","limit_s":0.5}"#, "0.5", "1 to 1000000 seconds"),
    (#"{"do":"record","action":"start","limit_bytes":99999}"#, "99999", "100000 to"),
    (#"{"do":"record","action":"start","files":1.5}"#, "1.5", "a whole number"),
    (#"{"do":"record","action":"start","replace":1}"#, "\"replace\" is 1", "true or false"),
    (#"{"do":"record","action":"stop","name":"a"}"#, "\"name\"", "leave it out"),
    (#"{"do":"calibration","action":"use"}"#, "\"profile\" is missing", "profile"),
    (#"{"do":"calibration","action":"import","profile":"a"}"#, "\"calibration\" is missing", ""),
    (
      #"{"do":"calibration","action":"import","profile":"a","calibration":[1]}"#, "an array",
      "JSON object"
    ),
    (#"{"do":"mount","action":"set"}"#, "\"board\" is missing", "magnetometer, inertial"),
    (#"{"do":"haptic","action":"play"}"#, "\"pattern\" is missing", "pattern"),
    (#"{"do":"haptic","action":"mute","muted":true}"#, "\"muted\"", "action"),
    (#"{"do":"record","action":"start","name":"/etc/passwd"}"#, "passwd", "1 to 40 letters"),
    (#"{"do":"devices"}"#, "has no \"action\"", "rescan"),
    (#"{"do":"reload","action":"now"}"#, "\"action\"", "there are none"),
  ])
  func aBadRequestIsNamedWithWhatIsAllowed(_ text: String, _ wrong: String, _ allowed: String)
    throws
  {
    let error = try #require(refusal(text))
    #expect(error.code == .badValue)
    #expect(error.message.contains(wrong), "\(error.message)")
    #expect(error.hint.contains(allowed), "\(error.hint)")
  }

  @Test func anUnknownVerbNamesThoseOfItsSocket() throws {
    #expect(try #require(refusal(#"{"do":"fly"}"#)).hint.contains("calibrate, calibration, mount"))
    let error = try #require(throws: RequestError.self) {
      try TaggedRequest(parsing: Array(#"{"do":"fly"}"#.utf8)[...])
    }
    #expect(error.hint == "verbs: watch, unwatch, get, ping")
  }

  // 64 characters of which each has a thousand bytes do not fit into a line of the stream.
  @Test func aNameIsLimitedInBytesToo() throws {
    let name = "a" + String(repeating: "\u{301}", count: 200)
    #expect(name.count == 1)
    let text =
      #"{"do":"target","action":"set","name":"\#(name)","latitude_deg":1,"longitude_deg":2}"#
    let error = try #require(refusal(text))
    #expect(error.message.utf8.count < 300 && error.hint.contains("256 bytes"))
  }

  @Test func aReplyComesBackAsItWas() throws {
    let reply = Reply(
      id: RequestID("a"),
      outcome: .control(
        .position,
        ControlReply(["action": .string("set"), "t_us": .number(5), "list": .array([.null])])))
    #expect(try Message(parsing: reply.line) == .reply(reply))
    let text = String(decoding: reply.line, as: UTF8.self)
    #expect(text.hasPrefix(#"{"type":"reply","id":"a","ok":true,"do":"position","action":"set""#))
  }

  @Test func noMutationCrashesTheParser() throws {
    var generator = SeededGenerator(seed: 31)
    let seeds = try Self.every().map { TaggedRequest(number: 1, request: .control($0)).line }
    var understood = 0
    for _ in 0..<40_000 {
      let line = generator.mutation(of: generator.element(of: seeds))
      do throws(RequestError) {
        let tagged = try TaggedRequest(parsing: line[...], mayControl: true)
        // What was understood can be sent again.
        let again = try? TaggedRequest(parsing: tagged.line[...], mayControl: true)
        #expect(again == tagged)
        understood += 1
      } catch {
        #expect(error.line.count < Limits.lineBytes)
        #expect((try? Message(parsing: error.line)) == .error(error))
      }
    }
    #expect(understood > 4000)  // else the mutations reach nothing behind the first check
  }
}
