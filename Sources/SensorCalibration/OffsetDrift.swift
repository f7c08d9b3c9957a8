import Quantities

/// How far the offset drifts during a log: a magnet that is near for a part of it moves the offset.
///
/// In each tenth of the log the residuals are explained by an offset of their own,
/// r = −n · δ, as far as its directions determine it.
struct OffsetDrift {
  /// Parts of the log. Source: a size; some seconds each.
  private static let parts = 10

  /// The mean of |δ|² / 3 beyond what noise explains.
  let variance: Double

  /// - Parameters:
  ///   - residuals: strength − 1, in the order of time.
  ///   - weights: of each.
  ///   - directions: n, of the calibrated fields.
  ///   - noise: the variance of one residual, as far as it is independent of its neighbours.
  ///   - prior: the standard deviation of an offset before anything is measured.
  init(
    _ residuals: [Double], _ weights: [Double], _ directions: [Vector3], noise: Double,
    prior: Double
  ) {
    var sum = 0.0
    for part in 0..<Self.parts {
      let range =
        (residuals.count * part / Self.parts)..<(residuals.count * (part + 1) / Self.parts)
      var normal = SymmetricMatrix(order: 3)
      var right = [0.0, 0, 0]
      for index in range {
        let n = [directions[index].x, directions[index].y, directions[index].z]
        for i in 0..<3 {
          right[i] -= weights[index] * n[i] * residuals[index]
          for j in i..<3 { normal[i, j] += weights[index] * n[i] * n[j] }
        }
      }
      for i in 0..<3 { normal[i, i] += noise / (prior * prior) + 1e-9 }
      guard let covariance = normal.inverse else { continue }
      let rows = (0..<3).map { row in
        (0..<3).reduce(0) { $0 + covariance[row, $1] * right[$1] }
      }
      let chance = noise * (covariance[0, 0] + covariance[1, 1] + covariance[2, 2])
      sum += (rows.reduce(0) { $0 + $1 * $1 } - chance) / 3
    }
    variance = max(0, sum) / Double(Self.parts)
  }
}
