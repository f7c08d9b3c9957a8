import Quantities

/// The elements beside the diagonal, among the unknowns of an ellipsoid.
let beside = (3 + 3)..<ellipsoidUnknowns

extension GeometricFit {
  /// The inverse covariance of the nine parameters before anything is measured: only the stretch, the
  /// matrix less its mean diagonal, is known to be small.
  func prior(_ matrix: Matrix3) -> SymmetricMatrix {
    let mean = (matrix.row0.x + matrix.row1.y + matrix.row2.z) / 3
    let unit = 1 / (mean * mean * parameters.prior * parameters.prior)
    var prior = SymmetricMatrix(order: 9)
    for i in 3..<6 {
      for j in i..<6 { prior[i, j] = unit * ((i == j ? 1 : 0) - 1.0 / 3) }
    }
    for i in beside { prior[i, i] = 2 * unit }
    return prior
  }

  static func stretch(_ m: Matrix3) -> [Double] {
    [0, 0, 0, m.row0.x, m.row1.y, m.row2.z, m.row0.y, m.row0.z, m.row1.z]
  }

  /// The equations of the model's own parameters, the prior among them.
  func reduced(
    _ matrix: SymmetricMatrix, _ right: [Double], _ prior: SymmetricMatrix
  ) -> (SymmetricMatrix, [Double]) {
    let stretch = Self.stretch(shape.matrix)
    let columns = self.columns
    var small = SymmetricMatrix(order: columns.count)
    var smallRight = [Double](repeating: 0, count: columns.count)
    for (i, group) in columns.enumerated() {
      for row in group {
        smallRight[i] += right[row]
        for other in 0..<9 { smallRight[i] += prior[row, other] * stretch[other] }
      }
      for j in i..<columns.count {
        var sum = 0.0
        for row in group {
          for column in columns[j] { sum += matrix[row, column] + prior[row, column] }
        }
        small[i, j] = sum
      }
    }
    return (small, smallRight)
  }

  /// Which of the nine parameters each of the model's moves.
  private var columns: [[Int]] {
    switch model {
    case .sphere, .horizontalCircle: [[0], [1], [2], [3, 4, 5]]
    case .axisScaled: (0..<6).map { [$0] }
    case .ellipsoid: (0..<9).map { [$0] }
    }
  }

  func expanded(_ solution: [Double]) -> [Double] {
    var step = [Double](repeating: 0, count: 9)
    for (value, group) in zip(solution, columns) { for index in group { step[index] = value } }
    return step
  }
}
