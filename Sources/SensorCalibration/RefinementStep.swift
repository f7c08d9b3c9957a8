private import Glibc
import Quantities

/// One Gauss–Newton step from a calibration towards the measured fields, with that calibration as the
/// prior.
struct RefinementStep {
  /// Fields of a cell that count: neighbours are alike. Source: derived; as independent as two.
  private static let mostOfCell = 2.0
  /// The variance of the strength of the place before anything is measured.
  /// Source: 0.6 squared: it is left free.
  private static let strengthVariance = 0.36
  /// Source: numerical; the variance of a sensor with noise of 1 %.
  private static let leastVariance = 1e-4

  let calibration: Calibration
  let error68Degrees: Double
  /// Root mean square of strength − 1, after the step.
  let residual: Double

  /// - Parameter fields: before calibration, in the order of time.
  /// - Returns: `nil` where the fields do not determine enough, or where one half of them does not confirm
  ///   the other.
  init?(_ fields: [Vector3], _ current: Calibration, _ all: CalibrationParameters) {
    let grading = all.grading
    let wrong = all.staleness.contradiction.upperBound
    guard fields.count >= all.fit.minimumSamples else { return nil }
    let strengths = fields.map { (current.softIron * ($0 - current.hardIron)).length }
    let strength = median(strengths)
    guard strength > 0, strength.isFinite else { return nil }
    // the field's part of the calibrated strength; centre and stretch are small steps from this
    let points = fields.map { ($0 - current.hardIron) / strength }
    let shape = FieldShape(centre: .zero, matrix: current.softIron)
    let directions = points.compactMap { shape.direction($0).normalized }
    guard DirectionWidth(directions).width >= grading.width.lowerBound else { return nil }
    let prediction = HeadingErrorPrediction(inclinationDegrees: middleInclinationDegrees)
    let before = min(
      max(
        current.error68Degrees ?? GradingParameters.unknownError,
        GradingParameters.refinableErrors.lowerBound),
      GradingParameters.refinableErrors.upperBound)
    let across = before.inRadians * cos(middleInclinationDegrees.inRadians)
    let prior = Self.prior(across: across)
    let weights = Self.weights(directions)
    // a larger spread contradicts the calibration: a magnet is near, or a new calibration is due
    let most = wrong * across + max(current.residual ?? 0, grading.unexplained.a)
    guard Self.spread(points, weights, 0..<points.count, shape) < most * most else { return nil }
    let half = points.count / 2
    func solve(_ range: Range<Int>) -> (shape: FieldShape, covariance: SymmetricMatrix)? {
      Self.step(points, weights, range, shape, prior)
    }
    guard let whole = solve(0..<points.count), let first = solve(0..<half),
      let second = solve(half..<points.count), whole.shape.isStretch
    else { return nil }
    let isConfirmed =
      Self.spread(points, weights, half..<points.count, first.shape)
      < all.improvement * Self.spread(points, weights, half..<points.count, shape)
      && Self.spread(points, weights, 0..<half, second.shape)
        < all.improvement * Self.spread(points, weights, 0..<half, shape)
    guard isConfirmed else { return nil }
    let left = prediction.variance(of: whole.shape, whole.covariance).mean
    // the mean of two halves has a quarter of the variance of their difference
    let halves = prediction.variance(between: first.shape, second.shape).mean / 2 / 2
    let error = prediction.degrees(variancePerAxis: left + halves)
    let change = prediction.degrees(
      variancePerAxis: prediction.variance(between: shape, whole.shape).mean)
    guard error * error < all.improvement * before * before, change < wrong * before else {
      return nil
    }
    residual = Self.spread(points, weights, 0..<points.count, whole.shape).squareRoot()
    error68Degrees = error
    var refined = current
    let scale = cubeRoot(current.softIron.determinant / whole.shape.matrix.determinant)
    let m = whole.shape.matrix
    refined.hardIron = current.hardIron + whole.shape.centre * strength
    refined.softIron = Matrix3(m.row0 * scale, m.row1 * scale, m.row2 * scale)
    refined.error68Degrees = error
    calibration = refined
  }

  /// The inverse covariance of centre and stretch from the calibration's own error across the field; the
  /// strength belongs to the place and is free.
  private static func prior(across sigma: Double) -> SymmetricMatrix {
    // half of the variance across the field is the centre's, and a stretch acts like half of it
    let unit = 2 / (sigma * sigma)
    var prior = SymmetricMatrix(order: 9)
    for i in 0..<3 { prior[i, i] = unit }
    for i in 3..<6 {
      for j in i..<6 {
        prior[i, j] = unit / 2 * ((i == j ? 1 : 0) - 1.0 / 3) + 1 / strengthVariance
      }
    }
    for i in beside { prior[i, i] = unit }
    return prior
  }

  private static func weights(_ directions: [Vector3]) -> [Double] {
    let cells = directions.map(DirectionCells.index(of:))
    var counts = [Double](repeating: 0, count: DirectionCells.count)
    for cell in cells { counts[cell] += 1 }
    return cells.map { min(1, mostOfCell / counts[$0]) }
  }

  private static func step(
    _ points: [Vector3], _ weights: [Double], _ range: Range<Int>, _ shape: FieldShape,
    _ prior: SymmetricMatrix
  ) -> (shape: FieldShape, covariance: SymmetricMatrix)? {
    let noise = max(spread(points, weights, range, shape), leastVariance)
    let outlier = significantDeviations * significantDeviations * noise
    var normal = prior
    var right = [Double](repeating: 0, count: 9)
    for index in range {
      let (residual, gradient) = shape.gradient(points[index])
      guard residual * residual < outlier else { continue }
      let weight = weights[index] / noise
      for i in 0..<9 {
        right[i] -= weight * gradient[i] * residual
        for j in i..<9 { normal[i, j] += weight * gradient[i] * gradient[j] }
      }
    }
    guard let step = CholeskyFactor(normal)?.solve(right), let covariance = normal.inverse else {
      return nil
    }
    return (shape.moved(by: step), covariance)
  }

  /// The variance of the strength as a part of its mean.
  private static func spread(
    _ points: [Vector3], _ weights: [Double], _ range: Range<Int>, _ shape: FieldShape
  ) -> Double {
    var (total, sum, square) = (0.0, 0.0, 0.0)
    for index in range {
      let strength = shape.residual(points[index]) + 1
      total += weights[index]
      sum += weights[index] * strength
      square += weights[index] * strength * strength
    }
    guard total > 0, sum > 0 else { return .infinity }
    let mean = sum / total
    return max(0, square / total / (mean * mean) - 1)
  }
}
