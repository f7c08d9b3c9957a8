import JSON
import Pipeline
import Quantities
import Wire

/// Reads the value of a report: `{"source":30}`, `true` and the like.
struct ReportMembers {
  private var source: SensorSourceID?
  private var text: String?
  private var microseconds: Int64?
  private var isBad = false

  /// Reads a report, or over what is not one.
  static func read(
    _ kind: Report.Kind, _ scanner: inout JSONScanner
  ) throws(JSONError) -> Result<Report, BadLine> {
    let report: Report?
    switch kind {
    case .idle: report = try scanner.boolIfThere() == true ? .idle : nil
    case .blanking: report = try scanner.boolIfThere().map(Report.blanking)
    case .set:
      let value = try scanner.value()
      guard let setting = UserSetting(value) else {
        return .failure(.badValue(UserSetting.wrongKey(of: value)))
      }
      report = .set(setting)
    case .clock:
      let text = try scanner.stringIfThere()
      report = text.flatMap { UTCTime.microseconds(parsing: $0) }
        .map { Report.clock(utcMicroseconds: $0) }
    case .calibration: report = .calibration(try scanner.value())
    case .calibrating: report = CalibrationUpdate(try scanner.value()).map(Report.calibrating)
    case .recording: report = RecordingChange(try scanner.value()).map(Report.recording)
    case .found, .lost, .fault, .gap: report = try members(of: kind, &scanner)?.report(kind)
    }
    return report.map(Result.success) ?? .failure(.badValue(kind.key))
  }

  private static func members(
    of kind: Report.Kind, _ scanner: inout JSONScanner
  ) throws(JSONError) -> ReportMembers? {
    guard scanner.peek() == UInt8(ascii: "{") else {
      try scanner.skipValue()
      return nil
    }
    var members = ReportMembers()
    try members.scan(kind, &scanner)
    return members.isBad ? nil : members
  }

  private mutating func scan(
    _ kind: Report.Kind, _ scanner: inout JSONScanner
  ) throws(JSONError) {
    try scanner.beginObject()
    var first = true
    while let key = try scanner.nextKey(first: first) {
      first = false
      switch (kind, key) {
      case (.found, "source"), (.lost, "source"), (.fault, "source"):
        source = checked(try scanner.sourceIfThere(), besides: source)
      case (.found, "chip"), (.fault, "code"), (.gap, "reason"):
        text = checked(try scanner.stringIfThere(), besides: text)
      case (.gap, "gap_us"):
        microseconds = checked(try scanner.microsecondsIfThere(), besides: microseconds)
      default: try scanner.skipValue()
      }
    }
  }

  /// A member's value, which is bad where it has the wrong type, or was there before.
  private mutating func checked<Value>(_ value: Value?, besides former: Value?) -> Value? {
    if value == nil || former != nil { isBad = true }
    return value
  }

  /// - Returns: `nil` where a member is missing, or its code is not known.
  private func report(_ kind: Report.Kind) -> Report? {
    switch kind {
    case .found:
      guard let source, let text else { return nil }
      return .found(source, driver: text)
    case .lost: return source.map(Report.lost)
    case .fault:
      guard let source, let fault = text.flatMap(FaultCode.fault) else { return nil }
      return .fault(source, fault)
    case .gap:
      guard let reason = text.flatMap(Event.GapReason.init) else { return nil }
      return .gap(reason, microseconds: microseconds)
    case .calibration, .calibrating, .blanking, .idle, .set, .clock, .recording: return nil
    }
  }
}

extension JSONScanner {
  /// Reads `true` or `false`, or reads over another value and returns `nil`.
  mutating func boolIfThere() throws(JSONError) -> Bool? {
    switch peek() {
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return try bool()
    default:
      try skipValue()
      return nil
    }
  }

  /// Reads a string, or reads over another value and returns `nil`.
  mutating func stringIfThere() throws(JSONError) -> String? {
    if peek() == UInt8(ascii: "\"") { return try string() }
    try skipValue()
    return nil
  }

  /// Reads a whole number of µs from 0 to 2⁵³, or reads over another value and returns `nil`.
  mutating func microsecondsIfThere() throws(JSONError) -> Int64? {
    try numberIfThere().flatMap { TraceKey.lengths.contains($0) ? Int64(exactly: $0) : nil }
  }
}
