import Quantities

extension FieldShape {
  /// The sphere that is nearest in the algebraic sense: |x|² = 2c·x + (r² − |c|²) is linear in c.
  ///
  /// - Parameters:
  ///   - points: about the origin, of size near 1, so that the equations are well scaled.
  ///   - weights: one for each.
  /// - Returns: `nil` where the points lie in a plane or are fewer than four.
  static func sphere(through points: [Vector3], weights: [Double]) -> FieldShape? {
    var normal = SymmetricMatrix(order: 4)
    var right = [Double](repeating: 0, count: 4)
    for (point, weight) in zip(points, weights) {
      let row = [2 * point.x, 2 * point.y, 2 * point.z, 1]
      let square = point.dot(point)
      for i in 0..<4 {
        right[i] += weight * row[i] * square
        for j in i..<4 { normal[i, j] += weight * row[i] * row[j] }
      }
    }
    for i in 0..<4 { normal[i, i] *= 1 + 1e-9 }
    guard let solution = CholeskyFactor(normal)?.solve(right) else { return nil }
    let centre = Vector3(solution[0], solution[1], solution[2])
    let square = solution[3] + centre.dot(centre)
    guard square > 0, square.isFinite else { return nil }
    let scale = 1 / square.squareRoot()
    return FieldShape(
      centre: centre,
      matrix: Matrix3(Vector3(scale, 0, 0), Vector3(0, scale, 0), Vector3(0, 0, scale)))
  }
}
