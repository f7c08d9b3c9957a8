private import Glibc
import Quantities

/// One Gauss–Newton step from a calibration towards what fields say, with that calibration as the prior.
struct RefinementStep {
  /// The directions' least width, of 2: less is no turning about.
  private static let leastWidth = 0.8
  /// Degrees: what a calibration of unknown error may be off by.
  private static let unknownError = 3.0
  /// Neighbours are alike: a direction tells as much as so many samples.
  private static let mostOfCell = 2.0

  /// What one half says must lower the other half's variance to this part: a calibration that is right
  /// already can be moved by the noise, but not made better.
  private static let bornOut = 0.75

  let calibration: Calibration
  let error68Degrees: Double
  /// Root mean square of strength − 1, after the step.
  let residual: Double

  /// - Parameter fields: before calibration, in the order of time.
  /// - Returns: `nil` where they do not tell enough, or where one half of them does not bear out what
  ///   the other says.
  init?(_ fields: [Vector3], _ current: Calibration) {
    guard fields.count >= minimumSamples else { return nil }
    let strengths = fields.map { (current.softIron * ($0 - current.hardIron)).length }
    let strength = median(strengths)
    guard strength > 0, strength.isFinite else { return nil }
    // the field's part of the calibrated strength; centre and stretch are small steps from this
    let points = fields.map { ($0 - current.hardIron) / strength }
    let shape = FieldShape(centre: .zero, matrix: current.softIron)
    let directions = points.compactMap { shape.direction($0).normalized }
    guard DirectionWidth(directions).width >= Self.leastWidth else { return nil }
    let prediction = HeadingErrorPrediction(inclinationDegrees: 60)
    let before = min(max(current.error68Degrees ?? Self.unknownError, 0.5), 5)
    let across = before.inRadians * cos(60.0.inRadians)
    let prior = Self.prior(across: across)
    let weights = Self.weights(directions)
    // what strays by more contradicts the calibration: a magnet, or a new calibration is due
    let most = 2 * across + max(current.residual ?? 0, 0.02)
    guard Self.spread(points, weights, 0..<points.count, shape) < most * most else { return nil }
    let half = points.count / 2
    func solve(_ range: Range<Int>) -> (shape: FieldShape, covariance: SymmetricMatrix)? {
      Self.step(points, weights, range, shape, prior)
    }
    guard let all = solve(0..<points.count), let first = solve(0..<half),
      let second = solve(half..<points.count), all.shape.isStretch
    else { return nil }
    let isBorneOut =
      Self.spread(points, weights, half..<points.count, first.shape)
      < Self.bornOut * Self.spread(points, weights, half..<points.count, shape)
      && Self.spread(points, weights, 0..<half, second.shape)
        < Self.bornOut * Self.spread(points, weights, 0..<half, shape)
    guard isBorneOut else { return nil }
    let left = prediction.variance(of: all.shape, all.covariance).mean
    let halves = prediction.variance(between: first.shape, second.shape).mean / 4
    let error = prediction.degrees(variancePerAxis: left + halves)
    let change = prediction.degrees(
      variancePerAxis: prediction.variance(between: shape, all.shape).mean)
    // beyond twice its predicted error the old one is wrong, which a new calibration must find
    guard error < 0.9 * before, change > 0.3 * before, change < 2 * before else { return nil }
    residual = Self.spread(points, weights, 0..<points.count, all.shape).squareRoot()
    error68Degrees = error
    var refined = current
    let scale = cubeRoot(current.softIron.determinant / all.shape.matrix.determinant)
    let m = all.shape.matrix
    refined.hardIron = current.hardIron + all.shape.centre * strength
    refined.softIron = Matrix3(m.row0 * scale, m.row1 * scale, m.row2 * scale)
    refined.error68Degrees = error
    calibration = refined
  }

  /// The inverse covariance of centre and stretch: as far off, across the field, as the calibration
  /// says of itself; the strength is the place's and free.
  private static func prior(across deviation: Double) -> SymmetricMatrix {
    // half of the variance across the field is the centre's, and a stretch acts like half of it
    let unit = 2 / (deviation * deviation)
    var prior = SymmetricMatrix(order: 9)
    for i in 0..<3 { prior[i, i] = unit }
    for i in 3..<6 {
      for j in i..<6 { prior[i, j] = unit / 2 * ((i == j ? 1 : 0) - 1.0 / 3) + 1 / 0.36 }
    }
    for i in 6..<9 { prior[i, i] = unit }
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
    let noise = max(spread(points, weights, range, shape), 1e-4)
    var normal = prior
    var right = [Double](repeating: 0, count: 9)
    for index in range {
      let (residual, gradient) = shape.gradient(points[index])
      // what is far off belongs to no calibration
      guard residual * residual < 9 * noise else { continue }
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
