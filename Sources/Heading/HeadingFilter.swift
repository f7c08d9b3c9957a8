private import Glibc
package import Quantities
import SensorCalibration

/// The filtering stage: samples in, a heading with its error for any instant out.
///
/// A value: no clock, no I/O, the same answer for the same samples. With a gyro and an accelerometer
/// `AttitudeFilter` makes it; without one of them `TiltCompass`.
package struct HeadingFilter {
  let parameters: HeadingParameters
  var mount: Mount
  /// The mount's, and what the magnetometer sits askew by.
  var bodyFromMagnetometer: Matrix3
  var calibration: Calibration? { didSet { isCalibrated = calibration != nil } }
  let isMicrotesla: Bool
  /// What is known of the magnetometer without waiting for its silence.
  package var fieldSupply = FieldSupply.flowing
  let fieldParameters: FieldMonitorParameters

  /// Runs once gravity, field and a gyro have been seen.
  var attitude: AttitudeFilter
  var tiltCompass: TiltCompass
  var monitor: FieldMonitor
  /// What the calibration leaves in the heading.
  var calibrationError: CalibrationHeadingError
  let errorParameters: ErrorBudgetParameters
  var agitation = Agitation()
  var axis = HeadingAxis()
  var health = FieldHealth()
  var horizontalField = HorizontalField()
  /// Whether the fields still agree with the calibration; `nil` without one.
  var calibrationInForce: CalibrationInForce?
  /// When that was looked at.
  var calibrationJudged: Timestamp?
  var gyroRange = GyroRange()
  private var tiltCheck = TiltCheck()
  var silence = InertialSilence()
  /// When the magnetometer was last heard and believed; `nil` before.
  var lastBelieved: Timestamp?
  var delays = SensorDelays()
  /// When the magnetometer was heard, and how often.
  package internal(set) var field = SensorActivity()
  /// The same for the accelerometer.
  package internal(set) var force = SensorActivity()
  /// The same for the gyro.
  package internal(set) var rate = SensorActivity()

  /// - Parameters:
  ///   - calibration: `nil` where there is none: the values are used as they are, and said to be so.
  ///   - isMicrotesla: false where the magnetometer gives counts.
  package init(
    mount: Mount, calibration: Calibration?, isMicrotesla: Bool = true,
    parameters: HeadingParameters = HeadingParameters(),
    fieldParameters: FieldMonitorParameters = FieldMonitorParameters(),
    errorParameters: ErrorBudgetParameters = ErrorBudgetParameters()
  ) {
    self.parameters = parameters
    self.mount = mount
    bodyFromMagnetometer = mount.bodyFromMagnetometer(calibration)
    self.calibration = calibration
    isCalibrated = calibration != nil
    self.isMicrotesla = isMicrotesla
    self.fieldParameters = fieldParameters
    self.errorParameters = errorParameters
    attitude = AttitudeFilter(isCalibrated: calibration != nil, parameters: parameters)
    tiltCompass = TiltCompass(parameters: parameters)
    monitor = FieldMonitor(
      parameters: fieldParameters,
      isMicrotesla: Self.knowsStrength(calibration, isMicrotesla: isMicrotesla))
    calibrationError = CalibrationHeadingError(calibration, errorParameters)
    calibrationInForce = Self.inForce(calibration)
  }

  /// Whether the magnetometer is calibrated.
  package private(set) var isCalibrated: Bool

  /// Forgets the attitude and north; what is known of the gyro's bias stays.
  ///
  /// For a gap in time: a device that was turned meanwhile must not wake up sure and wrong.
  package mutating func restart() {
    loseGyro()
    restartMonitor()
    agitation = Agitation()
    axis = HeadingAxis()
    (field, force, rate) = (SensorActivity(), SensorActivity(), SensorActivity())
    delays = SensorDelays()
    (health, gyroRange, lastBelieved) = (FieldHealth(), GyroRange(), nil)
    (horizontalField, silence) = (HorizontalField(), InertialSilence())
    calibrationJudged = nil
  }

  /// Takes in what the Earth's field is where the device is; `nil` where nobody knows.
  package mutating func expect(_ field: ExpectedField?) { attitude.expected = field }

  /// What the Earth's field is here; `nil` where nobody knows.
  var expected: ExpectedField? { attitude.expected }

  /// Takes in what was measured; samples come in the order of their times.
  package mutating func update(_ sample: Sample) {
    delays.heard(sample, interval: rate.interval)
    (attitude.lag, attitude.toldDelay) = (delays.lag ?? 0, delays.ofFieldAgainstGyro)
    if let angularRate = sample.angularRate {
      gyroRange.update(angularRate.radiansPerSecond)
      silence.heard(rate: angularRate.radiansPerSecond)
      update(rate: mount.inertial * angularRate.radiansPerSecond, at: sample.time)
    }
    if let acceleration = sample.acceleration {
      silence.heard(force: acceleration.metresPerSecondSquared)
    }
    if attitude.isRunning, !hasInertialSensors(at: sample.time) { loseGyro() }
    if let acceleration = sample.acceleration {
      update(force: mount.inertial * acceleration.metresPerSecondSquared, at: sample.time)
    }
    if let magneticField = sample.magneticField {
      let calibrated = calibration?.apply(magneticField) ?? magneticField
      let field = bodyFromMagnetometer * calibrated.microtesla
      watch(magneticField.microtesla, calibrated: field, at: sample.time)
      update(field: field, at: sample.time)
      judgeCalibration(by: magneticField.microtesla, at: sample.time)
    }
    if attitude.isRunning { attitude.updateIfDue(at: sample.time) }
  }

  private mutating func update(rate sample: Vector3, at time: Timestamp) {
    let interval = rate.heard(at: time) ?? 0
    if attitude.isRunning {
      if interval > parameters.longestGyroGap {
        loseGyro()
      } else if gyroRange.isExceeded {
        forgetAttitude()
      }
    }
    attitude.update(rate: sample, at: time)
  }

  private mutating func update(force sample: Vector3, at time: Timestamp) {
    let interval = force.heard(at: time) ?? 0
    health.heard(force: sample, at: time)
    agitation.update(force: sample, interval: interval)
    if attitude.isRunning {
      attitude.update(force: sample, at: time)
      tiltCheck.update(force: attitude.attitude.rotate(sample), interval: min(interval, 1))
      if tiltCheck.isWrong { forgetAttitude() }
    } else {
      tiltCompass.update(force: sample, at: time)
    }
  }

  private mutating func update(field sample: Vector3, at time: Timestamp) {
    _ = field.heard(at: time)
    guard health.isBelieved else { return }
    lastBelieved = time
    if !attitude.isRunning, tiltCompass.knowsTilt, !hearsForce(at: time) {
      tiltCompass.forgetForce()
      restartMonitor()
    }
    guard hasInertialSensors(at: time) else {
      tiltCompass.update(
        field: sample, isDisturbed: monitor.state != .undisturbed, at: time)
      watchWithoutGyro(sample, at: time)
      return
    }
    if !attitude.isRunning {
      tiltCompass.update(
        field: sample, isDisturbed: monitor.state != .undisturbed, at: time)
      begin(field: sample, at: time)
    }
    if attitude.isRunning { attitude.update(field: sample, at: time) }
  }

  /// Looks whether the magnetometer measures at all.
  ///
  /// - Parameters:
  ///   - sample: as it was read, sensor frame.
  ///   - field: calibrated, body frame.
  private mutating func watch(_ sample: Vector3, calibrated field: Vector3, at time: Timestamp) {
    var motion = (FieldMotion.unknown, FieldMotion.unknown, FieldMotion.unknown)
    if let direction = field.normalized, rate.isAlive(at: time, atLeast: Self.shortestSilence) {
      let change = bodyFromMagnetometer.transposed * direction.cross(attitude.rate)
      let biasError = attitude.isRunning ? attitude.gyroBiasError : parameters.gyroBiasAtStart
      let doubt = 3 * biasError
      motion = (
        FieldMotion(change: change.x, doubt: doubt), FieldMotion(change: change.y, doubt: doubt),
        FieldMotion(change: change.z, doubt: doubt)
      )
    }
    let isTooStrong = isMicrotesla && field.length > plausibleStrength.upperBound
    health.update(sample, motion: motion, isTooStrong: isTooStrong, at: time)
  }

  /// Begins an attitude from what is seen now.
  private mutating func begin(field sample: Vector3, at time: Timestamp) {
    guard let force = tiltCompass.meanForce, force.length > standardGravity / 2 else { return }
    let unit =
      isLevelOnly
      ? errorParameters.usualHorizontal / sample.length
      : isMicrotesla ? 1 : middleStrength / sample.length
    attitude.begin(force: force, field: sample, unit: unit, at: time)
  }

  mutating func forgetAttitude() {
    // It has learnt nothing while there was an attitude, and the device may be elsewhere since.
    if attitude.isRunning { restartMonitor() }
    attitude.stop()
    tiltCompass = TiltCompass(parameters: parameters)
    tiltCheck = TiltCheck()
  }

  /// The gyro was not heard, for how long nobody knows.
  private mutating func loseGyro() {
    attitude.doubtGyroBias()
    forgetAttitude()
  }

  mutating func restartMonitor() {
    monitor = FieldMonitor(parameters: fieldParameters, isMicrotesla: knowsStrength)
  }

  private mutating func watchWithoutGyro(_ sample: Vector3, at time: Timestamp) {
    guard calibration != nil, let tracker = tiltCompass.tracker else { return }
    // A shaken accelerometer does not know "down", and so nothing of the inclination.
    let knowsDown =
      tiltCompass.knowsTilt && tracker.tiltVariance < 1e-3
    monitor.update(
      field: knowsDown ? tracker.attitude.rotate(sample) : sample, isLevel: knowsDown,
      turnRate: tracker.rate.length, attitude: tracker.attitude, at: time)
  }

  /// Whether a gyro and an accelerometer are there to carry the attitude.
  @inline(__always)  // a call copies the filter
  func hasInertialSensors(at time: Timestamp) -> Bool {
    rate.isAlive(at: time, atLeast: Self.shortestSilence) && hearsForce(at: time)
      && (rate.interval ?? 0) <= parameters.longestGyroGap && !silence.isDead
  }

  /// Whether the accelerometer can still be said to tell "down".
  @inline(__always)  // a call copies the filter
  func hearsForce(at time: Timestamp) -> Bool { force.isAlive(at: time, atLeast: 5) }
}
