import Quantities

/// Whether gyro and accelerometer measure: saturation, zeros, and a tilt that gravity contradicts.
struct InertialHealth {
  private var gyroRange = GyroRange()
  private var tilt = TiltCheck()
  private var silence = InertialSilence()

  /// Whether both say nothing but zeros.
  var isDead: Bool { silence.isDead }
  /// Whether the gyro turned faster than it measures: the attitude is lost.
  var isRangeExceeded: Bool { gyroRange.isExceeded }
  /// Whether gravity has been elsewhere than "down" for too long: the attitude is wrong.
  var isTiltWrong: Bool { tilt.isWrong }

  /// Takes an angular rate, rad/s, sensor frame.
  mutating func take(rate: Vector3) {
    gyroRange.update(rate)
    silence.heard(rate: rate)
  }

  /// Takes a specific force, m/s², sensor frame.
  mutating func take(force: Vector3) { silence.heard(force: force) }

  /// Takes a specific force, m/s², earth frame, by the attitude of now.
  mutating func take(levelForce force: Vector3, interval: Double) {
    tilt.update(force: force, interval: interval)
  }

  /// Another attitude starts.
  mutating func forgetTilt() { tilt = TiltCheck() }
}
