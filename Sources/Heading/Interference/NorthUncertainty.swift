private import Glibc
import Quantities

/// How far north may be off because another reference, with another north, was accepted before.
///
/// Each of the two has been accepted for some seconds. Only turning decides between them: at rest a
/// magnet on the device fits as well as the Earth.
struct NorthUncertainty {
  /// rad between the two norths.
  private var angle = 0.0
  /// s for which the earlier one was accepted.
  private var earlierSeconds = 0.0
  /// s in which the device has turned since and the field has fitted.
  private var turningSeconds = 0.0
  /// Parts of a proving turn by which it has turned so.
  private var turned = 0.0

  /// rad, 68 %: the angle between the two norths times the probability of the earlier one, if both are as
  /// likely as the seconds for which they were accepted.
  var angle68: Double {
    angle > 0 ? angle * earlierSeconds / (earlierSeconds + turningSeconds) : 0
  }

  /// The part, in [0, 1], of an uncertainty of the calibration itself that turning has not removed yet.
  var unprovenShare: Double { max(1 - turned, 0) }

  /// The field fitted for `interval` s, in which the device turned by `turning` rad.
  mutating func confirm(
    interval: Double, turning: Double, _ parameters: FieldMonitorParameters
  ) {
    let turning = max(turning - parameters.sway * interval, 0)
    turningSeconds += min(interval, parameters.secondsPerRadian * turning)
    // A field that has fitted through such a turn is no hard iron of the device.
    turned += turning / parameters.provingTurn
  }

  /// What still counts of it, `share` in [0, 1], after a start: nothing is proven yet.
  func faded(to share: Double) -> Self {
    var faded = self
    (faded.angle, faded.turned) = (angle * share, 0)
    return faded
  }

  /// Another north, `angle` rad away, replaces one that had been accepted for `acceptedSeconds`.
  mutating func replace(
    by angle: Double, acceptedSeconds: Double, _ parameters: FieldMonitorParameters
  ) {
    self.angle = min(hypot(angle, angle68), .pi)
    // However short the earlier one was accepted, the new one must be seen to turn so long.
    earlierSeconds = max(acceptedSeconds, parameters.secondsUntilReferenceIsTrusted)
    (turningSeconds, turned) = (0, 0)
  }
}
