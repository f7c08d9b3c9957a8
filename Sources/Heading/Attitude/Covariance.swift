import Quantities

/// The covariance of the filter's error state, with the steps of a Kalman filter.
///
/// A row is one SIMD value, so that a step is a few vector operations and nothing is allocated.
struct Covariance {
  /// By rows; symmetric.
  private var rows = [StateVector](repeating: .zero, count: StateIndex.count)
  /// What the measurements since the last propagation ask to be added to the state.
  private(set) var correction = StateVector.zero

  /// One covariance, in the product of the two parts' units.
  subscript(row: Int, column: Int) -> Double { rows[row][column] }

  /// The variances of three parts from `start` on.
  func variances(from start: Int) -> Vector3 {
    Vector3(rows[start][start], rows[start + 1][start + 1], rows[start + 2][start + 2])
  }

  /// Adds independent noise of that variance to `count` parts from `start` on.
  mutating func add(variance: Double, from start: Int, count: Int) {
    for index in start..<start + count { rows[index][index] += variance }
  }

  /// Adds independent noise to three parts from `start` on, each with a variance of its own.
  mutating func add(variances: Vector3, from start: Int) {
    add(variance: variances.x, from: start, count: 1)
    add(variance: variances.y, from: start + 1, count: 1)
    add(variance: variances.z, from: start + 2, count: 1)
  }

  /// Adds noise that has one direction: `direction` · `direction`ᵀ to three parts from `start` on.
  mutating func add(square direction: Vector3, from start: Int) {
    var row = StateVector.zero
    row.set(direction, from: start)
    rows[start] += row * direction.x
    rows[start + 1] += row * direction.y
    rows[start + 2] += row * direction.z
  }

  /// Makes parts independent of all others, each with that variance: their past is forgotten.
  mutating func reset(variance: Double, from start: Int, count: Int) {
    scale(by: 0, from: start, count: count)
    add(variance: variance, from: start, count: count)
  }

  /// The same of three parts with variances of their own.
  mutating func reset(variances: Vector3, from start: Int) {
    scale(by: 0, from: start, count: 3)
    add(variances: variances, from: start)
  }

  /// Lets parts shrink to `factor` of what they were.
  mutating func scale(by factor: Double, from start: Int, count: Int) {
    var factors = StateVector(repeating: 1)
    for index in start..<start + count {
      rows[index] *= factor
      factors[index] = factor
    }
    for row in 0..<StateIndex.count { rows[row] *= factors }
  }

  /// Adds to three parts combinations of others: P ← F P Fᵀ, F being 1 but for three rows.
  ///
  /// - Parameters:
  ///   - weights: the three rows without their ones; no weight outside of `sources`.
  ///   - target: the first of the three, which are not in `sources`.
  mutating func add(
    _ weights: (StateVector, StateVector, StateVector), times sources: Range<Int>, to target: Int
  ) {
    var sums = (StateVector.zero, StateVector.zero, StateVector.zero)
    for source in sources {
      let row = rows[source]
      sums.0 += row * weights.0[source]
      sums.1 += row * weights.1[source]
      sums.2 += row * weights.2[source]
    }
    rows[target] += sums.0
    rows[target + 1] += sums.1
    rows[target + 2] += sums.2
    // The columns: P is symmetric, so that the sums have them, but for what the sums add to each other.
    for row in rows.indices {
      rows[row][target] += sums.0[row]
      rows[row][target + 1] += sums.1[row]
      rows[row][target + 2] += sums.2[row]
    }
    add((weights.0 * sums.0).sum(), at: target, target)
    add((weights.1 * sums.1).sum(), at: target + 1, target + 1)
    add((weights.2 * sums.2).sum(), at: target + 2, target + 2)
    addBoth((weights.0 * sums.1).sum(), at: target, target + 1)
    addBoth((weights.0 * sums.2).sum(), at: target, target + 2)
    addBoth((weights.1 * sums.2).sum(), at: target + 1, target + 2)
  }

