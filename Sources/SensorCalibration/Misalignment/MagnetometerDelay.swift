/// By how much a magnetometer's samples are late against the gyro's.
package struct MagnetometerDelay: Equatable, Sendable {
  /// Seconds; positive where the field at `t` is that of an earlier attitude.
  package var seconds: Double
  /// Seconds; 68 % lie within.
  package var error68: Double

  package init(seconds: Double, error68: Double) {
    self.seconds = seconds
    self.error68 = error68
  }
}

/// Why there is no delay to tell.
package enum MagnetometerDelayRefusal: Error, Equatable, Sendable, CustomStringConvertible {
  /// The device has not turned fast and unevenly enough, or not for long enough.
  case tooLittleTurning
  /// The device turned, but what was seen contradicts itself: the error (s, 68 %) is too large.
  case tooUncertain(error68: Double)
  /// What fits best (s) is no delay of a magnetometer: calibration or mount are wrong.
  case implausible(seconds: Double)

  package var description: String {
    switch self {
    case .tooLittleTurning: "the device has not been turned fast enough, to and fro"
    case .tooUncertain: "the field does not turn as the gyro does: a magnet is near"
    case .implausible: "no delay makes the field turn as the gyro does: check calibration and mount"
    }
  }
}

/// What the delay's estimate goes by.
package struct MagnetometerDelayParameters: Equatable, Sendable {
  /// Seconds; what is slower (the gyro's drift, a place with another field) is left out.
  package var highPassTime = 0.3
  /// Seconds; neighbouring samples err alike, blocks of this length on their own.
  package var blockTime = 0.5
  /// Seconds; what is older counts less. The delay of a chip does not change while it runs.
  package var memory = 600.0
  /// Parts of the field; a misfit of this size has a quarter of the weight.
  package var misfitScale = 0.15
  /// 1/s²; sum over the samples of the squared high-passed rate at which the field turns. Swinging
  /// with an effective 1 rad/s square to the field gives up to 1 for each sample.
  package var leastInformation = 10.0
  /// So many blocks must have had their share in it.
  package var leastBlocks = 6.0
  /// Seconds; a larger 68 % error is refused.
  package var largestError = 0.01
  /// Seconds; what any estimate is off by, whatever its residuals say: the recordings' scatter about
  /// their optical reference.
  package var floorError = 0.001
  /// Seconds; delays that can be.
  package var plausible = -0.02...0.15

  package init() {}
}
