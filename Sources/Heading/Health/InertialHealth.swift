import Quantities
import SensorHealth

/// Whether gyro and accelerometer measure: saturation, zeros, a tilt that gravity contradicts, and what the other sensors
/// contradict.
struct InertialHealth {
  private var gyroRange = GyroRange()
  private var tilt: TiltCheck
  private var zeros = InertialZeros()
  /// Which sensor repeats one value.
  private(set) var repetition = RepetitionCheck()
  /// Which sensor the other two contradict.
  var agreement: SensorAgreement

  init(_ parameters: HeadingParameters) {
    agreement = SensorAgreement(gravityTolerance: parameters.gravityTolerance)
    tilt = TiltCheck(
      gravityTolerance: parameters.gravityTolerance, lostAfter: parameters.restAfter)
  }

  /// Whether both measure only zeros. Stored, because each sample asks for it.
  private(set) var isDead = false
  /// Whether the gyro turned faster than it measures: the attitude is lost.
  var isRangeExceeded: Bool { gyroRange.isExceeded }
  /// Whether gravity has been elsewhere than "down" for too long: the attitude is wrong.
  var isTiltWrong: Bool { tilt.isWrong }

  /// Takes a sample as it was read, before its parts.
  mutating func take(_ sample: Sample) { repetition.take(sample) }

  /// Takes an angular rate, rad/s, sensor frame.
  mutating func take(rate: Vector3) {
    gyroRange.update(rate)
    zeros.take(rate: rate)
    isDead = zeros.isDead
    if isDead || gyroRange.isExceeded { agreement.forgetTurns() }
  }

  /// Takes a specific force, m/s², sensor frame.
  mutating func take(force: Vector3) {
    zeros.take(force: force)
    isDead = zeros.isDead
  }

  /// Takes a specific force, m/s², earth frame, by the attitude of now.
  mutating func take(levelForce force: Vector3, interval: Double) {
    tilt.update(force: force, interval: interval)
  }

  /// Another attitude starts.
  mutating func forgetTilt() { tilt.restart() }
}
