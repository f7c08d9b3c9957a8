private import Glibc
import Quantities

/// The grade of a fit, by the heading error that it leaves and by its other faults.
///
/// A, B, C and D leave at most 1°, 2°, 4° and 7° (68 %). Each further limit that is passed lowers the grade.
func graded(
  _ evidence: FitEvidence, _ log: CalibrationLog, _ prediction: HeadingErrorPrediction,
  left: Double, gyroContradicts: Double?, _ parameters: GradingParameters
) -> CalibrationReport {
  let shape = evidence.shape.scaled(by: evidence.points.size, about: evidence.points.origin)
  // an offset that comes and goes errs along the field as much as across it
  let room = parameters.unexplained.b
  let bend = evidence.unexplained * evidence.unexplained - room * room
  let changed = max(
    evidence.drift, parameters.contradictionPart * evidence.contradiction, bend)
  let overlap = FitEvidence.overlap * FitEvidence.overlap
  let error = prediction.degrees(variancePerAxis: evidence.variance.mean / overlap + changed)
  let worst = prediction.degrees(variancePerAxis: evidence.variance.worst / overlap + changed)
  var grading = Grading(parameters)
  grading.judge(error, worst: worst, evidence, prediction)
  grading.judge(contradicted: 1 - left, outliers: evidence.outliers)
  if let gyroContradicts {
    grading.lower(to: .c, .gyroContradicts(percent: gyroContradicts.percent))
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
  /// The strengths that a calibrated magnetometer can show, µT; outside them the unit or range is wrong.
  ///
  /// Source: the Earth has 22 to 67 µT (WMM2025), widened for gains and for iron.
  private static let possibleStrengths = 15.0...95.0
  /// The strengths of the Earth's field, µT. Source: 22 to 67 µT (WMM2025), rounded outwards.
  private static let earthStrengths = 20.0...70.0

  private let parameters: GradingParameters
  private var rank = 0
  private(set) var reasons: [CalibrationReason] = []

  init(_ parameters: GradingParameters) { self.parameters = parameters }

  var grade: Calibration.Grade { Self.order[rank] }

  /// Lowers to `grade`, and adds the reason unless the grade is A.
  mutating func lower(to grade: Calibration.Grade, _ reason: CalibrationReason) {
    guard let wanted = Self.order.firstIndex(of: grade), wanted > 0 else { return }
    rank = max(rank, wanted)
    reasons.append(reason)
  }

  mutating func judge(
    _ error: Double, worst: Double, _ evidence: FitEvidence, _ prediction: HeadingErrorPrediction
  ) {
    let coverage = evidence.coverage
    let little = CalibrationReason.tooLittleRotation(coveragePercent: coverage.percent)
    let width = evidence.width
    if width.width < parameters.width.upperBound {
      let isVague =
        width.width < parameters.width.lowerBound
        || evidence.holdOut.inlierResidual > parameters.residual.b
      lower(to: isVague ? .f : .d, width.isBelt ? .belt : little)
    } else {
      lower(to: parameters.missing.grade(1 - coverage), little)
    }
    let (ofMean, ofWorst) = (
      GradingParameters.error.grade(error), GradingParameters.error.next.grade(worst)
    )
    let grade = worse(ofMean, ofWorst)
    lower(to: grade, .notDetermined(degrees: grade == ofMean ? error : worst))
    let contradiction = prediction.degrees(
      variancePerAxis: max(evidence.contradiction, evidence.drift))
    lower(
      to: GradingParameters.error.next.grade(contradiction),
      .changedDuringLog(degrees: contradiction))
    let residual = evidence.holdOut.inlierResidual
    let noisy = parameters.residual.grade(residual)
    let bent = parameters.unexplained.grade(evidence.unexplained)
    lower(to: worse(noisy, bent), .residual(percent: residual.percent))
  }

  private func worse(_ a: Calibration.Grade, _ b: Calibration.Grade) -> Calibration.Grade {
    let ranks = [a, b].compactMap(Self.order.firstIndex(of:))
    return Self.order[ranks.max() ?? 0]
  }

  /// - Parameters:
  ///   - contradicted: the part of the samples, 0 to 1, that the gyro contradicts, and that were left out.
  ///   - outliers: the part of the others that does not fit.
  mutating func judge(contradicted: Double, outliers: Double) {
    let rejected = 1 - (1 - contradicted) * (1 - outliers)
    // a magnet that passes by does both; a gyro that is wrong does only the first
    let reason: CalibrationReason =
      contradicted > rejected / 2
      ? .turnsDiffer(percent: contradicted.percent) : .disturbed(percent: rejected.percent)
    lower(to: parameters.rejected.grade(rejected), reason)
  }

  mutating func judge(strength: Double, _ log: CalibrationLog) {
    guard log.isMicrotesla else { return lower(to: .c, .counts) }
    guard Self.possibleStrengths.contains(strength) else {
      return lower(to: .f, .implausibleStrength(strength))
    }
    if let expected = log.expectedStrength, expected > 0 {
      let part = abs(strength / expected - 1)
      lower(
        to: parameters.strength.grade(part),
        .unexpectedStrength(strength, expected: expected))
    } else if !Self.earthStrengths.contains(strength) {
      lower(to: .c, .implausibleStrength(strength))
    }
  }
}

/// Source: the definition of a percentage.
private let percentPerUnit = 100.0

extension Double {
  /// A part as a percentage.
  var percent: Double { self * percentPerUnit }
}
