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

/// Why no delay was found.
package enum MagnetometerDelayRefusal: Error, Equatable, Sendable, CustomStringConvertible {
  /// The device has not turned fast and unevenly enough, or not for long enough.
  case tooLittleTurning
  /// The device turned, but the measurements contradict each other: the error (s, 68 %) is too large.
  case tooUncertain(error68: Double)
  /// The best delay (s) is not one that a magnetometer can have: calibration or mount are wrong.
  case implausible(seconds: Double)

  package var description: String {
    switch self {
    case .tooLittleTurning: "the device has not been turned fast enough, to and fro"
    case .tooUncertain: "the field does not turn as the gyro does: a magnet is near"
    case .implausible: "no delay makes the field turn as the gyro does: check calibration and mount"
    }
  }
}
