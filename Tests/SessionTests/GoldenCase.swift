import Quantities
import Session
import Testing
import Wire

/// A trace of this package with the output that is expected of it.
struct GoldenCase: Sendable, CustomTestStringConvertible {
  /// The trace is `NAME.jsonl`, the output `NAME.expected.jsonl`.
  let name: String
  /// What is said beside the trace, as `qiblactl replay` takes it.
  var arguments: [String] = []
  var position: String?
  var date: String?

  var testDescription: String { name }

  static let all = [
    // What `make run` assumes.
    GoldenCase(
      name: "bundle_ngimu",
      arguments: ["--position", "51.5074,-0.1278", "--date", "2026-11-21"],
      position: "51.5074,-0.1278", date: "2026-11-21"),
    GoldenCase(name: "turn_with_magnet"), GoldenCase(name: "field_only_1hz"),
    GoldenCase(name: "upright_without_gyro"), GoldenCase(name: "fix_gap_backwards"),
    GoldenCase(name: "uncalibrated"), GoldenCase(name: "counts"),
  ]

  func options() throws -> RunOptions {
    var options = RunOptions()
    options.position = try position.map { try Position(parsing: $0) }
    options.date = try date.map { try UTCTime.microseconds(parsingGivenDate: $0) }
    return options
  }

  /// What is kept of the output: everything but readings, and of these every thirtieth.
  func output() throws -> [UInt8] {
    let lines = try Replayed(try trace(name), options()).lines
    return lines.filter { $0.topic != .reading || $0.sequence % 30 == 0 }.flatMap(\.bytes)
  }
}
