import BridgeFormats
import JSON
import Randomness
import Testing

@Suite struct FleetListTests {
  // 2026-11-21T05:00:00Z
  private let now: Int64 = 1_795_237_200_000_000

  private func list(_ messages: [(String, String)]) -> FleetList {
    var list = FleetList(prefix: "qiblad")
    for (topic, payload) in messages { list.take(topic: topic, payload: Array(payload.utf8)) }
    return list
  }

  private let messages = [
    ("qiblad/b/availability", "offline"), ("qiblad/a/availability", "online"),
    ("qiblad/a/info", #"{"name":"Main hall","version":"0.1.0","simulated":false}"#),
    (
      "qiblad/a/state",
      #"{"status":"accurate","why":["tilt"],"error68_deg":2.44,"time":"2026-11-21T04:59:48.500Z"}"#
    ),
  ]

  @Test func theTableHasAStatusAnErrorAnAgeAndAVersionForEachDevice() {
    #expect(
      list(messages).table(now: now) == """
        ID  STATUS    ERROR  AGE   VERSION  NAME       WHY
        a   accurate  ±2.4°  11 s  0.1.0    Main hall  tilt
        b   offline   -      -     -        -          -
        2 devices: 1 accurate, 1 offline

        """)
  }

  @Test func withoutAClockThereIsNoAge() {
    let device = list(messages).sorted[0]
    #expect(device.ageSeconds(now: nil) == nil)
    // A device whose clock is an hour ahead.
    #expect(device.ageSeconds(now: now - 3_600_000_000) == nil)
    #expect(device.ageSeconds(now: now - 13_000_000) == 0)
  }

  @Test func everyJSONLineIsAnObjectWithWhatIsKnown() throws {
    let lines = list(messages).jsonLines(now: now).split(separator: UInt8(ascii: "\n"))
    let first = try JSONValue(parsing: lines[0])
    #expect(first["id"]?.string == "a" && first["online"]?.bool == true)
    #expect(first["age_s"]?.number == 11 && first["error68_deg"]?.number == 2.44)
    let second = try JSONValue(parsing: lines[1])
    #expect(second["online"]?.bool == false && second["status"] == nil)
  }

  @Test func onlyADeviceThatIsOnlineWithAHeadingIsHealthy() {
    #expect(list(messages).sorted.map(\.isHealthy) == [true, false])
    let calibrating = list([
      ("qiblad/a/availability", "online"), ("qiblad/a/state", #"{"status":"calibrating"}"#),
    ])
    #expect(calibrating.sorted.map(\.isHealthy) == [false])
  }

  @Test func aBrokerWithoutDevicesGivesAnEmptyTable() {
    #expect(list([]).table(now: now).hasSuffix("\n0 devices\n"))
  }

  // Another machine wrote the names: a terminal must not obey them.
  @Test(arguments: awkwardNames)
  func noNameControlsTheTerminal(name: String) throws {
    var writer = JSONWriter()
    writer.beginObject()
    for key in ["name", "version"] {
      writer.key(key)
      writer.string(name)
    }
    writer.endObject()
    let list = list([
      ("qiblad/a/availability", "online"), ("qiblad/a/info", writer.bytes.text),
    ])
    let table = list.table(now: now)
    #expect(table.split(separator: "\n", omittingEmptySubsequences: false).count == 4)
    #expect(!table.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x7F })
    #expect(!table.unicodeScalars.contains("\u{202E}"))
  }

  @Test func anyTopicAndPayloadIsRefusedOrKept() {
    var generator = SeededGenerator(seed: 3)
    var list = FleetList(prefix: "qiblad")
    let pieces = [
      "qiblad", "/", "a", "+", "state", "info", "availability", "{", "}", "\"status\":", "1", "[",
      "\"time\":\"2026", "\u{0}", "مكة", "online", "null", "1e999", ",",
    ]
    for _ in 0..<20_000 {
      let topic = (0..<Int.random(in: 0..<7, using: &generator)).map { _ in
        pieces.randomElement(using: &generator) ?? ""
      }
      let payload = (0..<Int.random(in: 0..<9, using: &generator)).flatMap { _ in
        Array((pieces.randomElement(using: &generator) ?? "").utf8)
          + (Bool.random(using: &generator) ? [UInt8.random(in: 0...255, using: &generator)] : [])
      }
      list.take(topic: "qiblad/a/" + topic.joined(), payload: payload)
      list.take(topic: topic.joined(), payload: payload)
    }
    #expect(list.refused > 0)
    #expect(!list.table(now: now).isEmpty && !list.jsonLines(now: now).isEmpty)
  }
}
