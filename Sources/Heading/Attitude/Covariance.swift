import Quantities

/// The covariance of the filter's error state, with the steps of a Kalman filter.
///
/// A step adds multiples of vectors to rows. A row is eight groups of four numbers, so that this takes a few vector
/// instructions; nothing is allocated.
struct Covariance {
  /// By rows, as the groups of a `StateVector` each; symmetric.
  private var groups = [StateVector.Group](
    repeating: .zero, count: StateIndex.count * StateVector.groupCount)
  /// What the measurements since the last propagation ask to be added to the state.
  private(set) var correction = StateVector.zero

  /// One covariance, in the product of the two parts' units.
  private(set) subscript(row: Int, column: Int) -> Double {
    @inline(__always) get { groups[group(row, column)][StateVector.lane(of: column)] }
    @inline(__always) set { groups[group(row, column)][StateVector.lane(of: column)] = newValue }
  }

  /// The variances of three parts from `start` on.
  func variances(from start: Int) -> Vector3 {
    Vector3(self[start, start], self[start + 1, start + 1], self[start + 2, start + 2])
  }

  /// Adds independent noise of that variance to `count` parts from `start` on.
  mutating func add(variance: Double, from start: Int, count: Int) {
    for index in start..<start + count { self[index, index] += variance }
  }

  /// Adds independent noise to three parts from `start` on, each with a variance of its own.
  mutating func add(variances: Vector3, from start: Int) {
    add(variance: variances.x, from: start, count: 1)
    add(variance: variances.y, from: start + 1, count: 1)
    add(variance: variances.z, from: start + 2, count: 1)
  }

  /// Adds noise that has one direction: `direction` · `direction`ᵀ to three parts from `start` on.
  mutating func add(square direction: Vector3, from start: Int) {
    var vector = StateVector.zero
    vector.set(direction, from: start)
    add(square: vector, times: 1)
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
    for part in start..<start + count {
      for group in groups(of: part) { groups[group] *= factor }
      for row in 0..<StateIndex.count { self[row, part] *= factor }
    }
  }

  /// Adds to three parts combinations of others: P ← F P Fᵀ, F being 1 but for three rows.
  ///
  /// - Parameters:
  ///   - weights: the three rows without their ones; no weight outside of `sources`.
  ///   - target: the first of the three, which are not in `sources`.
  mutating func add(
    _ weights: (StateVector, StateVector, StateVector), times sources: Range<Int>, to target: Int
  ) {
    let sums = (
      sum(of: sources, times: weights.0), sum(of: sources, times: weights.1),
      sum(of: sources, times: weights.2)
    )
    add(sums.0, to: target)
    add(sums.1, to: target + 1)
    add(sums.2, to: target + 2)
    // The columns: P is symmetric, so that the sums have them, but for what the sums add to each other.
    addColumn(sums.0, to: target)
    addColumn(sums.1, to: target + 1)
    addColumn(sums.2, to: target + 2)
    self[target, target] += weights.0.dot(sums.0)
    self[target + 1, target + 1] += weights.1.dot(sums.1)
    self[target + 2, target + 2] += weights.2.dot(sums.2)
    addBoth(weights.0.dot(sums.1), at: target, target + 1)
    addBoth(weights.0.dot(sums.2), at: target, target + 2)
    addBoth(weights.1.dot(sums.2), at: target + 1, target + 2)
  }

  private mutating func addBoth(_ value: Double, at row: Int, _ column: Int) {
    self[row, column] += value
    self[column, row] += value
  }

  /// The part of a variance that errors of other parts make, in the square of its unit: those parts taken as
  /// independent of each other, and no more than the variance.
  func variance(of index: Int, from others: Range<Int>) -> Double {
    var sum = 0.0
    for other in others where self[other, other] > 0 {
      sum += self[index, other] * self[index, other] / self[other, other]
    }
    return min(sum, self[index, index])
  }

  /// Adds to one part `factor` times another one.
  mutating func add(_ factor: Double, times source: Int, to target: Int) {
    let start = StateVector.groupCount * (source - target)
    for group in groups(of: target) { groups[group] += groups[group + start] * factor }
    for row in 0..<StateIndex.count { self[row, target] += self[row, source] * factor }
  }

  /// Adds to one part a combination of three others.
  mutating func add(_ weights: Vector3, times source: Int, to target: Int) {
    add(weights.x, times: source, to: target)
    add(weights.y, times: source + 1, to: target)
    add(weights.z, times: source + 2, to: target)
  }

  /// The variance that a measurement is expected to have, its own noise not counted.
  func variance(of model: borrowing MeasurementRow) -> Double {
    sum(of: model.parts, times: model.weights).dot(model.weights)
  }

