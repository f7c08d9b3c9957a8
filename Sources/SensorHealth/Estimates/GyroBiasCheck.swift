private import Glibc
package import Quantities

/// Whether the gyro's bias changes as slowly as its walk says.
///
/// The estimate of a bias that walks leaves its former value by √(P₀ + Q − P) (68 %): P₀ is the variance that it had
/// then, Q what the walk has added since, P the variance that it has left. Where it leaves by far more, the bias
/// changes faster: the gyro warms up. The walk is then as fast as the change shows, and becomes slower again. A walk that
/// the chip's drift with the temperature explains needs less evidence than one of a cheap gyro in its place.
package struct GyroBiasCheck: Equatable, Sendable {
  package let drift: GyroDrift
  /// (rad/s)²/s: the variance that warming adds to the walk.
  package private(set) var warming: Double
  /// rad/s, body frame, and (rad/s)²: a former estimate and the variances that it had.
  private var estimate = Vector3.zero
  private var variances = Vector3.zero
  /// s and (rad/s)² for each axis: how long ago that was, and what the walk has added since.
  private var (elapsed, walked) = (0.0, 0.0)
  /// (rad/s)²: what all measured changes of the temperature have added.
  package private(set) var drifted = 0.0
  /// s for which the estimates have contradicted it.
  private var contradictedFor = 0.0
  /// s without a field.
  private var withoutField = 0.0

  /// How much of a contradiction counts.
  private struct Evidence {
    /// Standard deviations.
    let significance: Double
    /// s since the former estimate.
    let least: Double
    /// s after which another estimate becomes the former one.
    let longest: Double
    /// s for which the estimates must contradict it.
    let decided: Double

    /// For a walk that the chip allows. Source: chosen on drawn boards and on the recordings; with 7 deviations and 15 s a drift of
    /// 0.04°/s² turns the heading three times as far before it is found, with 4 and 5 s a tenth further.
    static let ofOwnChip = Evidence(significance: 3, least: 3, longest: 15, decided: 1)
    /// For that of a cheap gyro. Source: chosen on copies of the recordings that warm up: with 5 deviations more phones are taken to
    /// warm up, and 9 miss half of the copies; a hand that swings bends the estimate for up to 8 s.
    static let ofAnyChip = Evidence(significance: 7, least: 15, longest: 30, decided: 2)
  }
  /// s without a field after which the bias is not judged. Source: assumed; the slowest magnetometers measure once a second.
  private static let longestWithoutField = 2.0
  /// s. Time constant with which the walk becomes slower again. Source: chosen as `Evidence.ofAnyChip` was; 20 are as good.
  private static let memory = 60.0
  /// Part of 1: an estimate that has learned less of the variance is not judged.
  private static let leastGain = GyroMatrixCheck.leastGain

  /// A check of a gyro that may have been switched on a moment ago, and then still warms up.
  package init(_ drift: GyroDrift) {
    self.drift = drift
    warming = drift.atStart * drift.atStart
  }

  /// Takes back what was found of a warming since it was `warming`.
  package mutating func restore(warming: Double) { self.warming = warming }

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

  /// Takes a measured change of the gyro's temperature.
  ///
  /// - Parameter kelvins: by which it changed.
  /// - Returns: (rad/s)², what that adds to the variance of each axis.
  package mutating func drift(kelvins: Double) -> Double {
    let added = drift.variance(kelvins: kelvins)
    walked += added
    drifted += added
    return added
  }

  /// Judges an estimate with the variances that it has left, `interval` s after the one before.
  ///
  /// - Parameter hasField: whether a field was measured. Without one nothing but rests shows the bias, and a slow turn looks
  ///   like a rest.
  /// - Returns: (rad/s)², by which each of its variances is too small: 0 where nothing is contradicted.
  package mutating func take(
    _ estimate: Vector3, variances left: Vector3, hasField: Bool, interval: Double
  ) -> Double {
    withoutField = hasField ? 0 : withoutField + interval
    guard withoutField < Self.longestWithoutField else {
      note(estimate, variances: left)
      return 0
    }
    let (own, any) = (drift.ofOwnChip, drift.ofAnyChip)
    let change = change(to: estimate, variances: left)
    let isOfAnyChip = contradicts(change, .ofAnyChip)
    // What the chip's drift does not explain waits for more evidence.
    let isOfOwnChip =
      contradicts(change, .ofOwnChip)
      && (own == any || !contradicts(change, .ofOwnChip, fastest: own))
    guard isOfAnyChip || isOfOwnChip else {
      contradictedFor = 0
      let longest = (own == any ? Evidence.ofOwnChip : .ofAnyChip).longest
      if elapsed > longest { note(estimate, variances: left) }
      return 0
    }
    contradictedFor += interval
    guard contradictedFor > (isOfAnyChip ? Evidence.ofAnyChip : .ofOwnChip).decided else {
      return 0
    }
    let fastest = isOfAnyChip ? any : own
    let found = min(change.unexplained / elapsed, fastest * fastest)
    warming = max(warming, found)
    let added = found * elapsed
    note(estimate, variances: left + Vector3(added, added, added))
    return added
  }

  /// Whether an estimate has left the former one by more than chance explains.
  ///
  /// - Parameter fastest: rad/s/√s: a walk that is allowed beside the one that is supposed.
  private func contradicts(_ change: Change, _ evidence: Evidence, fastest: Double = 0) -> Bool {
    elapsed > evidence.least
      && change.isOver(evidence.significance, allowed: fastest * fastest * elapsed)
  }

  /// How far an estimate has left the former one.
  private func change(to estimate: Vector3, variances left: Vector3) -> Change {
    let (x, y, z) = (
      change(of: 0, estimate, left), change(of: 1, estimate, left), change(of: 2, estimate, left)
    )
    return Change(
      squares: Vector3(x.square, y.square, z.square),
      expected: Vector3(x.expected, y.expected, z.expected))
  }

  /// (rad/s)²: the square of an axis' change, and its variance. An axis of which too little was learned has not changed.
  private func change(of axis: Int, _ estimate: Vector3, _ left: Vector3)
    -> (square: Double, expected: Double)
  {
    let before = variances[axis] + walked
    let expected = before - left[axis]
    guard expected > Self.leastGain * before else { return (0, 0) }
    let change = estimate[axis] - self.estimate[axis]
    return (change * change, expected)
  }

  /// (rad/s)², of each axis: the square of a change, and its variance.
  private struct Change {
    let squares: Vector3
    let expected: Vector3

    /// Whether an axis changed by more than so many standard deviations.
    ///
    /// - Parameter allowed: (rad/s)²: beside the variance.
    func isOver(_ significance: Double, allowed: Double) -> Bool {
      (0..<3).contains { squares[$0] > significance * significance * (expected[$0] + allowed) }
    }

    /// That of the axis which contradicts most, without what was to be expected.
    var unexplained: Double {
      let rest = squares - expected
      return max(rest.x, rest.y, rest.z, 0)
    }
  }
}
