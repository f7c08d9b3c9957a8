private import Glibc
import Quantities

/// The grade of a fit, by the heading error that it leaves and by what else is wrong with it.
///
/// A, B, C and D leave at most 1°, 2°, 4° and 7° (68 %); a limit that is not kept lowers it.
func graded(
  _ evidence: FitEvidence, _ log: CalibrationLog, _ prediction: HeadingErrorPrediction,
  left: Double, gyroContradicts: Double?
) -> CalibrationReport {
  let shape = evidence.shape.scaled(by: evidence.points.size, about: evidence.points.origin)
  // an offset that comes and goes strays along the field as much as across it; 3 % is what rooms do
  let bend = evidence.unexplained * evidence.unexplained - 0.03 * 0.03
  let changed = max(evidence.drift, evidence.contradiction / 4, bend)
  // the parts overlap: over simulated devices their sum is 1.3 times too large
  let overlap = 1.3 * 1.3
  let error = prediction.degrees(variancePerAxis: evidence.variance.mean / overlap + changed)
  let worst = prediction.degrees(variancePerAxis: evidence.variance.worst / overlap + changed)
  var grading = Grading()
  grading.judge(error, worst: worst, evidence, prediction)
  grading.judge(rejected: 1 - left * (1 - evidence.outliers))
  if let gyroContradicts {
    grading.lower(to: .c, .gyroContradicts(percent: gyroContradicts * 100))
  }
  grading.judge(strength: shape.radius, log)
  var report = CalibrationReport(calibration: nil, grade: grading.grade, reasons: grading.reasons)
  report.model = evidence.model
  report.radius = shape.radius
  report.holdOutResidual = evidence.holdOut.residual
  report.residual = evidence.residual
  report.error68Degrees = error
  report.worstError68Degrees = worst
  report.condition = evidence.condition
  report.coverage = evidence.coverage
  report.sampleCount = log.fields.count
  report.rejected = 1 - left * (1 - evidence.outliers)
  if grading.grade != .f {
    report.calibration = calibration(
      shape, log, grade: grading.grade, residual: evidence.holdOut.residual, error: error)
  }
  return report
}

/// A grade that can only fall, with the reasons for it.
private struct Grading {
  private static let order: [Calibration.Grade] = [.a, .b, .c, .d, .f]
  private var rank = 0
  private(set) var reasons: [CalibrationReason] = []

  var grade: Calibration.Grade { Self.order[rank] }

  /// Lowers to `grade` for a reason, which is said where the grade is not lower already.
  mutating func lower(to grade: Calibration.Grade, _ reason: CalibrationReason) {
    guard let wanted = Self.order.firstIndex(of: grade), wanted > 0 else { return }
    rank = max(rank, wanted)
    reasons.append(reason)
  }

  mutating func judge(
    _ error: Double, worst: Double, _ evidence: FitEvidence, _ prediction: HeadingErrorPrediction
  ) {
    let coverage = evidence.coverage
    let little = CalibrationReason.tooLittleRotation(coveragePercent: coverage * 100)
    if coverage < 0.8, evidence.width.width >= 1.2 {
      lower(to: Self.grade(-coverage, [-0.8, -0.6, -0.5, -0.4]), little)
    }
    let width = evidence.width
    if width.width < 1.2 {
      // a third of a sphere is 0.67 wide, half of one 1; noise then bends the fit at its rim
      let isVague = width.width < 0.8 || evidence.holdOut.inlierResidual > 0.04
      lower(to: isVague ? .f : .d, width.isBelt ? .belt : little)
    }
    let limits = [1.0, 2, 4, 7]
    let determined = Self.grade(max(error, worst / 2), limits)
    lower(to: determined, .notDetermined(degrees: max(error, worst / 2)))
    let contradiction = prediction.degrees(
      variancePerAxis: max(evidence.contradiction, evidence.drift))
    lower(to: Self.grade(contradiction, [2, 4, 7, 10]), .changedDuringLog(degrees: contradiction))
    let percent = evidence.holdOut.inlierResidual * 100
    let noisy = Self.grade(percent, [2.5, 4, 8, 12])
    let bent = Self.grade(evidence.unexplained * 100, [2, 3, 4.5, 5.5])
    for grade in [noisy, bent] where grade != .a {
      return lower(to: worse(noisy, bent), .residual(percent: percent))
    }
  }

  private func worse(_ a: Calibration.Grade, _ b: Calibration.Grade) -> Calibration.Grade {
    let ranks = [a, b].compactMap(Self.order.firstIndex(of:))
    return Self.order[ranks.max() ?? 0]
  }

  mutating func judge(rejected: Double) {
    lower(
      to: Self.grade(rejected, [0.05, 0.1, 0.15, 0.2]), .disturbed(percent: rejected * 100))
  }

  mutating func judge(strength: Double, _ log: CalibrationLog) {
    guard log.isMicrotesla else { return lower(to: .c, .counts) }
    guard (15...95).contains(strength) else {
      return lower(to: .f, .implausibleStrength(strength))
    }
    if let expected = log.expectedStrength, expected > 0 {
      let part = abs(strength / expected - 1)
      lower(
        to: Self.grade(part, [0.1, 0.2, 0.3, 0.5]),
        .unexpectedStrength(strength, expected: expected))
    } else if !(20...70).contains(strength) {
      lower(to: .c, .implausibleStrength(strength))
    }
  }

  /// The best grade whose limit is not passed; F beyond the last of four.
  private static func grade(_ value: Double, _ limits: [Double]) -> Calibration.Grade {
    order[limits.firstIndex { value <= $0 } ?? 4]
  }
}
