import Glibc
import Heading
import Quantities
import SensorCalibration
import Testing
import Trace

/// Tumbling logs by others, cut: what is left is refused, or graded for what it is. The truth is the
/// fit to the whole log.
@Suite struct CalibrationCutTests {
  private static let logs = [
    "cal_accmag_ck", "cal_nexus5_d1", "cal_nexus5_d2", "cal_small_347", "cal_qmc5883l",
    "cal_gnss_imu",
  ]
  /// Prints the table of `docs/calibration.md`; else every third of its cells is tested.
  private static let isTable = getenv("QIBLAD_CUT_TABLE") != nil
  /// Samples of a log that are used, evenly spread: debug builds fit slowly.
  private static let most = 350

  private func log(_ name: String) throws -> CalibrationLog {
    var reader = try TraceReader(path: "\(Recordings.folder)/\(name).jsonl.gz")
    var log = CalibrationLog(isMicrotesla: reader.header.isFieldInMicrotesla)
    while let sample = try reader.nextSample() { log.add(sample, mount: reader.header.mount) }
    let stride = (log.fields.count + Self.most - 1) / Self.most
    log.fields = Swift.stride(from: 0, to: log.fields.count, by: stride).map { log.fields[$0] }
    return log
  }

  @Test(
    .enabled(if: Recordings.path("cal_") != nil), arguments: Array(Self.logs.enumerated().map(\.0)))
  func aCutLogIsRefusedOrGradedForWhatItIs(number: Int) throws {
    let log = try log(Self.logs[number])
    let whole = fitCalibration(log)
    let truth = try #require(whole.calibration)
    let radius = try #require(whole.radius)
    var cells = ["`\(Self.logs[number])`"]
    for (index, cut) in CalibrationCut.allCases.enumerated()
    where Self.isTable || (index + number) % 3 == 0 {
      let report = fitCalibration(cut.of(log, truth, radius: radius))
      cells.append(try judged(report, cut, truth, log))
    }
    if Self.isTable { print("| " + cells.joined(separator: " | ") + " |") }
  }

  /// The table's cell, after what must hold.
  private func judged(
    _ report: CalibrationReport, _ cut: CalibrationCut, _ truth: Calibration, _ log: CalibrationLog
  ) throws -> String {
    guard let calibration = report.calibration else {
      #expect(report.grade == .f && !report.reasons.isEmpty)
      return "F"
    }
    let claimed = try #require(report.error68Degrees)
    let errors = DirectionErrors(calibration, truth: truth, log)
    let comment: Comment = "\(cut): \(report), really \(errors)"
    switch report.grade {
    case .a, .b: #expect(errors.worst < 5 && errors.error68 < 2 * claimed, comment)
    case .c: #expect(errors.worst < 12, comment)
    default: #expect(report.grade == .d && errors.error68 < 3 * claimed, comment)
    }
    switch cut {
    case .thirdOfDirections, .belt, .magnet1, .magnet3: Issue.record(comment)
    case .hemisphere, .tiltedHemisphere, .magnet02, .magnet05:
      #expect(report.grade == .d || !report.reasons.isEmpty && report.grade == .c, comment)
    default: break
    }
    func text(_ degrees: Double) -> String { "\((degrees * 10).rounded() / 10)" }
    return
      "\(report.grade.rawValue) \(text(claimed)) / \(text(errors.error68)) / \(text(errors.worst))"
  }
}
