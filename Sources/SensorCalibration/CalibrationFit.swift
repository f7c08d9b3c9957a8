private import Glibc
import Quantities

/// Fits a calibration to a log, or refuses with the reasons.
///
/// A calibration that the log does not determine is refused; nothing is thrown.
///
/// - Parameters:
///   - log: of a device that was turned through as many directions as possible.
///   - inclinationDegrees: of the Earth's field, for the error of the heading.
package func fitCalibration(
  _ log: CalibrationLog, inclinationDegrees: Double = middleInclinationDegrees,
  parameters: CalibrationParameters = CalibrationParameters()
) -> CalibrationReport {
  let count = log.fields.count
  guard count >= parameters.fit.minimumSamples, var points = FitPoints(log.fields) else {
    return .refused([.tooFewSamples(count)], samples: count)
  }
  let prediction = HeadingErrorPrediction(inclinationDegrees: inclinationDegrees)
  var contradicted: Double?
  var left = 1.0
  if log.rates.isEmpty {
    if log.contradicted > parameters.collection.contradictedPart {
      contradicted = log.contradicted
    } else {
      left = 1 - log.contradicted
    }
  } else if let first = points.firstFit(parameters.fit) {
    let check = TurnConsistency(log.rates, parameters.turnCheck, parameters.motion)
    let isRejected = check.inconsistent(
      times: points.times, directions: points.points.map(first.shape.direction))
    let part = Double(isRejected.count { $0 }) / Double(isRejected.count)
    if part > parameters.collection.contradictedPart {
      contradicted = part
    } else {
      points.remove(isRejected)
      left = 1 - part
    }
  }
  guard let evidence = FitEvidence(points, prediction: prediction, parameters.fit) else {
    return levelReport(log, points, prediction, parameters) ?? .refused([.belt], samples: count)
  }
  let report = graded(
    evidence, log, prediction, left: left, gyroContradicts: contradicted, parameters.grading)
  if report.calibration == nil, let level = levelReport(log, points, prediction, parameters) {
    return level
  }
  return report
}

/// The inclination of the Earth's field in the mid-latitudes, degrees.
///
/// Source: WMM2025; 55° to 70° in Europe and North America.
package let middleInclinationDegrees = 60.0

/// The horizontal fields that a level turn can show, µT.
///
/// Source: WMM2025 has up to 42 µT; under 6 µT a compass is of no use.
private let horizontalFields = 6.0...45.0

/// The report of a level turn, or `nil` where it was none.
private func levelReport(
  _ log: CalibrationLog, _ points: FitPoints, _ prediction: HeadingErrorPrediction,
  _ parameters: CalibrationParameters
) -> CalibrationReport? {
  guard points.points.count >= parameters.fit.minimumSamples else { return nil }
  // a tilted axis turns the field off a circle by this; soft iron, which makes an ellipse, by more
  let tilt = prediction.errorOfTilt(degrees: parameters.fit.levelTurnTilt)
  let circle = HorizontalCircle(
    points.points, largestDeviation: tilt.inRadians, coverage: parameters.collection.fullCoverage)
  guard let circle else { return nil }
  let shape = circle.shape.scaled(by: points.size, about: points.origin)
  let ofCircle = (circle.variance + circle.residual * circle.residual / 2).squareRoot().inDegrees
  guard ofCircle < GradingParameters.error.d,
    !log.isMicrotesla || horizontalFields.contains(shape.radius)
  else { return nil }
  let error = hypot(ofCircle, tilt)
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
