private import Glibc

/// The gain of an average over about ten samples, where their number counts and not their time.
/// Source: derived; a tenth.
// Computed and public, because the compiler inlines only public code in other modules, which use it for each sample.
@inlinable public var gainOfTenSamples: Double { 0.1 }

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
    return max(mean, decay(interval / timeConstant))
  }

  /// 1 − e⁻ˣ: below 0.05 by its series, of which the next term is under 1e-9 of it. A sample is nearly always so much
  /// shorter than the time constant, and the function of the C library costs several times as much.
  private func decay(_ x: Double) -> Double {
    guard x < 0.05 else { return 1 - exp(-x) }
    return x * (1 - x * (1 / 2 - x * (1 / 6 - x * (1 / 24 - x / 120))))
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
