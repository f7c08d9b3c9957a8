import JSON
import Quantities

/// Compares an output with the one that is expected: what may differ between two machines may.
///
/// libm is not the same everywhere, and what it computes may differ in the last digit: headings,
/// and what hangs on them, by up to 0.002°, errors and percentages by one in their last decimal.
/// Everything else is equal: every word, count and instant, every member and its place, every
/// message and its order.
enum GoldenComparison {
  /// By how much a member may differ; the others not at all.
  private static let tolerances: [String: Double] = [
    "heading_magnetic_deg": 0.002, "heading_true_deg": 0.002, "pointer_deg": 0.002,
    "turn_rate_dps": 0.002, "pitch_deg": 0.002, "roll_deg": 0.002,
    "error68_deg": 0.01, "strength_percent": 0.1, "inclination_error_deg": 0.1,
  ]
  /// Half a unit of the last decimal that is written: 0.002 − 0 may be 0.0020000001.
  private static let slack = 1e-7

  /// What differs, one line each; empty where `actual` is as good as `expected`.
  static func differences(_ actual: [UInt8], from expected: [UInt8]) throws -> [String] {
    let (actual, expected) = (lines(actual), lines(expected))
    var differences: [String] = []
    for (index, (a, e)) in zip(actual, expected).enumerated() where a != e {
      let place = "line \(index + 1)"
      differences += compare(try JSONValue(parsing: a), try JSONValue(parsing: e), place, nil)
    }
    if actual.count != expected.count {
      differences.append("\(actual.count) lines where \(expected.count) are expected")
    }
    return differences
  }

  private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    bytes.split(separator: UInt8(ascii: "\n"))
  }

  private static func compare(
    _ actual: JSONValue, _ expected: JSONValue, _ place: String, _ key: String?
  ) -> [String] {
    switch (actual, expected) {
    case (.object(let a), .object(let e)):
      guard a.map(\.key) == e.map(\.key) else {
        return ["\(place): members \(a.map(\.key)) where \(e.map(\.key)) are expected"]
      }
      return zip(a, e).flatMap { compare($0.value, $1.value, "\(place) \($0.key)", $0.key) }
    case (.array(let a), .array(let e)) where a.count == e.count:
      return zip(a, e).flatMap { compare($0, $1, place, nil) }
    case (.number(let a), .number(let e)):
      guard let key, let tolerance = tolerances[key] else { break }
      if abs(RelativeBearing(degrees: a - e).degrees) <= tolerance + slack { return [] }
    default: break
    }
    return actual == expected ? [] : ["\(place): \(actual) where \(expected) is expected"]
  }
}
