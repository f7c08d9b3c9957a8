/// A small symmetric matrix of any order, for normal equations and their covariance.
struct SymmetricMatrix {
  /// Rows, and columns as well.
  let order: Int
  private var elements: [Double]

  /// All elements zero.
  init(order: Int) {
    self.order = order
    elements = [Double](repeating: 0, count: order * order)
  }

  /// The element of a row and column; setting one sets its mirror image too.
  subscript(row: Int, column: Int) -> Double {
    get { elements[row * order + column] }
    set {
      elements[row * order + column] = newValue
      elements[column * order + row] = newValue
    }
  }

  /// `vᵀ · self · v`; `v` has `order` elements.
  func quadraticForm(_ v: [Double]) -> Double {
    var sum = 0.0
    for row in 0..<order where v[row] != 0 {
      for column in 0..<order { sum += v[row] * v[column] * self[row, column] }
    }
    return sum
  }

  /// The inverse, or `nil` where the matrix is not positive definite.
  ///
  /// - Source: Cholesky's factor L, and L · Lᵀ · x = e for each column e of the identity; N. Higham,
  ///   *Accuracy and Stability of Numerical Algorithms*, chapter 10.
  var inverse: SymmetricMatrix? {
    guard let factor = CholeskyFactor(self) else { return nil }
    var inverse = SymmetricMatrix(order: order)
    for column in 0..<order {
      var unit = [Double](repeating: 0, count: order)
      unit[column] = 1
      let solution = factor.solve(unit)
      for row in column..<order { inverse[row, column] = solution[row] }
    }
    return inverse
  }
}

/// The lower triangle L of a positive definite matrix L · Lᵀ.
struct CholeskyFactor {
  private let order: Int
  private var lower: [Double]

  /// - Parameter leastPivot: how much of an element of the diagonal must be left once the others are
  ///   known; an element under 10⁻¹² counts as that.
  /// - Returns: `nil` where `matrix` is not positive definite by that measure, or not finite.
  init?(_ matrix: SymmetricMatrix, leastPivot: Double = 0) {
    order = matrix.order
    lower = [Double](repeating: 0, count: order * order)
    for column in 0..<order {
      for row in column..<order {
        var sum = matrix[row, column]
        for k in 0..<column { sum -= lower[row * order + k] * lower[column * order + k] }
        if row == column {
          let least = leastPivot * max(matrix[row, row], 1e-12)
          guard sum > least, sum.isFinite else { return nil }
          lower[row * order + row] = sum.squareRoot()
        } else {
          lower[row * order + column] = sum / lower[column * order + column]
        }
      }
    }
  }

  /// The x of L · Lᵀ · x = `right`.
  func solve(_ right: [Double]) -> [Double] {
    var x = right
    for row in 0..<order {
      for k in 0..<row { x[row] -= lower[row * order + k] * x[k] }
      x[row] /= lower[row * order + row]
    }
    for row in (0..<order).reversed() {
      for k in (row + 1)..<max(order, row + 1) { x[row] -= lower[k * order + row] * x[k] }
      x[row] /= lower[row * order + row]
    }
    return x
  }
}
