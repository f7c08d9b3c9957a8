private import Glibc
package import Quantities

/// The accelerometer's offset by the strength of gravity in many attitudes: a least squares fit.
///
/// The mean of the vertical force without gravity over a block of `blockTime` is y = row · a, a being the offset and row
/// the body's axes along down. A tilt of the attitude does not change y to first order. What a hand adds is the
/// difference of two velocities, divided by `blockTime`. At rest and in a motion without turns only one component of the
/// offset shows; a device that turns shows all three.
package struct OffsetRegression: Equatable {
  /// What is found of the offset.
  package struct Estimate: Equatable {
    /// m/s², body frame.
    package var offset: Vector3
    /// (m/s²)².
    package var covariance: Matrix3
    /// What the newest block alone shows.
    package var block: Block
  }

  /// Means over one block.
  package struct Block: Equatable {
    /// Body → down.
    package var row: Vector3
    /// m/s², down: the vertical force without gravity.
    package var acceleration: Double
    /// (m/s²)², of its noise.
    package var variance: Double
  }

  /// Sums over the block that is not complete: s, s, m/s, m²/s³.
  private var (elapsed, row, velocity, agitation) = (0.0, Vector3.zero, 0.0, 0.0)
  /// Sums over the blocks, each divided by its variance: row rowᵀ, row · y, y².
  private var (information, product, square) = (Matrix3.zero, Vector3.zero, 0.0)
  /// How many blocks are in the sums, each with the weight that its age leaves it, and how many there were.
  private var (weightedCount, count) = (0.0, 0)

  /// s. Source: chosen on the recordings; in 2 s the velocities of a hand cancel less, in 5 s fast turns hide the offset.
  private static let blockTime = 3.0
  /// Part of a block's root mean square acceleration: the standard deviation of y. Source: recordings; 0.03 to 0.10. The most, because
  /// one block may be all that shows a component: with 0.05 a hand that stops in the middle of a block contradicts a good accelerometer.
  private static let noiseShare = 0.1
  /// m/s²: the standard deviation of y at rest. Source: derived, as that of `AccelerometerCheck`.
  private static let restNoise = 0.015
  /// m/s²: what is found may be off by so much in addition, as an arm that swings always accelerates to the shoulder.
  /// Source: chosen on the recordings.
  package static let remainder = 0.03
  /// How many blocks the assumed noise counts for against the residuals of the fit, and how many are needed. With three, every second
  /// ride in a lift contradicts a good accelerometer that turns meanwhile; with eight a lift that starts or stops is a residual.
  /// Source: assumed.
  private static let leastBlocks = 8.0
  /// So many blocks later one counts 1/e, 10 minutes. Source: assumed; the temperature changes an offset.
  private static let memory = 200.0
  /// Standard deviations. Source: derived; 0.1 % of three normally distributed components are further off.
  fileprivate static let significance = 4.0
  /// The square of the standard deviations that are no reason for a larger bar. Source: the chi-squared distribution of
  /// three degrees of freedom; 5 % are beyond.
  fileprivate static let suspicion = 7.81

  /// m/s²: how far an accelerometer of which nothing is known may be off, each axis.
  fileprivate static let prior = InertialTolerances.cheapBoard.accelerometer.offset
  /// Part of the prior's variance that an axis may have left.
  /// Source: assumed; a component that hardly shows would be made up of the accelerations of a hand. What is left is a tilt of 1.1°.
  fileprivate static let leastLearned = 0.1

  package init() {}

  /// Takes the mean acceleration of one interval.
  ///
  /// - Parameters:
  ///   - acceleration: m/s², earth frame: the specific force without gravity, as it was measured.
  ///   - row: body → down, mean over the same samples.
  ///   - interval: s.
  /// - Returns: what is found, after each block; `nil` between, and until there are eight of them.
  package mutating func take(acceleration: Vector3, row: Vector3, interval: Double) -> Estimate? {
    elapsed += interval
    self.row = self.row + row * interval
    velocity += acceleration.z * interval
    agitation += acceleration.dot(acceleration) * interval
    guard elapsed >= Self.blockTime else { return nil }
    let noise = Self.noiseShare * Self.noiseShare * agitation / elapsed
    let block = Block(
      row: self.row / elapsed, acceleration: velocity / elapsed,
      variance: Self.restNoise * Self.restNoise + noise)
    restart()
    add(block)
    return Double(count) < Self.leastBlocks ? nil : estimate(block)
  }

  /// Discards the block that is not complete, as after a gap.
  package mutating func restart() { (elapsed, row, velocity, agitation) = (0, .zero, 0, 0) }

  private mutating func add(_ block: Block) {
    let (row, y, weight) = (block.row, block.acceleration, 1 / block.variance)
    let kept = exp(-1 / Self.memory)
    information =
      information * kept + Matrix3(row * row.x, row * row.y, row * row.z) * weight
    product = product * kept + row * (y * weight)
    square = square * kept + y * y * weight
    weightedCount = weightedCount * kept + 1
    count += 1
  }

  /// The offset, a cheap accelerometer's being its prior; the noise is that of the residuals of a first fit.
  private func estimate(_ block: Block) -> Estimate? {
    guard let first = fit(noiseFactor: 1) else { return nil }
    let misfit = max(square - first.offset.dot(product), 0)
    let factor = (misfit + Self.leastBlocks) / (weightedCount + Self.leastBlocks)
    guard let (offset, covariance) = fit(noiseFactor: factor) else { return nil }
    var block = block
    block.variance *= factor
    return Estimate(offset: offset, covariance: covariance, block: block)
  }

  /// - Parameter noiseFactor: times the assumed variance of the noise.
  private func fit(noiseFactor: Double) -> (offset: Vector3, covariance: Matrix3)? {
    let total =
      information * (1 / noiseFactor) + Matrix3.identity * (1 / (Self.prior * Self.prior))
    guard let covariance = total.inverse else { return nil }
    return (covariance * product / noiseFactor, covariance)
  }
}

