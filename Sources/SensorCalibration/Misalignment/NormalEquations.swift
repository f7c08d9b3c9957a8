/// Weighted linear least squares in `count` unknowns: Σ w jᵀj · x = Σ w jᵀr.
struct NormalEquations {
  let count: Int
  private var matrix: SymmetricMatrix
  private var right: [Double]

  /// How much of an element of the diagonal must be left for its unknown to be determined. Source: a numerical
  /// guard.
  private static let leastPivot = 1e-12

  init(count: Int) {
    self.count = count
    matrix = SymmetricMatrix(order: count)
    right = Array(repeating: 0, count: count)
  }

  /// Adds the equation `row` · x = `value`.
  mutating func add(row: [Double], value: Double, weight: Double) {
    for i in 0..<count where row[i] != 0 {
      let scaled = row[i] * weight
      right[i] += scaled * value
      for j in 0...i { matrix[i, j] += scaled * row[j] }
    }
  }

  /// The solution and its covariance (the inverse of the matrix), by Cholesky's decomposition.
  ///
  /// - Returns: `nil` where the equations leave an unknown open.
  func solved() -> (x: [Double], covariance: [[Double]])? {
    guard let factor = CholeskyFactor(matrix, leastPivot: Self.leastPivot) else { return nil }
    let covariance = (0..<count).map { column in
      factor.solve((0..<count).map { $0 == column ? 1 : 0 })
    }
    return (factor.solve(right), covariance)
  }
}