  /// Takes in a scalar measurement.
  ///
  /// With the covariance c of the measurement with the state, and its variance S, P ← P − c cᵀ / S. Parts that learn
  /// less get back what they do not learn: + u uᵀ / S, with u = c · (1 − trust).
  ///
  /// - Parameters:
  ///   - model: how the measurement depends on the state.
  ///   - innovation: measured less expected, no correction applied that is yet to be.
  ///   - variance: of the measurement's own noise.
  ///   - trust: the share of the gain that each part gets; `nil` is all of it. A part with less is
  ///     *considered*: its uncertainty counts in full, it learns less.
  /// - Source: an update that holds for any gain is P. D. Joseph's (R. S. Bucy and P. D. Joseph,
  ///   *Filtering for Stochastic Processes*, 1968), here with the gain trust · c / S; considered parts are
  ///   S. F. Schmidt's (1966).
  mutating func update(
    _ model: borrowing MeasurementRow, innovation: Double, variance: Double,
    trust: borrowing StateVector? = nil
  ) {
    let cross = sum(of: model.parts, times: model.weights)
    let total = cross.dot(model.weights) + variance
    let residual = (innovation - correction.dot(model.weights)) / total
    add(square: cross, times: -1 / total)
    guard let trust = copy trust else { return correction.add(cross, times: residual) }
    let learned = cross.multiplied(by: trust)
    correction.add(learned, times: residual)
    var left = cross
    left.add(learned, times: -1)
    add(square: left, times: 1 / total)
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
    let left = self[index, index]
    guard left > 0 else { return }
    // Parts that are considered learn less than they should, so that P can be a little more than P₀.
    let learned = max(1 / left - 1 / variance, 0)
    let growth = 1 / (left * (learned + 1 / wider)) - 1
    guard growth > 0 else { return }
    let row = row(index)
    correction.add(row, times: (correction[index] - mean) * growth / left)
    add(square: row, times: growth / left)
  }

  /// Hands out what the measurements ask to be added to the state, and forgets it.
  mutating func takeCorrection() -> StateVector {
    defer { correction = .zero }
    return correction
  }
}

// MARK: - Rows and columns
extension Covariance {
  /// Where the group of one covariance lies.
  @inline(__always) private func group(_ row: Int, _ column: Int) -> Int {
    StateVector.groupCount * row + StateVector.group(of: column)
  }

  /// Where a row's groups lie.
  private func groups(of row: Int) -> Range<Int> {
    let start = StateVector.groupCount * row
    return start..<start + StateVector.groupCount
  }

  private func row(_ index: Int) -> StateVector {
    var row = StateVector.zero
    add(to: &row, row: index, times: 1, of: groups.span)
    return row
  }

  @inline(__always) private func add(
    to sum: inout StateVector, row: Int, times factor: Double, of groups: Span<StateVector.Group>
  ) {
    for group in 0..<StateVector.groupCount {
      sum.groups[group] += groups[StateVector.groupCount * row + group] * factor
    }
  }

  /// The rows of `parts`, each times its weight, added up.
  private func sum(of parts: Range<Int>, times weights: borrowing StateVector) -> StateVector {
    let (groups, weights) = (groups.span, weights.groups.span)
    var sum = StateVector.zero
    for part in parts {
      let weight = weights[StateVector.group(of: part)][StateVector.lane(of: part)]
      if weight != 0 { add(to: &sum, row: part, times: weight, of: groups) }
    }
    return sum
  }

  /// Adds a vector to a row.
  private mutating func add(_ vector: borrowing StateVector, to row: Int) {
    for group in 0..<StateVector.groupCount {
      groups[StateVector.groupCount * row + group] += vector.groups[group]
    }
  }

  /// Adds a vector to a column.
  private mutating func addColumn(_ vector: borrowing StateVector, to column: Int) {
    let parts = vector.groups.span
    for row in 0..<StateIndex.count {
      self[row, column] += parts[StateVector.group(of: row)][StateVector.lane(of: row)]
    }
  }

  /// Adds a vector's square, v vᵀ, times `factor`.
  private mutating func add(square vector: borrowing StateVector, times factor: Double) {
    var groups = groups.mutableSpan
    let parts = vector.groups.span
    for row in 0..<StateIndex.count {
      let part = parts[StateVector.group(of: row)][StateVector.lane(of: row)]
      guard part != 0 else { continue }
      for group in 0..<StateVector.groupCount {
        groups[StateVector.groupCount * row + group] += parts[group] * (part * factor)
      }
    }
  }
}
