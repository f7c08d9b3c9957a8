import JSON
import Pipeline
import Qibla
import Quantities

/// The members of `initial_state.alignment`: each setting of the alignment, with its unit.
extension AlignmentParameters {
  private static let names: [(String, any WritableKeyPath<Self, Double> & Sendable)] = [
    ("enter_deg", \.enterDegrees), ("leave_deg", \.leaveDegrees), ("dwell_s", \.dwell),
    ("pass_dps", \.passDegreesPerSecond), ("lock_s", \.lock), ("haptic_gap_s", \.hapticGap),
    ("largest_error_deg", \.largestErrorDegrees),
  ]

  /// A member that is absent has its default.
  init(reading object: HeaderObject) throws(TraceHeaderError) {
    var object = object
    self.init()
    for (name, member) in Self.names {
      let value = try object.take(name, "a number from 0 to 1e6") { value in
        value.number.flatMap { (0...1e6).contains($0) ? $0 : nil }
      }
      if let value { self[keyPath: member] = value }
    }
  }

  var json: JSONValue {
    .object(
      Self.names.map { JSONValue.Member(key: $0.0, value: .number(self[keyPath: $0.1])) })
  }
}

extension PipelineSettings.LastKnown {
  var json: JSONValue {
    var members = position.members
    let time = utcMicroseconds.flatMap { UTCTime.text(microseconds: $0) }
    members.add("time", time.map(JSONValue.string))
    return .object(members)
  }
}
