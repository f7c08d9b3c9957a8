private import Glibc
import Quantities

/// How much the device moved in the last second: the peak values that the error is made from without a gyro.
///
/// Without a gyro an acceleration looks like a tilt. The covariance supposes noise that averages out; the
/// accelerations of a hand do so only in part, so that the largest ones count for a while.
struct MotionLevel {
  /// Parts of gravity.
  private(set) var acceleration = 0.0
  /// rad/s, about any axis.
  private(set) var turnRate = 0.0
  /// rad/s: the cube root of the density of the angular acceleration.
  private(set) var angularAcceleration = 0.0

  /// Takes in the state of the tracker, `interval` s after the time before.
  mutating func update(
    _ tracker: TurnTracker, interval: Double, _ parameters: WithoutGyroParameters
  ) {
    let kept = exp(-interval / parameters.motionFade)
    let shaking = tracker.shaking.variance.squareRoot() / standardGravity
    acceleration = max(shaking, acceleration * kept)
    turnRate = max(tracker.rate.length, turnRate * kept)
    angularAcceleration = max(cbrt(tracker.processNoise.density), angularAcceleration * kept)
  }
}

/// Acceleration beside gravity: by how much the length of the specific force differs from standard gravity.
///
/// It does not depend on the attitude: a wrong "down" cannot make gravity look like shaking, which would
/// keep gravity from correcting it.
struct Shaking {
  /// (m/s²)², along one axis.
  private(set) var variance = 0.0

  /// Takes the length of the specific force − standard gravity, m/s².
  mutating func update(
    _ excess: Double, interval: Double, _ parameters: WithoutGyroParameters
  ) {
    let now = excess * excess / 2
    let timeConstant = now > variance ? parameters.averaging : parameters.motionFade
    variance += (now - variance) * (1 - exp(-interval / timeConstant))
  }
}
