private import Glibc
import Quantities

/// A fit and the measures of its quality.
struct FitEvidence {
  /// By how much the predicted standard deviations overlap, as a ratio of their sum.
  /// Source: measured on simulated devices (docs/calibration.md).
  static let overlap = 1.3

  let points: FitPoints
  let model: CalibrationModel
  let shape: FieldShape
  let holdOut: HoldOut
  /// Root mean square of strength − 1 over the samples that were not outliers.
  let residual: Double
  /// The part of the samples without weight.
  let outliers: Double
  /// Part of the 48 cells with samples, 0 to 1.
  let coverage: Double
  let width: DirectionWidth
  let condition: Double
  /// Per axis square to the field, as part of its strength: mean over directions, and worst.
  let variance: (mean: Double, worst: Double)
  /// The same, of the differences between fits to parts of the log.
  let contradiction: Double
  /// The same, of the offset's change from tenth to tenth of the log.
  let drift: Double
  /// Root mean square of strength − 1 that the sensor's noise, seen from sample to sample, leaves
  /// unexplained.
  let unexplained: Double

  /// - Returns: `nil` where no fit is possible.
  init?(_ points: FitPoints, prediction: HeadingErrorPrediction, _ parameters: FitParameters) {
    guard let full = points.firstFit(parameters) else { return nil }
    let weights = points.balance(full.shape)
    let chosen = Self.choose(points.points, weights, full, parameters)
    (self.points, model, shape, holdOut) = (points, chosen.model, chosen.fit.shape, chosen.holdOut)
    let residuals = points.points.map(chosen.fit.shape.residual)
    let robust = zip(residuals, weights).map { chosen.fit.robustWeight($0) * $1 }
    outliers =
      Double(residuals.count { chosen.fit.robustWeight($0) == 0 }) / Double(residuals.count)
    let weight = max(robust.reduce(0, +), 1e-9)
    let square = zip(residuals, robust).reduce(0) { $0 + $1.0 * $1.0 * $1.1 } / weight
    residual = square.squareRoot()
    let counts = points.cellCounts(shape)
    coverage = Double(counts.count { $0 > 0 }) / Double(DirectionCells.count)
    let information = chosen.fit.information
    condition = Self.condition(information)
    let directions = points.points.map(chosen.fit.shape.direction)
    width = DirectionWidth(
      zip(directions, robust).filter { $0.1 > 0 }.compactMap { $0.0.normalized })
    let alike = SampleCorrelation(residuals, robust, square, directions).factor
    let all = Self.posterior(
      information,
      factor: chosen.fit.scale * chosen.fit.scale
        / (square * alike * chosen.fit.extent * chosen.fit.extent), chosen.fit)
    guard let all else { return nil }
    let direct = prediction.variance(of: shape, all)
    let models = prediction.variance(between: full.shape, shape)
    let systematic = Self.systematic(
      directions, residuals, robust, square * alike, fewest: parameters.fewestCells)
    let noise = Self.noise(residuals)
    drift =
      OffsetDrift(
        residuals, robust, directions, noise: square * alike, prior: parameters.prior
      ).variance
    let held = chosen.holdOut.inlierResidual
    unexplained = max(0, held * held - noise * noise).squareRoot()
    variance = (
      direct.mean + models.mean + systematic, direct.worst + models.worst + systematic
    )
    let parts = holdOut.shapes.map { prediction.variance(between: chosen.fit.shape, $0).mean }
    contradiction = parts.reduce(0, +) * Double(HoldOut.blocks - 1) / Double(HoldOut.blocks)
  }

  /// The simplest model that predicts about as well as the best.
  private static func choose(
    _ points: [Vector3], _ weights: [Double], _ full: GeometricFit, _ parameters: FitParameters
  ) -> (model: CalibrationModel, fit: GeometricFit, holdOut: HoldOut) {
    let ellipsoid = HoldOut(points, weights: weights, fit: full, model: .ellipsoid)
    var best = (model: CalibrationModel.ellipsoid, fit: full, holdOut: ellipsoid)
    let simpler = [CalibrationModel.axisScaled, .sphere].map { model in
      // from a sphere: an ellipsoid's cross-couplings would stay in a simpler model
      let start = FieldShape(
        centre: full.shape.centre, matrix: .scaled(1 / full.shape.radius))
      let fit = GeometricFit(
        points, weights: weights, model: model, start: start, parameters: parameters)
      return (
        model: model, fit: fit,
        holdOut: HoldOut(points, weights: weights, fit: fit, model: model)
      )
    }
    let least = min(
      ellipsoid.inlierResidual, simpler.map(\.holdOut.inlierResidual).min() ?? .infinity)
    for candidate in simpler
    where candidate.holdOut.inlierResidual <= parameters.simplerModel * least {
      best = candidate
    }
    return best
  }

  /// The standard deviation from one sample to the next, robustly.
  private static func noise(_ residuals: [Double]) -> Double {
    let steps = zip(residuals, residuals.dropFirst()).map { abs($0 - $1) }
    return deviationPerMedian * median(steps) / 2.0.squareRoot()
  }

  /// The parameters' covariance: measured information times `factor`, and the prior.
  private static func posterior(
    _ information: SymmetricMatrix, factor: Double, _ fit: GeometricFit
  ) -> SymmetricMatrix? {
    var sum = SymmetricMatrix(order: 9)
    let prior = fit.prior(fit.shape.matrix)
    for i in 0..<9 {
      for j in i..<9 { sum[i, j] = factor * information[i, j] + prior[i, j] }
      sum[i, i] += 1e-9
    }
    return sum.inverse
  }

  /// The variance of the cells' mean residuals beyond what noise explains: an error that depends on the
  /// direction and that no ellipsoid removes. Across the field it is taken to be as large.
  private static func systematic(
    _ directions: [Vector3], _ residuals: [Double], _ weights: [Double], _ noise: Double,
    fewest: Int
  ) -> Double {
    var sums = [Double](repeating: 0, count: DirectionCells.count)
    var counts = sums
    for (index, direction) in directions.enumerated() {
      let cell = DirectionCells.index(of: direction)
      sums[cell] += weights[index] * residuals[index]
      counts[cell] += weights[index]
    }
    let known = zip(sums, counts).filter { $0.1 >= 3 }
    guard known.count >= fewest else { return 0 }
    let excess = known.map { sum, count in sum * sum / (count * count) - noise / count }
    return max(0, excess.reduce(0, +) / Double(known.count))
  }

  /// The condition of a matrix that is singular in double precision. Source: the largest that is shown.
  private static let singular = 1e6

  private static func condition(_ information: SymmetricMatrix) -> Double {
    var scaled = SymmetricMatrix(order: 9)
    for i in 0..<9 {
      for j in i..<9 {
        let size = (information[i, i] * information[j, j]).squareRoot()
        scaled[i, j] = size > 0 ? information[i, j] / size : 0
      }
    }
    let values = SymmetricEigen(scaled).values
    guard let least = values.first, let most = values.last, least > 1e-12 else {
      return singular
    }
    return (most / least).squareRoot()
  }
}

extension Matrix3 {
  /// The identity times a factor.
  static func scaled(_ factor: Double) -> Matrix3 {
    Matrix3(Vector3(factor, 0, 0), Vector3(0, factor, 0), Vector3(0, 0, factor))
  }
}
