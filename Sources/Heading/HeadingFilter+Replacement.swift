package import Quantities
import SensorCalibration

/// Other chips than before.
extension HeadingFilter {
  /// Goes on with another magnetometer: what was known of the field was the former one's, and is
  /// forgotten with the attitude. What is known of the gyro's bias stays.
  ///
  /// The next estimates say that it warms up.
  package mutating func replaceMagnetometer(mount: Mount, calibration: Calibration?) {
    self.mount = mount
    self.calibration = calibration
    bodyFromMagnetometer = mount.bodyFromMagnetometer(calibration)
    calibrationInForce = Self.inForce(calibration)
    attitude.isCalibrated = calibration != nil
    attitude.strengthScale = StrengthScale()
    forgetAttitude()
    restartMonitor()
    calibrationError = CalibrationHeadingError(calibration, errorParameters)
    (field, health, lastBelieved) = (SensorActivity(), FieldHealth(), nil)
    delays.forgetField()
    horizontalField = HorizontalField()
  }

  /// Goes on with another accelerometer or gyro: the attitude is forgotten, and the gyro's bias too.
  package mutating func replaceInertialSensors() {
    let (expected, scale) = (attitude.expected, attitude.strengthScale)
    forgetAttitude()
    attitude = AttitudeFilter(isCalibrated: isCalibrated, parameters: parameters)
    (attitude.expected, attitude.strengthScale) = (expected, scale)
    (force, rate) = (SensorActivity(), SensorActivity())
    (gyroRange, silence) = (GyroRange(), InertialSilence())
  }

  /// What is seen to be wrong with the magnetometer that is in use; `nil` where nothing is.
  package var fieldFault: SensorFault? { health.fault }

  /// Whether the gyro can hold a heading without a magnetometer at `time`.
  package func canHold(at time: Timestamp) -> Bool {
    guard attitude.isRunning, attitude.hasSettled, let lastBelieved else { return false }
    return hasInertialSensors(at: time)
      && time.seconds(since: lastBelieved) < parameters.longestHold
  }
}
