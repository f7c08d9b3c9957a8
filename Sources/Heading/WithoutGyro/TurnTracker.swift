private import Glibc
import Quantities
import SensorHealth

/// The attitude and its rate from field and gravity: a Kalman filter with a rate that is steady, and
/// as unsteady as the innovations show.
///
/// The rate carries the attitude from sample to sample and on to the tick, so that an even turn leaves
/// it behind by nothing; only a change of the rate does. Field and gravity come each at their own
/// times. Everything is in vectors and rotations: no direction of the device and no heading is special.
///
/// - Source: the multiplicative extended Kalman filter of E. Lefferts, F. Markley, M. Shuster, "Kalman
///   filtering for spacecraft attitude estimation", J. Guidance 5 (1982), with the rate as a state.
struct TurnTracker {
  /// Turns the body's components into the earth's: magnetic north, east, down.
  private(set) var attitude: Quaternion
  /// rad/s, earth frame.
  private(set) var rate = Vector3.zero
  private(set) var covariance: TurnCovariance
  private(set) var processNoise = AdaptiveProcessNoise()
  private(set) var shaking = Shaking()
  /// rad. The inclination that the field is expected to have.
  private var inclination: ScalarLowPass
  /// rad². Mean square of the measured inclination − the expected one.
  private var inclinationVariance: ScalarLowPass
  private var noise = FieldNoise()
  /// rad. How far the field's azimuth is from north after all corrections, over the last moments: what
  /// the tracker lags behind a turn that has just begun.
  private(set) var lag = 0.0
  /// rad. Where gravity is from where it is expected, over the last moments, earth frame.
  private var lean: VectorLowPass
  private var time: Timestamp
  private var lastForce: Timestamp?
  private var lastField: Timestamp?

  private let parameters: WithoutGyroParameters
  /// rad². The variance of "down" with which an inclination has full weight.
  private let knownTiltVariance: Double

  /// The interval of a first sample, s. Source: derived; 100 Hz.
  private static let firstInterval = 0.01
  /// The standard deviations of the angle, rad, and of the rate, rad/s, at the start.
  /// Source: numerical; replaced by the first samples.
  private static let atStart = (angle: 0.01, rate: 0.5)
  /// The same after the attitude was lost in a fast turn. Source: numerical; replaced by the next samples.
  private static let afterLoss = (angle: 0.1, rate: 4.0)
  /// The error of an azimuth, rad, from which it is corrected at once, as after a turn between two slow samples.
  /// Source: numerical; the filter is linear in small angles, and beyond one radian it is not.
  private static let linearRange = 1.0
  /// By what the variance of a disturbed inclination is larger. Source: numerical; it has no weight.
  private static let disturbedVariance = 1e4

  /// Begins with the attitude that a field and a specific force (body frame) give; `nil` where they
  /// are parallel, or one of them has no direction.
  ///
  /// - Parameter inclinationTimeConstant: s; how slowly the expected inclination follows.
  /// - Source: H. D. Black, "A passive system for determining the attitude of a satellite", AIAA
  ///   Journal 2 (1964): the TRIAD.
  init?(
    force: Vector3, field: Vector3, at time: Timestamp, inclinationTimeConstant: Double,
    _ parameters: HeadingParameters
  ) {
    guard let earthFromBody = Self.earthFromBody(force: force, field: field) else { return nil }
    attitude = Quaternion(earthFromBody)
    self.parameters = parameters.withoutGyro
    knownTiltVariance = parameters.knownTiltVariance
    lean = VectorLowPass(timeConstant: parameters.withoutGyro.averaging)
    covariance = TurnCovariance(angle: Self.atStart.angle, rate: Self.atStart.rate)
    inclination = ScalarLowPass(timeConstant: inclinationTimeConstant)
    inclinationVariance = ScalarLowPass(timeConstant: inclinationTimeConstant)
    let level = earthFromBody * field
    inclination.update(atan2(level.z, hypot(level.x, level.y)), interval: 0)
    self.time = time
  }

  private static func earthFromBody(force: Vector3, field: Vector3) -> Matrix3? {
    guard let down = (-force).normalized, let east = down.cross(field).normalized else {
      return nil
    }
    return Matrix3(east.cross(down), east, down)
  }

  /// rad². The variance of "down" about magnetic east, which an inclination is measured against.
  var tiltVariance: Double { covariance.variance(along: Self.east) }

  /// rad. The expected inclination; without a tilt sensor, of a device taken to be level.
  var expectedInclination: Double { inclination.value ?? 0 }

  /// rad. Standard deviation of the measured inclination from that: for a device that is only taken to be
  /// level, how far from level it is.
  var inclinationSpread: Double { (inclinationVariance.value ?? 0).squareRoot() }

