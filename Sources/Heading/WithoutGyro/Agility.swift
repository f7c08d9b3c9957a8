private import Glibc

/// How fast a rate may change, found from the innovations.
///
/// While the rate that is assumed is right, innovations are white: their short mean is as small as
/// chance makes it. A turn that begins or ends pulls them all to one side, and the mean stands out.
/// Then the process noise grows by orders of magnitude within some samples, and sinks again later.
///
/// - Source: R. K. Mehra, "On the identification of variances and adaptive Kalman filtering", IEEE
///   Trans. Automatic Control 15 (1970): whiteness of the innovations as the test of a filter's noise.
struct Agility {
  /// rad²/s³. The power spectral density of the angular acceleration.
  private(set) var density = Self.range.lowerBound
  private var force = ShortMean()
  private var field = ShortMean()

  /// From a device on a table, whose noise is averaged over about a second, to one that is thrown.
  private static let range = 3e-5...1e3
  /// The mean's square against what chance makes of it, from which on it stands out, and the most that
  /// counts of what is beyond.
  private static let threshold = 1.5
  private static let most = 100.0
  /// 1/s. The growth of the logarithm for each unit beyond, and its fall.
  private static let growth = 6.0
  private static let fall = 5.0

  /// Takes in the innovations across gravity, in their own standard deviations, `interval` s after
  /// those before them.
  mutating func update(force innovations: (Double, Double), interval: Double) {
    adapt(to: force.update(innovations, interval: interval), interval: interval)
  }

  /// The same of the field's direction.
  mutating func update(field innovations: (Double, Double), interval: Double) {
    adapt(to: field.update(innovations, interval: interval), interval: interval)
  }

  private mutating func adapt(to ratio: Double, interval: Double) {
    let beyond = min(max(ratio - Self.threshold, 0), Self.most)
    // One sample after a long silence is no more than one sample.
    let change = (Self.growth * beyond - Self.fall) * min(interval, 0.1)
    let limits = Self.range
    density = min(max(density * exp(min(change, 6)), limits.lowerBound), limits.upperBound)
  }

  /// The mean of the last moments of a pair of innovations.
  private struct ShortMean {
    private var first = 0.0
    private var second = 0.0

    /// s.
    private static let timeConstant = 0.04

    /// Its square against what chance makes of it: 1 in the mean while the innovations are white.
    mutating func update(_ innovations: (Double, Double), interval: Double) -> Double {
      let step = 1 - exp(-interval / Self.timeConstant)
      guard step > 0 else { return 0 }
      first += (innovations.0 - first) * step
      second += (innovations.1 - second) * step
      return (first * first + second * second) / 2 * (2 - step) / step
    }
  }
}
