import JSON
import Testing

@testable import Wire

struct SchemaTests {
  private let schema: JSONValue

  init() throws { schema = try JSONValue(parsing: Schema.text[...]) }

  private func definition(_ path: String...) -> JSONValue? {
    path.reduce(schema["$defs"]) { $0?[$1] }
  }

  /// The words of a member that may get more of them, or of one that may not.
  private func words(_ value: JSONValue?) -> [String] {
    let closed = value?["enum"] ?? value?["anyOf"]?.array?.first?["enum"]
    return (closed?.array ?? []).compactMap(\.string)
  }

  @Test func theTextIsOneJSONObjectThatEndsWithALineFeed() {
    #expect(schema.members != nil)
    #expect(Schema.text.last == UInt8(ascii: "\n"))
    #expect(schema["$schema"] == .string("https://json-schema.org/draft/2020-12/schema"))
  }

  @Test func helloHasTheDigestOfTheSchema() throws {
    let hello = Hello(version: "0.1.0", runID: "b3f0", replay: false, simulated: false)
    let sent = try JSONValue(parsing: hello.line[...])
    #expect(sent["schema_sha256"] == .string(Schema.sha256))
    #expect(Schema.sha256.utf8.count == 64)
    #expect(try Message(parsing: hello.line) == .hello(hello))
  }

  @Test func theWordsAreThoseOfTheCode() {
    let expected: [([String], JSONValue?)] = [
      (Why.allCases.map(\.code.description), definition("why", "items")),
      (RequestError.Code.allCases.map(\.rawValue), definition("error", "properties", "code")),
      (Event.Name.allCases.map(\.rawValue), definition("event", "properties", "name")),
      (
        Event.GapReason.allCases.map(\.rawValue) + Event.RecordingEnd.allCases.map(\.rawValue),
        definition("event", "properties", "reason")
      ),
      (
        StateMessage.Interference.Status.allCases.map(\.rawValue),
        definition("interference_status")
      ),
      (StateMessage.Interference.Kind.allCases.map(\.rawValue), definition("interference_kind")),
      (Haptic.allCases.map(\.rawValue), definition("event", "properties", "haptic")),
      (Reading.Status.allCases.map(\.rawValue), definition("status")),
      (Reading.Source.allCases.map(\.rawValue), definition("reading", "properties", "source")),
      (Reading.Axis.allCases.map(\.rawValue), definition("axis")),
      (
        Reading.Alignment.allCases.map(\.rawValue), definition("reading", "properties", "alignment")
      ),
      (StateMessage.Calibration.Status.allCases.map(\.rawValue), definition("calibration_status")),
      (StateMessage.Position.Status.allCases.map(\.rawValue), definition("position_status")),
      (StateMessage.Sensor.Kind.allCases.map(\.rawValue), definition("sensor_kind")),
      (QiblaMessage.Note.allCases.map(\.rawValue), definition("qibla", "properties", "note")),
      (QiblaMessage.Method.allCases.map(\.rawValue), definition("qibla", "properties", "method")),
      (Topic.allCases.map(\.rawValue), definition("topic")),
      (Request.controlVerbs, definition("hello", "properties", "verbs", "items")),
    ]
    for (code, value) in expected { #expect(words(value).sorted() == code.sorted()) }
  }

  @Test func everyVerbOfControlHasARequestForEachOfItsActions() {
    let names = (definition("control_request", "oneOf")?.array ?? []).compactMap {
      $0["$ref"]?.string
    }
    for verb in ControlRequest.Verb.allCases {
      for action in verb.actions.isEmpty ? [nil] : verb.actions.map(Optional.some) {
        let name = ([verb.rawValue] + (action.map { [$0] } ?? []) + ["request"]).joined(
          separator: "_")
        #expect(names.contains("#/$defs/\(name)"), "\(name)")
        #expect(definition(name, "properties", "action", "const") == action.map(JSONValue.string))
      }
    }
  }
}