  private mutating func addBoth(_ value: Double, at row: Int, _ column: Int) {
    add(value, at: row, column)
    add(value, at: column, row)
  }

  private mutating func add(_ value: Double, at row: Int, _ column: Int) {
    rows[row][column] += value
  }

  /// The part of a variance that errors of other parts make, in the square of its unit: those parts taken as
  /// independent of each other, and no more than the variance.
  func variance(of index: Int, from others: Range<Int>) -> Double {
    var sum = 0.0
    for other in others where rows[other][other] > 0 {
      sum += rows[index][other] * rows[index][other] / rows[other][other]
    }
    return min(sum, rows[index][index])
  }

  /// Adds to one part `factor` times another one.
  mutating func add(_ factor: Double, times source: Int, to target: Int) {
    rows[target] += rows[source] * factor
    for row in 0..<StateIndex.count { rows[row][target] += rows[row][source] * factor }
  }

  /// Adds to one part a combination of three others.
  mutating func add(_ weights: Vector3, times source: Int, to target: Int) {
    add(weights.x, times: source, to: target)
    add(weights.y, times: source + 1, to: target)
    add(weights.z, times: source + 2, to: target)
  }

  /// The covariance of a measurement with each part of the state, `model` being how it depends on
  /// them.
  private func cross(_ model: MeasurementRow) -> StateVector {
    var sum = StateVector.zero
    for index in model.first...model.last where model.weights[index] != 0 {
      sum += rows[index] * model.weights[index]
    }
    return sum
  }

  /// The variance that a measurement is expected to have, its own noise not counted.
  func variance(of model: MeasurementRow) -> Double { (cross(model) * model.weights).sum() }

  /// Takes in a scalar measurement.
  ///
  /// - Parameters:
  ///   - model: how the measurement depends on the state.
  ///   - innovation: measured less expected, no correction applied that is yet to be.
  ///   - variance: of the measurement's own noise.
  ///   - trust: the share of the gain that each part gets; `nil` is all of it. A part with less is
  ///     *considered*: its uncertainty counts in full, it learns less.
  /// - Source: an update that holds for any gain is P. D. Joseph's (R. S. Bucy and P. D. Joseph,
  ///   *Filtering for Stochastic Processes*, 1968); considered parts are S. F. Schmidt's (1966).
  mutating func update(
    _ model: MeasurementRow, innovation: Double, variance: Double, trust: StateVector? = nil
  ) {
    let cross = cross(model)
    let total = (cross * model.weights).sum() + variance
    let residual = innovation - (correction * model.weights).sum()
    guard let trust else {
      let gain = cross / total
      correction += gain * residual
      for row in rows.indices { rows[row] -= cross * gain[row] }
      return
    }
    let gain = cross * trust / total
    correction += gain * residual
    let remainder = gain * total - cross
    for row in rows.indices {
      rows[row] += gain * remainder[row] - cross * gain[row]
    }
  }

  /// Replaces what was known of one part before anything was measured by something less certain, as if the measurements
  /// since had been taken with that.
  ///
  /// The information 1/P₀ that it was is subtracted, and 1/P₀′ added. All that depends on the part follows.
  ///
  /// - Parameters:
  ///   - mean: of what was known, less the value that the filter holds.
  ///   - variance: P₀.
  ///   - wider: P₀′, larger than that.
  mutating func replacePrior(of index: Int, mean: Double, variance: Double, wider: Double) {
    let left = rows[index][index]
    guard left > 0 else { return }
    // Parts that are considered learn less than they should, so that P can be a little more than P₀.
    let learned = max(1 / left - 1 / variance, 0)
    let growth = 1 / (left * (learned + 1 / wider)) - 1
    guard growth > 0 else { return }
    let shares = rows[index] / left
    correction += shares * ((correction[index] - mean) * growth)
    for row in rows.indices { rows[row] += shares * (shares[row] * left * growth) }
  }

  /// Hands out what the measurements ask to be added to the state, and forgets it.
  mutating func takeCorrection() -> StateVector {
    defer { correction = .zero }
    return correction
  }
}
