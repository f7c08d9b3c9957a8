private import Glibc

/// The gain of an average over about ten samples, where their number counts and not their time.
/// Source: derived; a tenth.
package let gainOfTenSamples = 0.1

/// The gain of a first-order low-pass that begins as a plain mean.
///
/// Until one time constant has passed every sample weighs the same; so the first value is taken
/// whole and there is no slow climb from zero.
private struct GrowingGain {
  /// s.
  private let timeConstant: Double
  /// s of data that went in; the first sample counts as long as the second.
  private(set) var elapsed = 0.0
  private var hasSample = false

  init(timeConstant: Double) { self.timeConstant = timeConstant }

  /// The gain for a sample that comes `interval` s after the one before it, in [0, 1].
  mutating func next(interval: Double) -> Double {
    guard hasSample else {
      hasSample = true
      return 1
    }
    guard interval > 0 else { return 0 }
    if elapsed == 0 { elapsed = interval }
    let mean = interval / (elapsed + interval)
    elapsed += interval
    return max(mean, 1 - exp(-interval / timeConstant))
  }
}

/// A vector averaged over a time constant.
package struct VectorLowPass: Sendable {
  private var gain: GrowingGain
  /// The average, or `nil` before the first sample.
  package private(set) var value: Vector3?

  /// - Parameter timeConstant: s.
  package init(timeConstant: Double) { gain = GrowingGain(timeConstant: timeConstant) }

  /// s of data in the average so far.
  package var elapsed: Double { gain.elapsed }

  /// Takes in `sample`, `interval` s after the one before it.
  package mutating func update(_ sample: Vector3, interval: Double) -> Vector3 {
    let weight = gain.next(interval: interval)
    let old = value ?? sample
    let new = old + (sample - old) * weight
    value = new
    return new
  }
}

/// A number averaged over a time constant.
package struct ScalarLowPass: Sendable {
  private var gain: GrowingGain
  /// The average, or `nil` before the first sample.
  package private(set) var value: Double?

  /// - Parameter timeConstant: s.
  package init(timeConstant: Double) { gain = GrowingGain(timeConstant: timeConstant) }

  /// Takes in `sample`, `interval` s after the one before it.
  package mutating func update(_ sample: Double, interval: Double) {
    let weight = gain.next(interval: interval)
    let old = value ?? sample
    value = old + (sample - old) * weight
  }
}
