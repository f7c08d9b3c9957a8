import Quantities

/// Whether what the filter finds of the gyro's scale and axes can be what was known of them before.
///
/// An estimate x̂ of a constant with the variance P₀ has left its mean by √(P₀ − P) (68 %), P being the variance that
/// it has left. Where it left by far more, P₀ was too small: the gyro was not calibrated, or its calibration is that
/// of another one.
struct GyroMatrixCheck: Equatable {
  /// Part of 1, by element.
  private var value = Matrix3.zero
  private var variances = Matrix3.zero
  /// Part of 1, squared: what the elements were thought to be off by at most, contradictions counted. A gyro that may
  /// be off as a cheap one is not judged.
  private var allowed = 0.0
  /// s for which the estimates have contradicted it.
  private var contradictedFor = 0.0

  /// In standard deviations. Source: chosen on the recordings; local anomalies of the field that come and go with a
  /// motion reach 5 where the gyro is calibrated, a scale that is off by 3 % reaches 10 within seconds.
  private static let significance = 6.0
  /// s. Source: chosen on the recordings; a magnet that is passed contradicts for a shorter time.
  private static let decided = 2.0
  /// Times the former variance, added: the standard deviation is doubled. Source: a step; the next one follows soon.
  private static let addedVariance = 3.0
  /// Part of 1. Source: the cheap board.
  private static let largest = InertialTolerances.cheapBoard.gyro.scale
  /// Part of 1: an estimate that has learned less of the variance is not judged. Source: numerical.
  private static let leastGain = 1e-4

  init() {}

  /// Begins with an estimate before anything is measured.
  init(value: Matrix3, variances: Matrix3) {
    (self.value, self.variances) = (value, variances)
    allowed = max(
      variances.row0.largest, max(variances.row1.largest, variances.row2.largest))
  }

  /// Takes an estimate with its variances as what the next ones are compared with.
  mutating func note(_ value: Matrix3, variances: Matrix3) {
    (self.value, self.variances) = (value, variances)
    contradictedFor = 0
  }

  /// Judges an estimate with the variances that it has left, `interval` s after the one before.
  ///
  /// - Returns: the variances to be added, by element; `nil` where nothing is contradicted.
  mutating func take(_ estimate: Matrix3, variances left: Matrix3, interval: Double) -> Matrix3? {
    guard allowed < Self.largest * Self.largest,
      isContradicted(estimate.row0 - value.row0, variances.row0, left.row0)
        || isContradicted(estimate.row1 - value.row1, variances.row1, left.row1)
        || isContradicted(estimate.row2 - value.row2, variances.row2, left.row2)
    else {
      contradictedFor = 0
      return nil
    }
    contradictedFor += interval
    guard contradictedFor > Self.decided else { return nil }
    allowed *= 1 + Self.addedVariance
    let added = variances * Self.addedVariance
    note(estimate, variances: left + added)
    return added
  }

  private func isContradicted(_ change: Vector3, _ before: Vector3, _ left: Vector3) -> Bool {
    isContradicted(change.x, before.x, left.x) || isContradicted(change.y, before.y, left.y)
      || isContradicted(change.z, before.z, left.z)
  }

  private func isContradicted(_ change: Double, _ before: Double, _ left: Double) -> Bool {
    let gained = before - left
    return gained > Self.leastGain * before
      && change * change > Self.significance * Self.significance * gained
  }
}

extension Vector3 {
  fileprivate var largest: Double { max(x, y, z) }
}
