import JSON
import Pipeline
package import Quantities
import Wire

// The reports of the calibration by the daemon: `calibration`, which takes effect, and `calibrating`, how it stands.

extension Report {
  /// The report `calibration`; `nil` where the value is not one.
  ///
  /// - Parameter value: `{"source":30,"values":{…}}`; without `values` there is no calibration any more.
  static func calibration(_ value: JSONValue) -> Report? {
    guard
      let source = value["source"]?.number.flatMap({ Int(exactly: $0) }).flatMap(
        SensorSourceID.init)
    else { return nil }
    guard let values = value["values"] else { return .calibration(source, nil) }
    guard let calibration = try? Calibration(values) else { return nil }
    return .calibration(source, calibration)
  }
}

/// The members of the report `calibration`.
func calibrationMembers(
  _ source: SensorSourceID, _ calibration: Calibration?
) -> [JSONValue.Member] {
  var members = [JSONValue.Member(key: "source", value: .number(Double(source.number)))]
  members.add("values", calibration.map { .object($0.members) })
  return members
}

extension Calibration {
  /// The calibration as a file or a recording holds it: the same up to rounding, and unchanged by being written and
  /// read again. `nil` where it has a value that no file may have.
  ///
  /// What takes effect is this, so that the filter computes the same after a restart and in a replay.
  package var asWritten: Calibration? {
    var writer = JSONWriter(capacity: 1024)
    // The text, not the members: a value that is not finite has no text that can be read.
    writer.value(.object(members))
    return try? Calibration(parsing: writer.bytes)
  }

  /// Whether writing and reading it gives the same calibration.
  var isReadable: Bool { asWritten == self }
}

extension CalibrationUpdate {
  /// - Parameter value: the value of the report `calibrating`; other values give `nil`.
  init?(_ value: JSONValue) {
    let words = value["status"]?.string.flatMap(StateMessage.Calibration.Status.init)
    guard let words else { return nil }
    self.init(status: words)
    func number(_ key: String) -> Double?? {
      guard let member = value[key] else { return .some(nil) }
      guard let number = member.number, Self.percent.contains(number) else { return nil }
      return number
    }
    func text(_ key: String) -> String?? {
      guard let member = value[key] else { return .some(nil) }
      return member.text(upTo: Self.textBytes).map(Optional.some)
    }
    guard let residual = number("residual_percent"), let coverage = number("coverage_percent"),
      let grade = text("grade"), let profile = text("profile"), let made = text("made"),
      let event = text("event")
    else { return nil }
    (residualPercent, coveragePercent) = (residual, coverage)
    (self.grade, self.profile) = (grade, profile)
    if let made {
      guard let microseconds = UTCTime.microseconds(parsing: made) else { return nil }
      madeMicroseconds = microseconds
    }
    if let found = value["check"] {
      guard let result = HeadingCheckResult(found) else { return nil }
      check = result
    }
    if let event {
      guard let name = Event.Name(rawValue: event) else { return nil }
      self.event = name
    }
    if let listed = value["reasons"] {
      guard let all = listed.texts(upTo: Self.textBytes) else { return nil }
      reasons = all
    }
  }

  /// Percent.
  private static let percent = 0.0...1000
  /// The longest text, bytes. The longest reason of a fit has 122.
  private static let textBytes = 256

  /// The value of the report `calibrating`; `nil` where it could not be read back.
  var value: JSONValue? {
    var members: [JSONValue.Member] = []
    members.add("status", .string(status.rawValue))
    members.add("event", event.map { .string($0.rawValue) })
    members.add("grade", grade.map(JSONValue.string))
    members.add("residual_percent", residualPercent.map(JSONValue.number))
    members.add("coverage_percent", coveragePercent.map(JSONValue.number))
    members.add("profile", profile.map(JSONValue.string))
    members.add("made", madeMicroseconds.flatMap(UTCTime.text(microseconds:)).map(JSONValue.string))
    members.add("check", check.map { .object($0.members) })
    members.add("reasons", reasons.isEmpty ? nil : .array(reasons.map(JSONValue.string)))
    let value = JSONValue.object(members)
    return CalibrationUpdate(value) == self ? value : nil
  }
}
