import Quantities

/// How much less information samples have than if their errors were independent.
///
/// Errors that share a cause, in a stretch of time or in a direction, add up; independent ones cancel.
struct SampleCorrelation {
  /// Source: derived; five degrees of freedom are left.
  private static let fewestGroups = ellipsoidUnknowns + 5
  /// Groups of time. Source: a size; a second or two each.
  private static let times = (short: 40, long: 20)

  /// The number of samples with the information of one independent sample; at least 1.
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
      // the fit has used up as many groups as it has unknowns
      guard known.count >= Self.fewestGroups else { return 1 }
      let free = Double(known.count) / Double(known.count - ellipsoidUnknowns)
      return free * known.reduce(0) { $0 + $1.0 * $1.0 }
        / max(known.reduce(0) { $0 + $1.1 }, Double.leastNormalMagnitude)
    }
    let count = residuals.count
    self.factor = max(
      1, factor(groups: Self.times.short) { $0 * Self.times.short / count },
      factor(groups: Self.times.long) { $0 * Self.times.long / count },
      factor(groups: DirectionCells.count) { DirectionCells.index(of: directions[$0]) })
  }
}
