private import Glibc
package import Quantities

/// Estimates the magnetometer's delay from a stream of samples. Its size is fixed; nothing allocates.
///
/// In an undisturbed place the field h is constant in a frame that does not turn. With R the gyro's
/// attitude (body → that frame) and a delay d the magnetometer says at t
///
///     m(t) = R(t − d)ᵀ h ≈ m₀(t) + d · ω(t) × m₀(t),   m₀(t) = R(t)ᵀ h,   as ṁ₀ = −ω × m₀,
///
/// and so, taken to the frame with the gyro's attitude of the same instant,
///
///     u(t) = R m ≈ h + d · g(t),   g = (R ω) × u.
///
/// That is linear in d. A high-pass H takes out h and whatever changes slowly (the gyro's drift
/// turns R, another place changes h), and least squares give d = Σ Hu · Hg / Σ Hg · Hg. Noise of the
/// field does no harm: at one instant n · (ω × n) = 0. Errors that depend on the attitude (hard iron,
/// misalignment, a gyro's scale) go with the angle and not with the rate, and average out to and fro.
///
/// The variance is that of the score Σ Hg · (Hu − d Hg), summed by blocks, because residuals of
/// neighbouring samples are alike (the sandwich estimator of H. White, Econometrica 48, 1980).
package struct MagnetometerDelayTracker: Equatable, Sendable {
  private let parameters: MagnetometerDelayParameters
  private let forgetting: Double
  private let known: Double
  private var low: (field: Vector3, change: Vector3)?
  private var block = BlockSum()
  private var sums = Sums()
  /// The best delay so far, s, by which misfits are judged.
  private var working = 0.0

  /// - Parameter known: s; a delay that the caller has removed already. Without it the estimate is too
  ///   small by the second order in delay · rate: 6 % of 0.1 s when a hand turns fast.
  package init(
    parameters: MagnetometerDelayParameters = MagnetometerDelayParameters(), known: Double = 0
  ) {
    self.parameters = parameters
    self.known = known
    forgetting = exp(-parameters.blockTime / parameters.memory)
  }

  /// Adds a sample of the field.
  ///
  /// - Parameters:
  ///   - field: calibrated, in the axes of the gyro; any unit.
  ///   - rate: rad/s, at the same instant, less the gyro's bias as far as that is known: what is left
  ///     of it matters where the device turns one way only.
  ///   - attitude: the gyro's, from those axes to a frame that does not turn; it may drift.
  ///   - interval: seconds since the last field sample.
  package mutating func add(
    field: Vector3, rate: Vector3, attitude: Quaternion, interval: Double
  ) {
    let squared = field.dot(field)
    guard squared > 0, squared.isFinite, rate.isFinite, interval > 0 else { return }
    let u = attitude.rotate(field / squared.squareRoot())
    let g = attitude.rotate(rate).cross(u)
    guard let last = low else {
      low = (u, g)
      return
    }
    let gain = interval / (parameters.highPassTime + interval)
    let next = (
      field: last.field + (u - last.field) * gain, change: last.change + (g - last.change) * gain
    )
    low = next
    collect(u - next.field, g - next.change, interval)
  }

  /// Discards the attitude before a gap of the gyro, or before its frame starts again. The estimate stays.
  package mutating func restart() {
    low = nil
    block = BlockSum()
  }

  /// The delay, once enough was measured.
  package var estimate: Result<MagnetometerDelay, MagnetometerDelayRefusal> {
    let blocks = sums.effectiveBlocks
    guard sums.square >= parameters.leastInformation, blocks >= parameters.leastBlocks else {
      return .failure(.tooLittleTurning)
    }
    let delay = sums.product / sums.square
    // n / (n − 2): the scatter is about what was fitted to it; (n − 2) / (n − 4): Student's tails.
    let variance = sums.scoreVariance(delay) * blocks / (blocks - Self.studentBlocks)
    let error = (variance + parameters.floorError * parameters.floorError).squareRoot()
    guard error <= parameters.largestError else { return .failure(.tooUncertain(error68: error)) }
    guard parameters.plausible.contains(delay + known) else {
      return .failure(.implausible(seconds: delay + known))
    }
    return .success(MagnetometerDelay(seconds: delay + known, error68: error))
  }

  private mutating func collect(_ u: Vector3, _ g: Vector3, _ interval: Double) {
    let residual = u - g * working
    let misfit = residual.dot(residual) / (parameters.misfitScale * parameters.misfitScale)
    let weight = 1 / ((1 + misfit) * (1 + misfit))
    block.product += u.dot(g) * weight
    block.square += g.dot(g) * weight
    block.seconds += interval
    guard block.seconds >= parameters.blockTime else { return }
    sums.add(block, forgetting: forgetting)
    block = BlockSum()
    guard sums.square >= parameters.leastInformation else { return }
    let best = sums.product / sums.square
    working = min(max(best, parameters.plausible.lowerBound), parameters.plausible.upperBound)
  }

  /// Source: (n − 2)/(n − 4), the variance of Student's t distribution with n − 2 degrees of freedom.
  private static let studentBlocks = 4.0

  package static func == (a: Self, b: Self) -> Bool {
    a.parameters == b.parameters && a.known == b.known && a.low?.field == b.low?.field
      && a.low?.change == b.low?.change
      && a.block == b.block && a.sums == b.sums && a.working == b.working
  }
}

/// Σ Hu · Hg and Σ Hg · Hg over one block.
private struct BlockSum: Equatable {
  var product = 0.0
  var square = 0.0
  var seconds = 0.0
}

/// The sums over all blocks, and those of their squares, for the scatter between blocks.
private struct Sums: Equatable {
  var product = 0.0
  var square = 0.0
  private var products = 0.0
  private var mixed = 0.0
  private var squares = 0.0

  mutating func add(_ block: BlockSum, forgetting: Double) {
    product = product * forgetting + block.product
    square = square * forgetting + block.square
    products = products * forgetting + block.product * block.product
    mixed = mixed * forgetting + block.product * block.square
    squares = squares * forgetting + block.square * block.square
  }

  /// The number of equal blocks with the same information; 1 where all is from one.
  var effectiveBlocks: Double { squares > 0 ? square * square / squares : 0 }

  /// s², of the delay.
  func scoreVariance(_ delay: Double) -> Double {
    max(products - 2 * delay * mixed + delay * delay * squares, 0) / (square * square)
  }
}
