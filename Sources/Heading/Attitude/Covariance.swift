private import Glibc
import Quantities

/// The covariance of the filter's error state, with the steps of a Kalman filter.
///
/// A measured vector of three components is one step. The matrix is made of blocks of four rows and four columns, so that
/// a step takes a few vector instructions; nothing is allocated.
struct Covariance {
  /// By blocks, each with its four rows as one group of a `StateVector` each; symmetric. Those after the last part are 0.
  private var groups = [StateVector.Group](
    repeating: .zero,
    count: StateVector.Group.scalarCount * StateVector.groupCount * StateVector.groupCount)
  /// What the measurements since the last propagation ask to be added to the state.
  private(set) var correction = StateVector.zero

  /// One covariance, in the product of the two parts' units.
  private(set) subscript(row: Int, column: Int) -> Double {
    @inline(__always) get {
      groups[Self.place(row, StateVector.group(of: column))][StateVector.lane(of: column)]
    }
    @inline(__always) set {
      groups[Self.place(row, StateVector.group(of: column))][StateVector.lane(of: column)] =
        newValue
    }
  }

  /// The variances of three parts from `start` on.
  @inline(__always) func variances(from start: Int) -> Vector3 {
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
    for row in 0..<3 {
      for column in 0..<3 {
        self[start + row, start + column] += direction[row] * direction[column]
      }
    }
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
    var groups = groups.mutableSpan
    for part in start..<start + count {
      for group in 0..<StateVector.groupCount { groups[Self.place(part, group)] *= factor }
    }
    for group in StateVector.groups(of: start..<start + count) {
      let first = StateVector.Group.scalarCount * group
      var factors = StateVector.Group(repeating: 1)
      for lane in factors.indices where (start..<start + count).contains(first + lane) {
        factors[lane] = factor
      }
      for block in 0..<StateVector.groupCount {
        let place = Self.place(block: block, group)
        for row in place..<place + StateVector.Group.scalarCount { groups[row] *= factors }
      }
    }
  }

  /// Adds to three parts combinations of others: P ← F P Fᵀ, F being 1 but for three rows.
  ///
  /// - Parameters:
  ///   - weights: the three rows without their ones; no weight outside of `sources`.
  ///   - target: the first of the three, which are not in `sources`.
  mutating func add(_ weights: borrowing StateVectors, times sources: Range<Int>, to target: Int) {
    var vectors = StateVectors()
    var sums = vectors.groups.mutableSpan
    let weights = weights.groups.span
    product(weights, of: sources, into: &sums)
    for part in 0..<3 { add(sums.span, part, to: target + part) }
    // The rows have what the sums add to other parts. What they add to each other is there once, and again by the columns.
    for row in 0..<3 {
      for column in 0..<3 {
        let part = target + row
        let sum = sums[StateVectors.place(column, StateVector.group(of: part))]
        self[part, target + column] +=
          sum[StateVector.lane(of: part)]
          + weights.dot(row, sums.span, column, in: StateVector.groups(of: sources))
      }
    }
    copyRowsToColumns(from: target)
  }

  /// The part of a variance that errors of other parts make, in the square of its unit: those parts taken as
  /// independent of each other, and no more than the variance.
  func variance(of index: Int, from others: Range<Int>) -> Double {
    let groups = groups.span
    var sum = 0.0
    for group in StateVector.groups(of: others) {
      let variances = Block(groups, at: Self.place(block: group, group)).diagonal
      let shared = groups[Self.place(index, group)]
      let parts = shared * shared / variances
      let first = StateVector.Group.scalarCount * group
      for lane in parts.indices where others.contains(first + lane) && variances[lane] > 0 {
        sum += parts[lane]
      }
    }
    return min(sum, self[index, index])
  }

  /// The part of the variance of a combination of three parts that others make (see `variance(of:from:)`).
  func variance(along row: Vector3, from index: Int, of others: Range<Int>) -> Double {
    var sum = 0.0
    for other in others where self[other, other] > 0 {
      let shared = Vector3(self[index, other], self[index + 1, other], self[index + 2, other])
      sum += row.dot(shared) * row.dot(shared) / self[other, other]
    }
    let block = Matrix3 { self[index + $0, index + $1] }
    return min(sum, row.dot(block * row))
  }

