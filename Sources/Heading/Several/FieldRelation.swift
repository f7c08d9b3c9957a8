private import Glibc
import Quantities

/// What one magnetometer's field says of another's, learnt while the device turns.
///
/// Both measure soft · R · h + hard, R being how the chip is turned, h the field of the place along the
/// body's axes, and soft and hard of each its own. So one is a linear map of the other and an offset,
/// p = A · m + c, whatever the mounts, the iron, the gains and the units are, and wherever the device is,
/// as long as both are in the same field. What does not fit that came to one of the two alone.
///
/// The twelve numbers are estimated by recursive least squares, with their covariance: what has not been
/// seen is unsure, and `leverage` says so for a field. The offset is taken to walk, as it does with
/// temperature.
///
/// - Source: recursive least squares as a Kalman filter for constants: A. Gelb (ed.), *Applied Optimal
///   Estimation* (1974), chapter 4.
struct FieldRelation {
  /// Part of the strength by which two magnetometers that are well stray from each other: the room's
  /// gradient over some centimetres, and what is not linear in a chip.
  static let noise = 0.02

  /// s by which two chips are late by different times: 12 ms were measured with one device and 35 with another.
  private static let lag = 0.02
  /// A prior so wide that it says nothing: gains and offsets of this many strengths.
  private static let widest = (gain: 10.0, offset: 30.0)
  /// s in which the offset walks by `noise`: 1 µT in 6 h, some degrees of temperature.
  private static let walkTime = 21_600.0
  /// Where a field is known so well, one more of the same tells nothing new.
  private static let known = 1.0 / 200
  /// Part of a strength: two fields are different that are farther apart.
  private static let step = 0.15

  /// Rows of (A, c), in strengths.
  private var rows: (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>) = (.zero, .zero, .zero)
  /// Their covariance, the same for each row, in parts of `noise`².
  private var covariance: (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>)
  /// The strengths of the first two fields.
  private let strengths: (own: Double, other: Double)
  private var last: Timestamp
  private var anchor: Vector3
  /// How far the field has moved in the device while this was learnt, in strengths: 2π for a turn about an
  /// axis across the field.
  private(set) var path = 0.0
  /// What a new pair was off by, as a part of what was expected, squared; over the last 20 or so.
  private(set) var misfit = 1.0

  /// µT or counts. A shorter field is none: what is divided by it would not be finite.
  private static let shortest = 1e-3

  /// Begins with a pair; `nil` where one of the two is no field.
  init?(own: Vector3, other: Vector3, at time: Timestamp) {
    strengths = (own.length, other.length)
    guard min(strengths.own, strengths.other) > Self.shortest, own.isFinite, other.isFinite else {
      return nil
    }
    let gain = Self.widest.gain * Self.widest.gain / (Self.noise * Self.noise)
    let offset = Self.widest.offset * Self.widest.offset / (Self.noise * Self.noise)
    covariance = (
      SIMD4(gain, 0, 0, 0), SIMD4(0, gain, 0, 0), SIMD4(0, 0, gain, 0), SIMD4(0, 0, 0, offset)
    )
    (last, anchor) = (time, own)
  }

  /// What `other` says that the own field is, in its unit.
  func expected(from other: Vector3) -> Vector3 {
    let u = regressor(other)
    return Vector3(Self.dot(rows.0, u), Self.dot(rows.1, u), Self.dot(rows.2, u)) * strengths.own
  }

  /// How unsure that is because of what was not seen, as a part of `noise`², at least 0.
  func leverage(of other: Vector3) -> Double {
    let u = regressor(other)
    return max(Self.dot(u, spread(u)), 0)
  }

  /// The standard deviation of one axis of what is expected, in the own unit.
  ///
  /// - Parameter turnRate: rad/s, at which the device turned.
  func deviation(of other: Vector3, turnRate: Double) -> Double {
    let variance = Self.variance(turnRate: turnRate) + leverage(of: other)
    return Self.noise * strengths.own * variance.squareRoot()
  }

  /// Of a pair, in parts of `noise`²: while the device turns, one chip tells of another moment than the other.
  private static func variance(turnRate: Double) -> Double {
    let blur = lag * turnRate / noise
    return 1 + blur * blur
  }

  /// Learns from a pair that was measured while the device turned by `turnRate`, rad/s.
  mutating func learn(own: Vector3, other: Vector3, turnRate: Double, at time: Timestamp) {
    covariance.3.w += max(time.seconds(since: last), 0) / Self.walkTime
    last = time
    if (own - anchor).length > Self.step * strengths.own {
      path += (own - anchor).length / strengths.own
      anchor = own
    }
    let u = regressor(other)
    let spread = spread(u)
    let leverage = max(Self.dot(u, spread), 0)
    let error = (own - expected(from: other)) / strengths.own
    let variance = Self.variance(turnRate: turnRate)
    let square = error.dot(error) / (3 * Self.noise * Self.noise * (variance + leverage))
    misfit += (min(square, 100) - misfit) * 0.05
    guard leverage > Self.known * variance else { return }
    let gain = spread / (variance + leverage)
    rows.0 += gain * error.x
    rows.1 += gain * error.y
    rows.2 += gain * error.z
    covariance.0 -= gain.x * spread
    covariance.1 -= gain.y * spread
    covariance.2 -= gain.z * spread
    covariance.3 -= gain.w * spread
  }

  /// Time tore: how long it took is not known.
  mutating func restart(at time: Timestamp) { last = time }

  /// How much volume A keeps, for its size: 1 for a rotation, 0 for an axis that is lost, below 0 for a
  /// mirror; `nil` while A is not known.
  var volume: Double? {
    let a = Matrix3(Self.axes(rows.0), Self.axes(rows.1), Self.axes(rows.2))
    let size =
      ((a.row0.dot(a.row0) + a.row1.dot(a.row1) + a.row2.dot(a.row2)) / 3).squareRoot()
    let unsure = max(covariance.0.x, covariance.1.y, covariance.2.z).squareRoot() * Self.noise
    guard size > 0, unsure < Self.shapeTolerance * size else { return nil }
    return a.determinant / (size * size * size)
  }

  /// Part of a gain.
  private static let shapeTolerance = 0.1

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