  private static let north = Vector3(1, 0, 0)
  private static let east = Vector3(0, 1, 0)

  /// Whether gravity shows an attitude that is wrong by too much for small corrections.
  var isLost: Bool { (lean.value?.length ?? 0) > parameters.lostGravity }

  /// Restarts with the attitude that a field and a specific force (body frame) give; what is known
  /// of noise, inclination and shaking stays.
  mutating func realign(force: Vector3, field: Vector3) {
    guard let earthFromBody = Self.earthFromBody(force: force, field: field) else { return }
    attitude = Quaternion(earthFromBody)
    rate = .zero
    covariance = TurnCovariance(angle: Self.afterLoss.angle, rate: Self.afterLoss.rate)
    (lean, lag) = (VectorLowPass(timeConstant: parameters.averaging), 0)
  }

  /// The same, carried on to `instant`.
  func carried(to instant: Timestamp) -> TurnTracker {
    var copy = self
    copy.advance(to: instant)
    return copy
  }

  private mutating func advance(to instant: Timestamp) {
    let interval = instant.seconds(since: time)
    guard interval > 0 else { return }
    time = instant
    let step = Quaternion(rotationVector: rate * interval)
    attitude = (step * attitude).normalized
    let density = processNoise.density
    let uneven = density / (density + parameters.evenProcessNoise)
    let decay = exp(-parameters.rateDecay * cbrt(density) * uneven * interval)
    rate = rate * decay
    covariance.advance(
      turn: Matrix3(step), decay: decay, angularAcceleration: density, interval: interval)
  }
}

extension TurnTracker {
  /// Takes a specific force, body frame, m/s².
  mutating func update(force: Vector3, at instant: Timestamp) {
    let interval = lastForce.map { instant.seconds(since: $0) } ?? Self.firstInterval
    lastForce = instant
    advance(to: instant)
    guard interval > 0, let up = attitude.rotate(force).normalized else { return }
    shaking.update(force.length - standardGravity, interval: interval, parameters)
    let variance =
      (parameters.forceNoise / interval + shaking.variance)
      / (standardGravity * standardGravity)
    // The rotation that turns the direction of the force upwards.
    let sine = hypot(up.x, up.y)
    let angle = atan2(sine, -up.z)
    let scale = sine > 1e-9 ? angle / sine : 1
    _ = lean.update(Vector3(-up.y, up.x, 0) * scale, interval: interval)
    let roll = correct(row: Self.north, innovation: -up.y * scale, variance: variance)
    let pitch = correct(row: Self.east, innovation: up.x * scale, variance: variance)
    processNoise.update(force: (roll, pitch), interval: interval, parameters)
  }

  /// Takes a calibrated field, body frame.
  ///
  /// - Parameter isDisturbed: whether its inclination is not the reference's; then it does not correct the tilt.
  mutating func update(field: Vector3, isDisturbed: Bool, at instant: Timestamp) {
    let interval = lastField.map { instant.seconds(since: $0) } ?? Self.firstInterval
    lastField = instant
    advance(to: instant)
    guard interval > 0, field.length > 0, let expected = inclination.value else { return }
    let variance = noise.update(field, turn: rate.length * interval, interval: interval)
    let level = attitude.rotate(field) / field.length
    let azimuth = atan2(level.y, level.x)
    let horizontal = hypot(level.x, level.y)
    let measured = atan2(level.z, horizontal)
    if abs(azimuth) > Self.linearRange { covariance.inflate(by: Vector3(0, 0, 1)) }
    let turn = correct(
      row: Vector3(level.z, 0, -horizontal), innovation: azimuth * horizontal, variance: variance)
    let anomaly = parameters.inclinationDensity / interval
    let raise = correct(
      row: Self.east, innovation: measured - expected,
      variance: variance + anomaly * (isDisturbed ? Self.disturbedVariance : 1))
    processNoise.update(field: (turn, raise), interval: interval, parameters)
    let left = attitude.rotate(field)
    lag += (atan2(left.y, left.x) - lag) * (1 - exp(-interval / parameters.averaging))
    inclinationVariance.update((measured - expected) * (measured - expected), interval: interval)
    // What a shaken accelerometer calls down would teach a wrong inclination.
    let share = min(1, knownTiltVariance / max(tiltVariance, 1e-9))
    if !isDisturbed { inclination.update(measured, interval: interval * share) }
  }

  /// Takes one measured number, and returns its innovation in standard deviations.
  private mutating func correct(row: Vector3, innovation: Double, variance: Double) -> Double {
    let expected = (covariance.variance(along: row) + variance).squareRoot()
    let gain = covariance.update(row: row, variance: variance)
    attitude = (Quaternion(rotationVector: gain.angle * innovation) * attitude).normalized
    rate = rate + gain.rate * innovation
    return innovation / expected
  }
}