extension OffsetRegression.Estimate {
  /// (m/s²)², of each axis.
  package var variances: Vector3 {
    Vector3(covariance.row0.x, covariance.row1.y, covariance.row2.z)
  }

  /// Whether the device has turned so far that all three components show.
  package var isComplete: Bool {
    let prior = OffsetRegression.prior
    return max(variances.x, variances.y, variances.z)
      < OffsetRegression.leastLearned * prior * prior
  }

  /// How far it is from a known offset, in standard deviations of both.
  ///
  /// - Parameters:
  ///   - known: m/s², body frame.
  ///   - variance: (m/s²)², of each axis.
  package func compared(with known: Vector3, variance: Double) -> OffsetRegression.Deviation {
    let remainder = OffsetRegression.remainder * OffsetRegression.remainder
    let total = covariance + Matrix3.identity * (variance + remainder)
    let change = offset - known
    guard let inverse = total.inverse else {
      return OffsetRegression.Deviation(square: 0, offsetSquare: 0)
    }
    return OffsetRegression.Deviation(
      square: change.dot(inverse * change), offsetSquare: change.dot(change) / 3)
  }
}

extension OffsetRegression {
  /// The deviation of an offset from what was known of it.
  package struct Deviation {
    /// The square of the standard deviations.
    package var square: Double
    /// (m/s²)²: the mean square of its components.
    package var offsetSquare: Double

    /// Whether what was known cannot be true.
    package var isContradiction: Bool {
      square > OffsetRegression.significance * OffsetRegression.significance
    }

    /// (m/s²)², each axis: the part of it that chance does not explain.
    package var unexplainedVariance: Double {
      square > OffsetRegression.suspicion
        ? offsetSquare * (1 - OffsetRegression.suspicion / square) : 0
    }
  }
}
