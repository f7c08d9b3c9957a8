private import Glibc
import Quantities

/// The gyro's constant error, learnt at rest from the gyro itself and in motion from the
/// corrections that gravity and the field ask for.
struct GyroBias {
  /// rad/s, body frame; to be taken from every reading.
  private(set) var value = Vector3.zero
  /// rad/s, 68 %: how far `value` may be off.
  private(set) var error68 = 0.02
  /// Whether the device has been still for long enough.
  private(set) var isResting = false

  /// m/s², body frame: the mean specific force of the last half second.
  var restingForce: Vector3 { force.mean }

  private var rate = Stillness(tolerance: { _ in 0.006 })
  private var force = Stillness(tolerance: { _ in 0.08 })
  private var field = Stillness(tolerance: { 0.01 * $0.length })
  private var stillFor = 0.0
  /// s of motion from which `value` was learnt; rest counts as the longest.
  private var learntFor = 0.0
  private let parameters: HeadingParameters

  /// rad/s. What a still gyro may differ from its own recent mean: several times a consumer chip's
  /// noise, and less than a hand does.
  private static let stillRate = 0.035
  /// s.
  private static let restAfter = 2.0

  init(parameters: HeadingParameters) { self.parameters = parameters }

  /// Takes in a reading of the gyro (rad/s, body frame), `interval` s after the one before it.
  mutating func update(rate sample: Vector3, interval: Double) {
    let moved = rate.moved(sample, interval: interval)
    let mean = rate.mean
    if moved || (sample - mean).length > Self.stillRate || mean.length > parameters.largestBias {
      stillFor = 0
    }
    stillFor += interval
    isResting = stillFor > Self.restAfter
    error68 = min(error68 + 5e-6 * interval, 0.02)  // a consumer gyro walks about 1°/h each minute
    guard isResting else { return }
    let gain = 1 - exp(-interval / parameters.restBiasTimeConstant)
    value = value + (mean - value) * gain
    error68 += (0.0003 - error68) * gain
    learntFor = parameters.biasTimeConstant
  }

  /// Takes in a specific force (m/s², body frame), `interval` s after the one before it.
  mutating func update(force sample: Vector3, interval: Double) {
    if force.moved(sample, interval: interval) { stillFor = 0 }
  }

  /// Takes in a field (µT, body frame), `interval` s after the one before it.
  mutating func update(field sample: Vector3, interval: Double) {
    if field.moved(sample, interval: interval) { stillFor = 0 }
  }

  /// Takes in a rotation (rad, body frame) by which the integrated attitude was too far in
  /// `interval` s; its steady part is bias.
  ///
  /// The gain falls as the time grows from which was learnt, as that of a Kalman filter for a
  /// constant does.
  mutating func update(drift: Vector3, interval: Double) {
    guard !isResting else { return }
    let timeConstant = min(
      parameters.firstBiasTimeConstant + learntFor, parameters.biasTimeConstant)
    learntFor += interval / 2  // gravity and north each bring their half
    let next = value + drift / timeConstant
    let length = next.length
    value = length > parameters.largestBias ? next * (parameters.largestBias / length) : next
    error68 += (0.0015 - error68) * min(1, interval / timeConstant)
  }
}

/// Whether a vector stays where it was.
///
/// A slow turn hides in a gyro's own noise and would be learnt as bias; but its rate changes, and
/// gravity or the field wander off with it.
private struct Stillness {
  private var average = VectorLowPass(timeConstant: 0.5)
  private var anchor: Vector3?
  private let tolerance: @Sendable (Vector3) -> Double

  /// - Parameter tolerance: how far the half-second mean may be from where it was.
  init(tolerance: @escaping @Sendable (Vector3) -> Double) { self.tolerance = tolerance }

  /// The mean of the last half second; zero before the first sample.
  var mean: Vector3 { average.value ?? .zero }

  /// Takes in a sample; true where it has moved away, which sets a new place to stay at.
  mutating func moved(_ sample: Vector3, interval: Double) -> Bool {
    let now = average.update(sample, interval: interval)
    if let anchor, (now - anchor).length <= tolerance(anchor) { return false }
    anchor = now
    return true
  }
}
