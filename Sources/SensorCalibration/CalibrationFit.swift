private import Glibc
import Quantities

/// Fits a calibration to a log, or refuses with the reasons: it never throws, and gives none out that
/// the log does not bear.
///
/// - Parameters:
///   - log: of a device that was turned through as many directions as possible.
///   - inclinationDegrees: of the Earth's field, for the error of the heading; 60 is the
///     mid-latitudes'.
package func fitCalibration(
  _ log: CalibrationLog, inclinationDegrees: Double = 60
) -> CalibrationReport {
  let count = log.fields.count
  guard count >= minimumSamples, var points = FitPoints(log.fields) else {
    return .refused([.tooFewSamples(count)], samples: count)
  }
  let prediction = HeadingErrorPrediction(inclinationDegrees: inclinationDegrees)
  var contradicted: Double?
  var left = 1.0
  if !log.rates.isEmpty, let first = points.firstFit() {
    let isRejected = TurnConsistency(log.rates).inconsistent(
      times: points.times, directions: points.points.map(first.shape.direction))
    let part = Double(isRejected.count { $0 }) / Double(isRejected.count)
    if part > 0.3 {
      contradicted = part
    } else {
      points.remove(isRejected)
      left = 1 - part
    }
  }
  guard let evidence = FitEvidence(points, prediction: prediction) else {
    return levelReport(log, points, prediction) ?? .refused([.belt], samples: count)
  }
  let report = graded(
    evidence, log, prediction, left: left, gyroContradicts: contradicted)
  if report.calibration == nil, let level = levelReport(log, points, prediction) { return level }
  return report
}

/// Degrees. How far from level the axis is about which somebody turns a device that is to stay level.
private let levelTurnTilt = 2.0

/// The report of a level turn, or `nil` where it was none.
private func levelReport(
  _ log: CalibrationLog, _ points: FitPoints, _ prediction: HeadingErrorPrediction
) -> CalibrationReport? {
  guard let circle = HorizontalCircle(points.points) else { return nil }
  let shape = circle.shape.scaled(by: points.size, about: points.origin)
  let ofCircle = (circle.variance + circle.residual * circle.residual / 2).squareRoot().inDegrees
  // WMM2025: the horizontal field reaches 42 µT, and under 6 µT a compass is of no use.
  guard ofCircle < 7, !log.isMicrotesla || (6...45).contains(shape.radius) else { return nil }
  let error = hypot(ofCircle, prediction.errorOfTilt(degrees: levelTurnTilt))
  var level = calibration(shape, log, grade: .d, residual: circle.residual, error: error)
  level.isLevelOnly = true
  return CalibrationReport(
    calibration: level, grade: .d, reasons: [.levelOnly] + (log.isMicrotesla ? [] : [.counts]),
    model: .horizontalCircle, radius: shape.radius, holdOutResidual: circle.residual,
    residual: circle.residual, error68Degrees: error, worstError68Degrees: error,
    coverage: Double(
      Set(points.points.map { DirectionCells.index(of: circle.shape.direction($0)) })
        .count) / Double(DirectionCells.count), sampleCount: log.fields.count)
}

/// The calibration of a shape in the log's own unit.
func calibration(
  _ shape: FieldShape, _ log: CalibrationLog, grade: Calibration.Grade, residual: Double,
  error: Double
) -> Calibration {
  let radius = shape.radius
  let m = shape.matrix
  return Calibration(
    hardIron: shape.centre, softIron: Matrix3(m.row0 * radius, m.row1 * radius, m.row2 * radius),
    grade: grade, residual: residual, error68Degrees: error,
    radius: log.isMicrotesla ? radius : nil)
}
