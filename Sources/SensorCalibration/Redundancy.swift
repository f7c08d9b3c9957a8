import Quantities

/// How much less samples tell than if their errors were independent.
///
/// Errors that share a cause, in a stretch of time or in a direction, add up; independent ones cancel.
struct Redundancy {
  /// The number of samples that tell as much as one; at least 1.
  let factor: Double

  /// - Parameters:
  ///   - residuals: in the order of time.
  ///   - weights: of each.
  ///   - square: the residuals' mean square.
  ///   - directions: of the calibrated fields.
  init(
    _ residuals: [Double], _ weights: [Double], _ square: Double, _ directions: [Vector3]
  ) {
    func factor(groups: Int, _ group: (Int) -> Int) -> Double {
      var sums = [Double](repeating: 0, count: groups)
      var expected = sums
      for index in residuals.indices {
        sums[group(index)] += residuals[index] * weights[index]
        expected[group(index)] += weights[index] * weights[index] * square
      }
      let known = zip(sums, expected).filter { $0.1 > 0 }
      // the fit has taken out what nine groups may say
      guard known.count >= 14 else { return 1 }
      let free = Double(known.count) / Double(known.count - 9)
      return free * known.reduce(0) { $0 + $1.0 * $1.0 }
        / max(known.reduce(0) { $0 + $1.1 }, 1e-300)
    }
    let count = residuals.count
    self.factor = max(
      1, factor(groups: 40) { $0 * 40 / count }, factor(groups: 20) { $0 * 20 / count },
      factor(groups: DirectionCells.count) { DirectionCells.index(of: directions[$0]) })
  }
}