  /// Turns the frame of two parts, north and east, from `start` on, by `angle` rad about down.
  mutating func turn(_ start: Int, by angle: Double) {
    let (cosine, sine) = (cos(angle), sin(angle))
    for other in 0..<StateIndex.count {
      let (north, east) = (self[start, other], self[start + 1, other])
      self[start, other] = cosine * north - sine * east
      self[start + 1, other] = sine * north + cosine * east
    }
    for other in 0..<StateIndex.count {
      let (north, east) = (self[other, start], self[other, start + 1])
      self[other, start] = cosine * north - sine * east
      self[other, start + 1] = sine * north + cosine * east
    }
  }

  /// Adds to one part `factor` times another one.
  mutating func add(_ factor: Double, times source: Int, to target: Int) {
    for group in 0..<StateVector.groupCount {
      groups[Self.place(target, group)] += groups[Self.place(source, group)] * factor
    }
    for row in 0..<StateIndex.count { self[row, target] += self[row, source] * factor }
  }

  /// Adds to one part a combination of three others.
  mutating func add(_ weights: Vector3, times source: Int, to target: Int) {
    add(weights.x, times: source, to: target)
    add(weights.y, times: source + 1, to: target)
    add(weights.z, times: source + 2, to: target)
  }

  /// The variances that the components of a measured vector are expected to have, their own noise not counted.
  ///
  /// - Parameters:
  ///   - rows: how they depend on the state; no weight outside of `parts`.
  func variances(of rows: borrowing StateVectors, from parts: Range<Int>) -> Vector3 {
    var vectors = StateVectors()
    var cross = vectors.groups.mutableSpan
    let groups = StateVector.groups(of: parts)
    let rows = rows.groups.span
    product(rows, of: parts, wanted: groups, into: &cross)
    let span = cross.span
    return Vector3(
      span.dot(0, rows, 0, in: groups), span.dot(1, rows, 1, in: groups),
      span.dot(2, rows, 2, in: groups))
  }

  /// Takes in a measured vector, its components one after the other.
  ///
  /// With the covariance c of a component with the state, and its variance S, P ← P − c cᵀ / S. Parts that learn less
  /// get back what they do not learn: + u uᵀ / S, with u = c · (1 − gainShare). P changes once, after all three.
  ///
  /// - Parameters:
  ///   - rows: how the components depend on the state; no weight outside of `parts`.
  ///   - innovation: measured less expected, no correction applied that is yet to be.
  ///   - variance: of each component's own noise.
  ///   - gainShare: the share of the gain that each part gets. A part with less than 1 is *considered*: its uncertainty
  ///     counts in full, it learns less.
  /// - Source: an update that holds for any gain is P. D. Joseph's (R. S. Bucy and P. D. Joseph,
  ///   *Filtering for Stochastic Processes*, 1968), here with the gain gainShare · c / S; considered parts are
  ///   S. F. Schmidt's (1966).
  mutating func update(
    _ rows: borrowing StateVectors, of parts: Range<Int>, innovation: Vector3, variance: Vector3,
    gainShare: borrowing StateVector = .ones
  ) {
    var vectors = StateVectors()
    var cross = vectors.groups.mutableSpan
    let rows = rows.groups.span
    product(rows, of: parts, into: &cross)
    update(
      rows, in: StateVector.groups(of: parts), cross: &cross, innovation: innovation,
      variance: variance, gainShare: gainShare)
  }

  /// Takes in three parts of the state as they were measured, from `start` on.
  mutating func update(
    from start: Int, innovation: Vector3, variance: Vector3,
    gainShare: borrowing StateVector = .ones
  ) {
    var (rows, vectors) = (StateVectors(), StateVectors())
    rows.set(.identity, from: start)
    // The covariance of a part with the state is its row of P.
    for part in 0..<3 {
      for group in 0..<StateVector.groupCount {
        vectors.groups[StateVectors.place(part, group)] = groups[Self.place(start + part, group)]
      }
    }
    var cross = vectors.groups.mutableSpan
    update(
      rows.groups.span, in: StateVector.groups(of: start..<start + 3), cross: &cross,
      innovation: innovation, variance: variance, gainShare: gainShare)
  }

