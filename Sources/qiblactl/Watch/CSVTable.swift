import JSON
import Wire

/// The columns of a topic, and its messages as rows.
struct CSVTable {
  private let topic: Topic
  private let columns: [String]

  /// The topics that have columns.
  static let topics = Topic.allCases.filter { columns(of: $0) != nil }

  /// `nil` for a topic that has lists in its messages.
  init?(_ topic: Topic) {
    guard let columns = Self.columns(of: topic) else { return nil }
    (self.topic, self.columns) = (topic, columns)
  }

  /// The members of a topic's messages that are columns, in their order: names as in docs/protocol.md. New ones are
  /// added after the others only, so that a program may count columns.
  static func columns(of topic: Topic) -> [String]? {
    switch topic {
    case .reading:
      [
        "seq", "t_us", "time", "heading_true_deg", "heading_magnetic_deg", "declination_deg",
        "error68_deg", "turn_rate_dps", "pitch_deg", "roll_deg", "axis", "source",
        "sample_age_us", "status", "why", "qibla_deg", "pointer_deg", "alignment", "skipped",
      ]
    case .event:
      [
        "seq", "t_us", "name", "pointer_deg", "haptic", "axis", "device", "reason", "gap_us",
        "grade", "coverage_percent", "profile", "reasons",
      ]
    case .qibla:
      [
        "seq", "t_us", "bearing_deg", "method", "great_circle_deg", "geodesic_deg", "rhumb_deg",
        "distance_km", "error68_deg", "note", "position_status", "target.name",
        "target.latitude_deg", "target.longitude_deg", "skipped",
      ]
    case .position:
      [
        "seq", "t_us", "status", "latitude_deg", "longitude_deg", "altitude_m", "error_m",
        "age_s", "course_deg", "speed_mps", "skipped",
      ]
    case .state:
      [
        "seq", "t_us", "status", "why", "calibration.status", "calibration.grade",
        "calibration.age_s", "calibration.residual_percent", "interference.status",
        "interference.kind", "interference.strength_percent",
        "interference.inclination_error_deg", "position.status", "position.age_s",
        "position.error_m", "declination.model", "declination.valid",
        "declination.error68_deg", "live.clients", "skipped",
      ]
    default: nil
    }
  }

  /// How each line of the topic begins.
  var start: [UInt8] { Array("{\"type\":\"\(topic.rawValue)\"".utf8) }

  /// The names of the columns, with LF.
  var header: [UInt8] { Array((columns.joined(separator: ",") + "\n").utf8) }

  /// The row of a line of JSON, with LF; `nil` for a message of another type. An absent member is an empty cell.
  func row(_ line: [UInt8]) -> [UInt8]? {
    guard line.starts(with: start) else { return nil }
    let bytes = line.last == UInt8(ascii: "\n") ? line.dropLast() : line[...]
    let message: JSONValue
    do throws(JSONError) { message = try JSONValue(parsing: bytes) } catch { return nil }
    let cells = columns.map { name in
      let value = name.split(separator: ".").reduce(Optional(message)) { $0?[String($1)] }
      return Self.cell(value)
    }
    return Array((cells.joined(separator: ",") + "\n").utf8)
  }

  /// A value as a cell: a list has blanks between its elements.
  private static func cell(_ value: JSONValue?) -> String {
    switch value {
    case nil, .null, .object: ""
    case .bool(let value): value ? "true" : "false"
    case .number(let value): number(value)
    case .string(let text): quoted(text)
    case .array(let values): quoted(values.map { $0.string ?? cell($0) }.joined(separator: " "))
    }
  }

  private static func number(_ value: Double) -> String {
    var writer = JSONWriter(capacity: 32)
    writer.value(.number(value))
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// In quotation marks where it has a comma, a quotation mark or a line break (RFC 4180).
  private static func quoted(_ text: String) -> String {
    guard text.contains(where: { ",\"".contains($0) || $0.isNewline }) else { return text }
    return "\"\(text.replacing("\"", with: "\"\""))\""
  }
}
