private import Glibc
import Quantities

/// How far north may be off because another one was believed before.
///
/// Two norths were seen, and each has some seconds for it. Only turning tells more: at rest a magnet on
/// the device fits as well as the Earth.
struct NorthDoubt {
  /// rad between the two.
  private var angle = 0.0
  /// s for which the other one was believed.
  private var against = 0.0
  /// s in which the device has turned since and the field of now has fitted.
  private var confirmed = 0.0
  /// rad by which it has turned so.
  private var fitted = 0.0

  /// s of turning that one rad counts for at most.
  static let secondsPerRadian = 4.0
  /// s. However short the other one was believed, the new one must be seen to turn so long.
  private static let leastAgainst = 5.0
  /// rad. A field that has fitted through such a turn is no hard iron of the device.
  private static let proof = 1.0
  /// rad/s. What a resting gyro's noise and a hand's sway look like.
  static let sway = 2.0.inRadians

  /// rad: how far north is off in the mean, if the two norths are as likely as what speaks for them.
  var angle68: Double { angle > 0 ? angle * against / (against + confirmed) : 0 }

  /// The part of a doubt about the calibration itself that turning has not taken away: 1 at first.
  var unprovenShare: Double { max(1 - fitted / Self.proof, 0) }

  /// Takes in that the field fitted for `interval` s, in which the device turned by `turning` rad.
  mutating func confirm(interval: Double, turning: Double) {
    let turning = max(turning - Self.sway * interval, 0)
    confirmed += min(interval, Self.secondsPerRadian * turning)
    fitted += turning
  }

  /// Takes in that another north, `angle` rad away, has taken the place of one that had been believed for
  /// `evidence` s.
  mutating func replace(turning angle: Double, against evidence: Double) {
    self.angle = min(hypot(angle, angle68), .pi)
    against = max(evidence, Self.leastAgainst)
    (confirmed, fitted) = (0, 0)
  }
}