  /// What both updates do once the covariance of each component with the state, `cross`, is known; it is changed.
  private mutating func update(
    _ rows: Span<StateVector.Group>, in groups: ClosedRange<Int>,
    cross: inout MutableSpan<StateVector.Group>, innovation: Vector3, variance: Vector3,
    gainShare: borrowing StateVector
  ) {
    let shares = gainShare.groups.span
    var isConsidered = false
    for group in 0..<StateVector.groupCount where shares[group] != .one { isConsidered = true }
    var others = StateVectors()
    var unlearned = others.groups.mutableSpan
    var weights = SIMD3<Double>.zero
    for component in 0..<3 {
      for earlier in 0..<component {
        let known = cross.span.dot(earlier, rows, component, in: groups)
        StateVectors.add(earlier, times: -weights[earlier] * known, to: component, in: &cross)
        guard isConsidered else { continue }
        let left = unlearned.span.dot(earlier, rows, component, in: groups)
        for group in 0..<StateVector.groupCount {
          cross[StateVectors.place(component, group)] +=
            unlearned[StateVectors.place(earlier, group)] * (weights[earlier] * left)
        }
      }
      let known = cross.span.dot(component, rows, component, in: groups)
      let weight = 1 / (known + variance[component])
      weights[component] = weight
      var expected = StateVector.Group.zero
      for group in groups {
        expected += rows[StateVectors.place(component, group)] * correction.groups[group]
      }
      let residual = (innovation[component] - expected.sum()) * weight
      for group in 0..<StateVector.groupCount {
        let place = StateVectors.place(component, group)
        let learned = cross[place] * shares[group]
        correction.groups[group] += learned * residual
        unlearned[place] = cross[place] - learned
      }
    }
    add(squaresOf: cross.span, times: -weights, andOf: unlearned.span, times: weights)
  }

  /// Takes in a measured number: `update(_:of:innovation:variance:gainShare:)` of one component.
  mutating func update(_ row: StateVector, innovation: Double, variance: Double) {
    var rows = StateVectors()
    for group in 0..<StateVector.groupCount { rows.groups[group] = row.groups[group] }
    update(
      rows, of: 0..<StateIndex.count, innovation: Vector3(innovation, 0, 0),
      variance: Vector3(variance, 1, 1))
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
    let change = (correction[index] - mean) * growth / left
    var rows = StateVectors()
    for group in 0..<StateVector.groupCount {
      let parts = groups[Self.place(index, group)]
      correction.groups[group] += parts * change
      rows.groups[StateVectors.place(0, group)] = parts
    }
    let factors = SIMD3(growth / left, 0, 0)
    add(squaresOf: rows.groups.span, times: factors, andOf: rows.groups.span, times: .zero)
  }

  /// Hands out what the measurements ask to be added to the state, and forgets it.
  mutating func takeCorrection() -> StateVector {
    defer { correction = .zero }
    return correction
  }
}

// MARK: - Rows, columns and blocks
extension Covariance {
  /// Where a group of a row lies: blocks of four rows and four columns follow each other.
  @inline(__always) private static func place(_ row: Int, _ group: Int) -> Int {
    place(block: StateVector.group(of: row), group) &+ StateVector.lane(of: row)
  }

  /// Where the first row of a block lies.
  @inline(__always) private static func place(block: Int, _ group: Int) -> Int {
    StateVector.Group.scalarCount &* (StateVector.groupCount &* block &+ group)
  }

  /// Adds P times three vectors that have no weight outside of `parts` to `product`: the groups `wanted` of it.
  private func product(
    _ vectors: Span<StateVector.Group>, of parts: Range<Int>,
    wanted: ClosedRange<Int> = 0...StateVector.groupCount - 1,
    into product: inout MutableSpan<StateVector.Group>
  ) {
    let blocks = StateVector.groups(of: parts)
    let groups = groups.span
    for block in blocks {
      let x = vectors[StateVectors.place(0, block)]
      let y = vectors[StateVectors.place(1, block)]
      let z = vectors[StateVectors.place(2, block)]
      for group in wanted {
        let rows = Block(groups, at: Self.place(block: block, group))
        product[StateVectors.place(0, group)] += rows.sum(times: x)
        product[StateVectors.place(1, group)] += rows.sum(times: y)
        product[StateVectors.place(2, group)] += rows.sum(times: z)
      }
    }
  }

