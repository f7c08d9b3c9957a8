private import Glibc
package import Quantities

/// Whether the gyro's bias changes as slowly as its walk says.
///
/// The estimate of a bias that walks leaves its former value by √(P₀ + Q − P) (68 %): P₀ is the variance that it had
/// then, Q what the walk has added since, P the variance that it has left. Where it leaves by far more, the bias
/// changes faster: the gyro warms up. The walk is then as fast as the change shows, and becomes slower again.
package struct GyroBiasCheck: Equatable, Sendable {
  /// (rad/s)²/s: the variance that warming adds to the walk.
  package private(set) var warming = 0.0
  /// rad/s, body frame, and (rad/s)²: a former estimate and the variances that it had.
  private var estimate = Vector3.zero
  private var variances = Vector3.zero
  /// s and (rad/s)² for each axis: how long ago that was, and what the walk has added since.
  private var (elapsed, walked) = (0.0, 0.0)
  /// s for which the estimates have contradicted it.
  private var contradictedFor = 0.0

  /// Standard deviations. Source: chosen on the recordings, their copies that warm up, and drawn boards; from 4 to 5 is the same
  /// on the recordings, with 7 drifts of 0.01 to 0.04°/s² turn the heading twice as far before they are found.
  private static let significance = 4.0
  /// s of contradiction. Source: chosen as above; 1 is as good.
  private static let decided = 2.0
  /// s after which a change counts. Source: chosen on the recordings and on drawn boards; with 3 a hand that swings passes for a
  /// change, with 15 a drift turns the heading twice as far.
  private static let least = 5.0
  /// s after which another estimate becomes the former one. Source: as `least`; with 20 phones are taken to warm up.
  private static let longest = 15.0
  /// s. Time constant with which the walk becomes slower again. Source: as above; 20 are as good.
  private static let memory = 60.0
  /// Part of 1: an estimate that has learned less of the variance is not judged.
  private static let leastGain = GyroMatrixCheck.leastGain
  /// K/√s: how fast a temperature walks at most. Source: assumed, 0.9 K in a minute.
  private static let temperatureWalk = 0.115

  package init() {}

  /// Takes an estimate with its variances as what the next ones are compared with.
  package mutating func note(_ estimate: Vector3, variances: Vector3) {
    (self.estimate, self.variances) = (estimate, variances)
    (elapsed, walked, contradictedFor) = (0, 0, 0)
  }

  /// Lets the bias walk for `interval` s.
  ///
  /// - Parameter variance: (rad/s)², what the walk adds in that time without warming.
  /// - Returns: what it adds with warming.
  package mutating func walk(variance: Double, interval: Double) -> Double {
    let all = variance + warming * interval
    walked += all
    elapsed += interval
    warming *= exp(-interval / Self.memory)
    return all
  }

  /// Judges an estimate with the variances that it has left, `interval` s after the one before.
  ///
  /// - Returns: (rad/s)², by which each of its variances is too small: 0 where nothing is contradicted.
  package mutating func take(_ estimate: Vector3, variances left: Vector3, interval: Double)
    -> Double
  {
    let unexplained = unexplainedChange(estimate, variances: left)
    guard unexplained > 0, elapsed > Self.least else {
      contradictedFor = 0
      if elapsed > Self.longest { note(estimate, variances: left) }
      return 0
    }
    contradictedFor += interval
    guard contradictedFor > Self.decided else { return 0 }
    let fastest = InertialTolerances.cheapBoard.gyro.biasPerKelvin * Self.temperatureWalk
    let found = min(unexplained / elapsed, fastest * fastest)
    warming = max(warming, found)
    let added = found * elapsed
    note(estimate, variances: left + Vector3(added, added, added))
    return added
  }

  /// (rad/s)²: the square of the change of the axis that contradicts most, without what was to be expected; 0 where
  /// none contradicts.
  private func unexplainedChange(_ estimate: Vector3, variances left: Vector3) -> Double {
    var unexplained = 0.0
    for axis in 0..<3 {
      let before = variances[axis] + walked
      let expected = before - left[axis]
      let change = estimate[axis] - self.estimate[axis]
      let square = change * change
      guard expected > Self.leastGain * before,
        square > Self.significance * Self.significance * expected
      else { continue }
      unexplained = max(unexplained, square - expected)
    }
    return unexplained
  }
}
