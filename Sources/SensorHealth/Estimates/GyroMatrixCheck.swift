package import Quantities

/// Whether what the filter finds of the gyro's scale and axes can be what was known of them before.
///
/// An estimate x̂ of a constant with the variance P₀ leaves its mean by √(P₀ − P) (68 %), P being the variance that
/// is left. Where it leaves by far more, P₀ was too small: the gyro was not calibrated, or its calibration is that of
/// another one. P₀ is then replaced by the variance with which the estimate is likeliest (`Evidence`).
package struct GyroMatrixCheck: Equatable, Sendable {
  /// What was known of each element: its mean, part of 1, and the variance about it.
  package private(set) var known = Known()
  /// s for which the estimates have contradicted it.
  private var contradictedFor = 0.0
  /// Whether the gyro was taken for one that was never calibrated.
  package var isDistrusted = false

  /// What was known of the elements before the estimates that are judged by it.
  package struct Known: Equatable, Sendable {
    package var mean = Matrix3.zero
    package var variances = Matrix3.zero
    /// Whether the filter had measured nothing then, so that no other part of the state depends on it.
    package var isPrior = true
  }

  /// Standard deviations. Source: chosen on the recordings and copies of them with other scales and axes, and tried on drawn boards
  /// whose scale differs by 1 and 3 % from its calibration; local anomalies of the field that come and go with a motion reach 5,
  /// a scale that is off by 3 % reaches 8 within seconds.
  static let significance = 5.5
  /// s. Source: chosen on the same recordings and on scenes with a stuck accelerometer, which looks like such an error
  /// for a shorter time.
  private static let decided = 1.0
  /// Part of 1: an estimate that has learned less of the variance is not judged. A motion that is no white noise
  /// makes such estimates.
  /// Source: chosen on the recordings of phones, which swing in a hand.
  static let leastGain = 0.03
  /// Times the former variance: how much larger the next one is at least, and of the axes at most. The axes show only
  /// where the device turns about several, and a field with anomalies looks like them.
  /// Source: a doubled standard deviation; the next step follows soon.
  private static let step = 4.0
  /// Part of 1: the least standard deviation of the axes of a gyro whose scale is contradicted. Such a gyro is not the one that was
  /// calibrated, so that its axes are judged too. The 2 % of a cheap gyro make the heading worse by up to 1° where only the scale is
  /// off. Source: derived; three standard deviations of the change of scale by temperature.
  private static let otherAxes = significantDeviations * SensorNoise.gyroScaleChange

  package init() {}

  /// Begins with what is known before anything is measured.
  package init(mean: Matrix3, variances: Matrix3) {
    known = Known(mean: mean, variances: variances)
  }

  /// Takes an estimate with its variances as what the next ones are compared with.
  package mutating func note(_ estimate: Matrix3, variances: Matrix3) {
    known = Known(mean: estimate, variances: variances, isPrior: false)
    contradictedFor = 0
  }

  /// Judges an estimate with the variances that it has left, `interval` s after the one before.
  ///
  /// - Returns: what was known until now, where it is contradicted: `known` has the larger variances from now on.
  package mutating func take(_ estimate: Matrix3, variances left: Matrix3, interval: Double)
    -> Known?
  {
    let cheap = InertialTolerances.cheapBoard.gyro
    let (isScaleCheap, areAxesCheap) = (isScaleCheap(cheap), areAxesCheap(cheap))
    guard !isScaleCheap || !areAxesCheap else { return nil }
    var (scale, axes) = (Evidence(largest: cheap.scale), Evidence(largest: cheap.crossAxis))
    for row in 0..<3 {
      for column in 0..<3 {
        let (before, now) = (known.variances[row, column], left[row, column])
        guard before - now > Self.leastGain * before, !(row == column ? isScaleCheap : areAxesCheap)
        else { continue }
        let change = estimate[row, column] - known.mean[row, column]
        if row == column {
          scale.take(change: change, before: before, left: now)
        } else {
          axes.take(change: change, before: before, left: now)
        }
      }
    }
    guard scale.isContradicted || axes.isContradicted else {
      contradictedFor = 0
      return nil
    }
    contradictedFor += interval
    guard contradictedFor > Self.decided else { return nil }
    let former = known
    known.variances = Matrix3 { row, column in
      let before = former.variances[row, column]
      guard row != column else { return scale.variance(before: before) }
      let next = min(axes.variance(before: before), Self.step * before)
      return scale.isContradicted ? max(next, Self.otherAxes * Self.otherAxes) : next
    }
    contradictedFor = 0
    return former
  }

  /// Takes the gyro for one that was never calibrated, once: what is learned from then on counts.
  ///
  /// - Returns: what was known until now; `nil` where it was no more than that.
  package mutating func distrust() -> Known? {
    let cheap = InertialTolerances.cheapBoard.gyro
    guard !isDistrusted else { return nil }
    isDistrusted = true
    guard !isScaleCheap(cheap) || !areAxesCheap(cheap) else { return nil }
    let former = known
    known.variances = Matrix3 {
      let deviation = $0 == $1 ? cheap.scale : cheap.crossAxis
      return max(former.variances[$0, $1], deviation * deviation)
    }
    contradictedFor = 0
    return former
  }

  /// Whether a scale may be off as much as a cheap gyro's: then nothing is left to be contradicted.
  private func isScaleCheap(_ cheap: InertialTolerances.Gyro) -> Bool {
    (0..<3).contains { known.variances[$0, $0] >= cheap.scale * cheap.scale }
  }

  /// Whether an axis may be.
  private func areAxesCheap(_ cheap: InertialTolerances.Gyro) -> Bool {
    let largest = cheap.crossAxis * cheap.crossAxis
    return (0..<3).contains { row in
      (0..<3).contains { $0 != row && known.variances[row, $0] >= largest }
    }
  }

  /// What the estimates of elements of one kind, scale or axes, say about the variance that was known of them.
  private struct Evidence {
    /// Part of 1: the standard deviation of a cheap gyro.
    let largest: Double
    /// The square of the greatest deviation in standard deviations.
    private var square = 0.0
    /// The variance with which that deviation is likeliest.
    private var likeliest = 0.0

    init(largest: Double) { self.largest = largest }

    var isContradicted: Bool { square > significance * significance }

    /// Takes the deviation of one element.
    ///
    /// A measurement with the noise R = P₀ P / (P₀ − P) has left P of P₀. What it measured has the variance P₀ + R, and
    /// is n times that, squared, where the estimate is off by √n deviations. So n (P₀ + R) = P₀′ + R.
    mutating func take(change: Double, before: Double, left: Double) {
      let gained = before - left
      let square = change * change / gained
      guard square > self.square else { return }
      let noise = before * left / gained
      (self.square, likeliest) = (square, square * (before + noise) - noise)
    }

    /// The variance of an element that had the variance `before`.
    func variance(before: Double) -> Double {
      guard isContradicted else { return before }
      return max(before, min(max(likeliest, step * before), largest * largest))
    }
  }
}