  /// Adds the squares v vᵀ of three vectors and of three others, each times its factor.
  ///
  /// The blocks above the diagonal are those below it, transposed.
  private mutating func add(
    squaresOf parts: Span<StateVector.Group>, times factors: SIMD3<Double>,
    andOf others: Span<StateVector.Group>, times otherFactors: SIMD3<Double>
  ) {
    var groups = groups.mutableSpan
    for block in 0..<StateVector.groupCount {
      let weights = Self.weights(parts, of: block, factors)
      let otherWeights = Self.weights(others, of: block, otherFactors)
      let hasOthers = otherWeights != (.zero, .zero, .zero)
      for group in 0...block {
        let place = Self.place(block: block, group)
        var rows = Block(groups.span, at: place)
        rows.add(weights, times: parts, in: group)
        if hasOthers { rows.add(otherWeights, times: others, in: group) }
        rows.store(in: &groups, at: place)
        if group < block { rows.transposed.store(in: &groups, at: Self.place(block: group, block)) }
      }
    }
  }

  /// What three vectors have in a block, each times its factor.
  @inline(__always) private static func weights(
    _ parts: Span<StateVector.Group>, of block: Int, _ factors: SIMD3<Double>
  ) -> Block.Weights {
    (
      parts[StateVectors.place(0, block)] * factors.x,
      parts[StateVectors.place(1, block)] * factors.y,
      parts[StateVectors.place(2, block)] * factors.z
    )
  }

  /// Adds a vector to a row.
  private mutating func add(_ parts: Span<StateVector.Group>, _ vector: Int, to row: Int) {
    var groups = groups.mutableSpan
    for group in 0..<StateVector.groupCount {
      groups[Self.place(row, group)] += parts[StateVectors.place(vector, group)]
    }
  }

  /// Copies three rows to the columns of the same parts, but for what the three have with each other.
  private mutating func copyRowsToColumns(from start: Int) {
    let (parts, lanes) = (start..<start + 3, StateVector.Group.scalarCount)
    let blocks = StateVector.groups(of: parts)
    for other in lanes * blocks.lowerBound..<min(lanes * (blocks.upperBound + 1), StateIndex.count)
    where !parts.contains(other) {
      for part in parts { self[other, part] = self[part, other] }
    }
    var groups = groups.mutableSpan
    for block in blocks {
      for other in 0..<StateVector.groupCount where !blocks.contains(other) {
        let rows = Block(groups.span, at: Self.place(block: block, other))
        rows.transposed.store(in: &groups, at: Self.place(block: other, block))
      }
    }
  }
}

/// Four rows and four columns of a matrix.
private struct Block {
  typealias Row = StateVector.Group
  /// What three vectors have in the four rows.
  typealias Weights = (x: Row, y: Row, z: Row)
  var (a, b, c, d): (Row, Row, Row, Row)

  init(a: Row, b: Row, c: Row, d: Row) { (self.a, self.b, self.c, self.d) = (a, b, c, d) }

  // The last row first: where it is in bounds, the others are, and the compiler checks only once.
  @inline(__always) init(_ groups: Span<Row>, at place: Int) {
    (d, c, b, a) = (groups[place | 3], groups[place | 2], groups[place | 1], groups[place])
  }

  @inline(__always) func store(in groups: inout MutableSpan<Row>, at place: Int) {
    groups[place | 3] = d
    groups[place | 2] = c
    groups[place | 1] = b
    groups[place] = a
  }

  /// The rows, each times its weight, added up.
  @inline(__always) func sum(times weights: Row) -> Row {
    a * weights[0] + b * weights[1] + c * weights[2] + d * weights[3]
  }

  /// Adds to each row its weight times `row`.
  @inline(__always) mutating func add(_ weights: Row, times row: Row) {
    a += row * weights[0]
    b += row * weights[1]
    c += row * weights[2]
    d += row * weights[3]
  }

  /// Adds to each row its weights times what the vectors have in `group`.
  @inline(__always) mutating func add(_ weights: Weights, times parts: Span<Row>, in group: Int) {
    add(weights.x, times: parts[StateVectors.place(0, group)])
    add(weights.y, times: parts[StateVectors.place(1, group)])
    add(weights.z, times: parts[StateVectors.place(2, group)])
  }

  /// Of a block on the matrix's diagonal, the part that lies on it.
  @inline(__always) var diagonal: Row { Row(a[0], b[1], c[2], d[3]) }

  @inline(__always) var transposed: Block {
    Block(
      a: Row(a[0], b[0], c[0], d[0]), b: Row(a[1], b[1], c[1], d[1]),
      c: Row(a[2], b[2], c[2], d[2]), d: Row(a[3], b[3], c[3], d[3]))
  }
}
