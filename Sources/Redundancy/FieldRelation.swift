private import Glibc
import Quantities
import SensorCalibration

/// The linear relation of two magnetometers' fields, learned while the device turns.
///
/// Both measure soft · R · h + hard, R being how the chip is turned, h the field of the place along the
/// body's axes, with soft and hard different for each chip. So p = A · m + c for any mounts, iron, gains and
/// units, and at any place, while both are in the same field. A residual shows a change at one of the two.
///
/// The twelve numbers are estimated by recursive least squares. Their covariance gives the uncertainty of a
/// mapped field (`leverage`). The offset walks, as it does with temperature.
///
/// - Source: recursive least squares as a Kalman filter for constants: A. Gelb (ed.), *Applied Optimal
///   Estimation* (1974), chapter 4.
struct FieldRelation {
  /// The standard deviations of gains and offsets, in strengths, before anything is measured.
  /// Source: numerical; so wide that the prior has no effect.
  private static let widest = (gain: 10.0, offset: 30.0)
  /// The leverage, in variances of a pair, below which a pair is not used.
  /// Source: numerical; a pair that changes the estimate by half a percent.
  private static let leastLeverage = 1.0 / 200
  /// The share of a pair in the mean misfit. Source: derived; the last 20 pairs.
  private static let misfitGain = 1.0 / 20
  /// The largest squared residual, in expected ones, that is counted. Source: ten standard deviations.
  private static let largestSquare = 100.0

  /// Rows of (A, c), in strengths.
  private var rows: (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>) = (.zero, .zero, .zero)
  /// Their covariance, the same for each row, in `noise`².
  private var covariance: (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>)
  /// The strengths of the first two fields.
  private let strengths: (own: Double, other: Double)
  private var last: Timestamp
  private var anchor: Vector3
  /// The path of the field in the device while this was learned, in strengths: 2π for a turn about an axis
  /// across the field.
  private(set) var path = 0.0
  /// The mean square of the residuals of the last 20 pairs, in expected ones.
  private(set) var misfit = 1.0

  private let settings: ComparisonSettings
  private var parameters: FieldComparisonParameters { settings.parameters }

  /// The standard deviation of a gain, as part of the size of A, below which the volume is known.
  /// Source: derived; where an axis is lost, the volume is off by 1.5 of it, and three standard deviations
  /// of that are then at most 0.5.
  private static let largestGainError = 1.0 / 9
  /// The shortest field, µT or counts, that can be divided by. Source: numerical.
  private static let shortest = 1e-3

  /// Starts with a pair; `nil` where one of the fields is zero or not finite.
  init?(
    own: Vector3, other: Vector3, at time: Timestamp,
    _ settings: ComparisonSettings = ComparisonSettings()
  ) {
    self.settings = settings
    strengths = (own.length, other.length)
    guard min(strengths.own, strengths.other) > Self.shortest, own.isFinite, other.isFinite else {
      return nil
    }
    let noise = settings.parameters.noise
    let square = noise * noise
    let gain = Self.widest.gain * Self.widest.gain / square
    let offset = Self.widest.offset * Self.widest.offset / square
    covariance = (
      SIMD4(gain, 0, 0, 0), SIMD4(0, gain, 0, 0), SIMD4(0, 0, gain, 0), SIMD4(0, 0, 0, offset)
    )
    (last, anchor) = (time, own)
  }

  /// The own field that `other` predicts, in the own unit.
  func expected(from other: Vector3) -> Vector3 {
    let u = regressor(other)
    return Vector3(Self.dot(rows.0, u), Self.dot(rows.1, u), Self.dot(rows.2, u)) * strengths.own
  }

  /// The variance of that by the relation's own uncertainty, in `noise`², at least 0.
  func leverage(of other: Vector3) -> Double {
    let u = regressor(other)
    return max(Self.dot(u, spread(u)), 0)
  }

  /// The standard deviation of one axis of the expected field, in the own unit.
  ///
  /// - Parameter turnRate: of the device, rad/s.
  func sigma(of other: Vector3, turnRate: Double) -> Double {
    let variance = variance(turnRate: turnRate) + leverage(of: other)
    return parameters.noise * strengths.own * variance.squareRoot()
  }

  /// The variance of a pair, in `noise`²: while the device turns, the chips measure at different instants.
  private func variance(turnRate: Double) -> Double {
    let blur = settings.delayDifference * turnRate / parameters.noise
    return 1 + blur * blur
  }

  /// Learns from a pair that was measured at a turn rate of the device, rad/s.
  mutating func learn(own: Vector3, other: Vector3, turnRate: Double, at time: Timestamp) {
    covariance.3.w += max(time.seconds(since: last), 0) / parameters.offsetWalkTime
    last = time
    if (own - anchor).length > settings.leastChange * strengths.own {
      path += (own - anchor).length / strengths.own
      anchor = own
    }
    let u = regressor(other)
    let spread = spread(u)
    let leverage = max(Self.dot(u, spread), 0)
    let error = (own - expected(from: other)) / strengths.own
    let variance = variance(turnRate: turnRate)
    let square =
      error.dot(error) / (3 * parameters.noise * parameters.noise * (variance + leverage))
    misfit += (min(square, Self.largestSquare) - misfit) * Self.misfitGain
    guard leverage > Self.leastLeverage * variance else { return }
    let gain = spread / (variance + leverage)
    rows.0 += gain * error.x
    rows.1 += gain * error.y
    rows.2 += gain * error.z
    covariance.0 -= gain.x * spread
    covariance.1 -= gain.y * spread
    covariance.2 -= gain.z * spread
    covariance.3 -= gain.w * spread
  }

  /// Restarts at a gap of time, whose length is not known.
  mutating func restart(at time: Timestamp) { last = time }

  /// The determinant of A over the cube of its size: 1 for a rotation, 0 for a lost axis, negative for a
  /// mirrored frame; `nil` while A is not known.
  var volume: Double? { shape?.determinant }

  /// The axis rotation from the other field to the own one, for a right-handed A; `nil` while A is not known, and where
  /// it is further than a misalignment from each of them.
  var rotation: Matrix3? {
    guard let nearest = shape?.nearestAxisRotation,
      nearest.angle <= MotionParameters().largestMisalignment
    else { return nil }
    return nearest.rotation
  }

  /// A over its size; `nil` while A is not known.
  private var shape: Matrix3? {
    let a = Matrix3(Self.axes(rows.0), Self.axes(rows.1), Self.axes(rows.2))
    let size =
      ((a.row0.dot(a.row0) + a.row1.dot(a.row1) + a.row2.dot(a.row2)) / 3).squareRoot()
    let error = max(covariance.0.x, covariance.1.y, covariance.2.z).squareRoot() * parameters.noise
    guard size > 0, error < Self.largestGainError * size else { return nil }
    return a * (1 / size)
  }

  private func regressor(_ other: Vector3) -> SIMD4<Double> {
    let scaled = other / strengths.other
    return SIMD4(scaled.x, scaled.y, scaled.z, 1)
  }

  private func spread(_ u: SIMD4<Double>) -> SIMD4<Double> {
    SIMD4(
      Self.dot(covariance.0, u), Self.dot(covariance.1, u), Self.dot(covariance.2, u),
      Self.dot(covariance.3, u))
  }

  private static func dot(_ a: SIMD4<Double>, _ b: SIMD4<Double>) -> Double { (a * b).sum() }

  private static func axes(_ row: SIMD4<Double>) -> Vector3 { Vector3(row.x, row.y, row.z) }
}
