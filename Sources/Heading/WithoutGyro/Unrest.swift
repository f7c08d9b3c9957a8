private import Glibc
private import Quantities

/// How restless the last second was, for the error: a heading is not sure again at once when it is
/// quiet for a moment.
///
/// Without a gyro nobody tells a push from a tilt. What the filter's covariance says supposes noise
/// that averages out; a hand's pushes do so only in part, and the worst of them are forgotten last.
struct Unrest {
  /// s.
  static let memory = 1.0

  private var push = Peak()
  private var turn = Peak()
  private var agility = Peak()

  /// Takes in how the filter stands, `interval` s after the time before.
  mutating func update(_ tracker: TurnTracker, interval: Double) {
    let kept = exp(-interval / Self.memory)
    push.update(tracker.shaking.variance.squareRoot() / standardGravity, kept: kept)
    turn.update(tracker.rate.length, kept: kept)
    agility.update(cbrt(tracker.agility.density), kept: kept)
  }

  /// Degrees: what the heading may be off by beyond the covariance.
  ///
  /// The factors make about 68 % of the headings of recordings with a truth lie within the whole error.
  ///
  /// - Parameter slope: what a tilt's error is multiplied with.
  func error68(slope: Double) -> Double {
    let ofPush = 0.45 * push.value.inDegrees * slope
    // An even turn is followed without a lag.
    let ofTurn = min(0.2 * turn.value.inDegrees, 6) * min(agility.value / 0.2, 1)
    let ofAgility = 0.25 * agility.value
    return hypot(hypot(ofPush, ofTurn), ofAgility)
  }

  private struct Peak {
    private(set) var value = 0.0

    mutating func update(_ now: Double, kept: Double) { value = max(now, value * kept) }
  }
}
