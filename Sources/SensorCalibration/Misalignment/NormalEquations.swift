/// Weighted linear least squares in `count` unknowns: Σ w jᵀj · x = Σ w jᵀr.
struct NormalEquations {
  let count: Int
  private var matrix: [Double]
  private var right: [Double]

  init(count: Int) {
    self.count = count
    matrix = Array(repeating: 0, count: count * count)
    right = Array(repeating: 0, count: count)
  }

  /// Adds the equation `row` · x = `value`.
  mutating func add(row: [Double], value: Double, weight: Double) {
    for i in 0..<count where row[i] != 0 {
      let scaled = row[i] * weight
      right[i] += scaled * value
      for j in 0...i { matrix[i * count + j] += scaled * row[j] }
    }
  }

  /// The solution and its covariance (the inverse of the matrix), by Cholesky's decomposition.
  ///
  /// - Returns: `nil` where the equations do not say every unknown.
  func solved() -> (x: [Double], covariance: [[Double]])? {
    guard let factor else { return nil }
    let covariance = (0..<count).map { column in
      solve(factor, (0..<count).map { $0 == column ? 1 : 0 })
    }
    return (solve(factor, right), covariance)
  }

  private var factor: [Double]? {
    var l = matrix
    for i in 0..<count {
      for j in 0...i {
        var sum = l[i * count + j]
        for k in 0..<j { sum -= l[i * count + k] * l[j * count + k] }
        if i == j {
          guard sum > 1e-12 * max(matrix[i * count + i], 1e-12) else { return nil }
          l[i * count + i] = sum.squareRoot()
        } else {
          l[i * count + j] = sum / l[j * count + j]
        }
      }
    }
    return l
  }

  private func solve(_ l: [Double], _ b: [Double]) -> [Double] {
    var x = b
    for i in 0..<count {
      for k in 0..<i { x[i] -= l[i * count + k] * x[k] }
      x[i] /= l[i * count + i]
    }
    for i in (0..<count).reversed() {
      for k in (i + 1)..<max(count, i + 1) { x[i] -= l[k * count + i] * x[k] }
      x[i] /= l[i * count + i]
    }
    return x
  }
}
