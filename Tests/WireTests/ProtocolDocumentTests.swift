import JSON
import Quantities
import Testing

@testable import Wire

/// `docs/protocol.md` says what this target does: its tables and examples are read and compared.
struct ProtocolDocumentTests {
  private let document: ProtocolDocument

  init() throws { document = try ProtocolDocument() }

  @Test func theReasonsAreListedWorstFirstWithTheirWords() {
    let expected = Why.allCases.map { ["`\($0.code)`", $0.sentence, $0.advice] }
    #expect(document.rows(under: "Reasons") == expected)
  }

  @Test func errorsAndEventsAreListed() {
    #expect(document.names(under: "Errors") == RequestError.Code.allCases.map(\.rawValue))
    #expect(document.names(under: "Names of events") == Event.Name.allCases.map(\.rawValue))
  }

  @Test(arguments: [
    ("status", Reading.Status.allCases.map(\.rawValue)),
    ("source", Reading.Source.allCases.map(\.rawValue)),
    ("axis", Reading.Axis.allCases.map(\.rawValue)),
    ("alignment", Reading.Alignment.allCases.map(\.rawValue)),
  ])
  func theWordsOfAReadingAreListed(_ member: String, _ words: [String]) {
    let rows = document.rows(under: "Words of a reading").filter { $0[0] == "`\(member)`" }
    // Worst first or in another order: all of them, and no other.
    #expect(rows.map { $0[1] }.sorted() == words.map { "`\($0)`" }.sorted())
  }

  @Test(arguments: [
    ("Members of a state", StateMessage.Interference.Status.allCases.map(\.rawValue)),
    ("Members of a state", StateMessage.Interference.Kind.allCases.map(\.rawValue)),
    ("Members of a state", StateMessage.Position.Status.allCases.map(\.rawValue)),
    ("Members of a state", StateMessage.Sensor.Kind.allCases.map(\.rawValue)),
    ("Members of an event", Event.GapReason.allCases.map(\.rawValue)),
    ("Members of an event", Haptic.allCases.map(\.rawValue)),
    ("Members of an event", Event.RecordingEnd.allCases.map(\.rawValue)),
    ("Members of a qibla", QiblaMessage.Note.allCases.map(\.rawValue)),
    ("Members of a qibla", QiblaMessage.Method.allCases.map(\.rawValue)),
    ("Members of devices", DevicesMessage.Device.Status.allCases.map(\.rawValue)),
  ])
  func theOtherWordsAreNamed(_ heading: String, _ words: [String]) {
    let cells = document.rows(under: heading).joined().joined(separator: "\n")
    for word in words { #expect(cells.contains("`\(word)`"), "\(word)") }
  }

  @Test(arguments: [
    ("Members of a reading", FullMessages.reading, ["skipped"]),
    ("Members of a state", FullMessages.state, ["skipped"]),
    ("Members of an event", FullMessages.event, []),
    ("Members of a qibla", FullMessages.qibla, ["skipped"]),
    ("Members of a position", FullMessages.position, ["skipped"]),
    // The last two are objects by kind, empty here.
    ("Members of calibration", FullMessages.calibration, ["skipped"]),
    ("Members of field", FullMessages.field, ["skipped"]),
    ("Members of raw", FullMessages.raw, ["skipped"]),
    ("Members of devices", FullMessages.devices, ["skipped"]),
    ("Members of stats", FullMessages.stats, ["skipped", "devices[].errors", "devices[].faults"]),
  ])
  func everyMemberIsListedAndNoOther(
    _ heading: String, _ line: @Sendable () throws -> [UInt8], _ others: [String]
  ) throws {
    let members = try JSONValue(parsing: line()[...]).memberPaths
    #expect(document.names(under: heading).sorted() == (members + others).sorted())
  }

  @Test(arguments: [
    ("errors", StatsMessage.TransferError.allCases.map(\.rawValue)),
    ("faults", SensorFault.allCases.map(\.rawValue)),
  ])
  func theKindsOfErrorsAndFaultsAreListed(_ member: String, _ words: [String]) {
    let rows = document.rows(under: "Kinds of errors and faults").filter { $0[0] == "`\(member)`" }
    #expect(rows.map { $0[1] }.sorted() == words.map { "`\($0)`" }.sorted())
  }

  @Test func everyExampleIsUnderstood() throws {
    let lines = document.examples
    #expect(lines.count > 15)
    for line in lines {
      let bytes = Array(line.utf8)
      let object = try JSONValue(parsing: bytes[...])
      if object["do"] != nil, object["type"] == nil {
        _ = try TaggedRequest(parsing: bytes[...], mayControl: true)
      } else {
        let message = try Message(parsing: bytes)
        if case .unknown(let type) = message { Issue.record("an example of unknown type: \(type)") }
      }
    }
  }

  @Test func everyVerbOfControlIsListedWithItsActions() {
    let rows = document.rows(under: "Verbs of control").map { [$0[0], $0[1]] }
    let expected = ControlRequest.Verb.allCases.flatMap { verb in
      (verb.actions.isEmpty ? [""] : verb.actions.map { "`\($0)`" }).map {
        ["`\(verb.rawValue)`", $0]
      }
    }
    #expect(rows == expected)
  }

  @Test func everyVerbThatIsNotReservedHasAnExample() throws {
    let rows = document.rows(under: "Verbs of control")
    var reserved: Set<String> = []
    for row in rows where row[3].hasPrefix("reserved, as the whole verb") {
      reserved.insert(row[0])
    }
    let examples = try document.examples.map { try JSONValue(parsing: Array($0.utf8)[...]) }
    for row in rows where !reserved.contains(row[0]) && row[3] != "reserved" {
      #expect(
        examples.contains { example in
          example["type"] == nil && example["do"]?.string.map { "`\($0)`" } == row[0]
            && (example["action"]?.string.map { "`\($0)`" } ?? "") == row[1]
        }, "\(row[0]) \(row[1])")
    }
  }

  @Test func theLimitsAreThoseOfTheCode() {
    #expect(document.text.contains("at most \(Limits.requestBytes)\n  bytes"))
    #expect(Limits.lineBytes == 16_384 && document.text.contains("16,384"))
    #expect(document.text.contains("\(Limits.eventQueue) wait for a slow client"))
  }
}
