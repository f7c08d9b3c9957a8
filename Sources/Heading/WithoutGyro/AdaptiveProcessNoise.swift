private import Glibc

/// How fast a rate may change, found from the innovations.
///
/// While the rate that is assumed is right, innovations are white: their short mean is as small as
/// chance makes it. A turn that begins or ends pulls them all to one side, and the mean stands out.
/// Then the process noise grows by orders of magnitude within some samples, and sinks again later.
///
/// - Source: R. K. Mehra, "On the identification of variances and adaptive Kalman filtering", IEEE
///   Trans. Automatic Control 15 (1970): whiteness of the innovations as the test of a filter's noise.
struct AdaptiveProcessNoise {
  /// rad²/s³. The power spectral density of the angular acceleration.
  private(set) var density = Self.range.lowerBound
  private var force = ShortMean()
  private var field = ShortMean()

  /// From a device on a table, whose noise is averaged over about a second, to one that is thrown.
  /// Source: derived from these two.
  private static let range = 3e-5...1e3
  /// The most that a ratio counts. Source: numerical; far beyond what turns make.
  private static let most = 100.0
  /// The longest interval that counts, s. Source: derived; one sample after a gap is only one sample.
  private static let longestInterval = 0.1
  /// The largest change of the logarithm. Source: numerical; keeps the exponential finite.
  private static let largestChange = 6.0

  /// Takes in the innovations across gravity, in their own standard deviations, `interval` s after those before them.
  mutating func update(
    force innovations: (Double, Double), interval: Double, _ parameters: WithoutGyroParameters
  ) {
    let ratio = force.update(
      innovations, interval: interval, timeConstant: parameters.processNoiseAveraging)
    adapt(to: ratio, interval: interval, parameters)
  }

  /// The same of the field's direction.
  mutating func update(
    field innovations: (Double, Double), interval: Double, _ parameters: WithoutGyroParameters
  ) {
    let ratio = field.update(
      innovations, interval: interval, timeConstant: parameters.processNoiseAveraging)
    adapt(to: ratio, interval: interval, parameters)
  }

  private mutating func adapt(
    to ratio: Double, interval: Double, _ parameters: WithoutGyroParameters
  ) {
    let beyond = min(max(ratio - parameters.processNoiseThreshold, 0), Self.most)
    let change =
      parameters.processNoiseRate * (beyond - 1) * min(interval, Self.longestInterval)
    let limits = Self.range
    density = min(
      max(density * exp(min(change, Self.largestChange)), limits.lowerBound), limits.upperBound)
  }

  /// The mean of the last moments of a pair of innovations.
  private struct ShortMean {
    private var first = 0.0
    private var second = 0.0

    /// Its square against what chance makes of it: 1 in the mean while the innovations are white.
    mutating func update(
      _ innovations: (Double, Double), interval: Double, timeConstant: Double
    ) -> Double {
      let step = 1 - exp(-interval / timeConstant)
      guard step > 0 else { return 0 }
      first += (innovations.0 - first) * step
      second += (innovations.1 - second) * step
      return (first * first + second * second) / 2 * (2 - step) / step
    }
  }
}
