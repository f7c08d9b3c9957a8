import Heading
import JSON
import Quantities
import Trace
import SensorCalibration

/// The output of `qiblactl fit` for one trace.
struct FitReport {
  private let report: CalibrationReport
  private let alignment: CalibrationMisalignment?
  private let inertial: InertialReport?
  private let isMicrotesla: Bool
  /// µT; `nil` where the user gave none.
  private let expectedStrength: Double?

  init(_ fit: TraceFit, expectedStrength: Double? = nil) {
    self.expectedStrength = expectedStrength
    (report, alignment, isMicrotesla) = (fit.report, fit.alignment, fit.isMicrotesla)
    inertial = fit.inertial
  }

  /// One JSON object and a newline; offset and matrix are absent without a calibration.
  var line: [UInt8] {
    var members: [JSONValue.Member] = []
    func add(_ key: String, _ value: JSONValue?) {
      if let value { members.append(JSONValue.Member(key: key, value: value)) }
    }
    add("type", .string("fit"))
    members += (report.calibration?.members ?? []).filter { !Self.repeated.contains($0.key) }
    add(isMicrotesla ? "radius_ut" : "radius", report.radius.map(JSONValue.number))
    add("residual_percent", report.holdOutResidual.map { .number($0 * 100) })
    add("fit_residual_percent", report.residual.map { .number($0 * 100) })
    add("heading_error68_deg", report.error68Degrees.map { .number(min($0, 180)) })
    add("coverage_percent", .number(report.coverage * 100))
    add("condition", report.condition.map(JSONValue.number))
    add("model", report.model.map { .string($0.rawValue) })
    add("samples", .number(Double(report.sampleCount)))
    add("rejected_percent", .number(report.rejected * 100))
    add("grade", .string(report.grade.rawValue))
    add("rests", inertial.map { .number(Double($0.restCount)) })
    add("inclination_spread_before_deg", inertial?.inclinationSpread.map { .number($0.before) })
    add("inclination_spread_after_deg", inertial?.inclinationSpread.map { .number($0.after) })
    let reasons = report.reasons.map { "\($0)" } + (inertial?.reasons ?? []).map { "\($0)" }
    add("reasons", .array(reasons.map(JSONValue.string)))
    var writer = JSONWriter()
    writer.value(.object(members))
    writer.newline()
    return writer.bytes
  }

  /// Members that are in the report, too, with or without a calibration.
  private static let repeated: Set<String> = [
    "grade", "radius_ut", "residual_percent", "heading_error68_deg",
  ]

  /// The report as a table for people.
  var table: String {
    let unit = isMicrotesla ? " µT" : " counts"
    var lines = ["Grade \(report.grade.rawValue): \(words)\(inertialWords)"]
    if let calibration = report.calibration {
      let offset = calibration.hardIron
      lines.append(row("offset", Self.numbers(offset, decimals: 2) + unit))
      let matrix = calibration.softIron
      lines.append(row("matrix", Self.numbers(matrix.row0, decimals: 4)))
      lines.append(row("", Self.numbers(matrix.row1, decimals: 4)))
      lines.append(row("", Self.numbers(matrix.row2, decimals: 4)))
    }
    if let radius = report.radius {
      lines.append(row("strength", radius.text(decimals: 1) + unit + comparison(radius)))
    }
    if let residual = report.holdOutResidual {
      lines.append(
        row("residual", (residual * 100).text(decimals: 2) + " % in 5-fold cross-validation"))
    }
    if let error = report.error68Degrees {
      lines.append(row("error", Self.tenths(min(error, 180)) + "° of heading (68 %)"))
    }
    lines.append(
      row("coverage", (report.coverage * 100).text(decimals: 0) + " % of all directions"))
    if let condition = report.condition {
      lines.append(row("condition", min(condition, 1e9).text(decimals: 1)))
    }
    if let model = report.model {
      lines.append(row("model", model.rawValue))
    }
    if let found = alignment?.misalignment {
      let angle = Self.pair(found.rotation.angle, found.error68, 1.0.inDegrees)
      let use = alignment?.isMisaligned == true ? "taken into account" : "not taken into account"
      lines.append(row("axes", "misaligned by \(angle)°, \(use)"))
    }
    let rejected = (report.rejected * 100).text(decimals: 1)
    lines.append(row("samples", "\(report.sampleCount), \(rejected) % left out"))
    if let inertial { lines += InertialRows(inertial).lines }
    lines += report.reasons.map { "- \($0)" }
    lines += (inertial?.reasons ?? []).map { "- \($0) To do: \($0.advice)." }
    return lines.map { $0 + "\n" }.joined()
  }

  /// `, 1.2 % more than the 48.9 µT expected`; empty where nothing was given to compare with.
  private func comparison(_ radius: Double) -> String {
    guard let expectedStrength, isMicrotesla else { return "" }
    let difference = (radius / expectedStrength - 1) * 100
    let side = difference < 0 ? "less" : "more"
    return ", \(abs(difference).text(decimals: 1)) % \(side) than the "
      + "\(expectedStrength.text(decimals: 1)) µT expected"
  }

  private var words: String {
    switch report.grade {
    case .a: "as good as it gets."
    case .b: "good."
    case .c: "usable, with an error to remember."
    case .d: "poor; better than none."
    case .f: "refused."
    case .given: "given."
    }
  }

  /// What accelerometer and gyro got, as a sentence; empty for a recording without them.
  private var inertialWords: String {
    guard let inertial, report.calibration != nil else { return "" }
    switch (inertial.calibration?.accelerometer, inertial.calibration?.gyro) {
    case (.some, .some): return " Accelerometer and gyro are calibrated, too."
    case (.some, nil): return " The accelerometer is calibrated, too."
    case (nil, .some): return " The gyro is calibrated, too; the accelerometer is not."
    case (nil, nil): return " Accelerometer and gyro are not calibrated."
    }
  }

  /// One decimal, and never 0.0 for an error, which is never 0.
  private static func tenths(_ value: Double) -> String {
    value < 0.05 ? "under 0.1" : value.text(decimals: 1)
  }

  /// A value with its 68 % error.
  private static func pair(_ value: Double, _ error: Double, _ scale: Double) -> String {
    "\((value * scale).text(decimals: 2)) ± \(max(error * scale, 0.01).text(decimals: 2))"
  }

  private func row(_ name: String, _ text: String) -> String { "  \(name.padded(to: 10))\(text)" }

  private static func numbers(_ v: Vector3, decimals: Int) -> String {
    [v.x, v.y, v.z].map { $0.text(decimals: decimals).leftPadded(to: 10) }.joined()
  }
}
