private import Glibc
package import Quantities
package import SensorCalibration
package import SensorHealth

/// The filtering stage: samples in, a heading with its error for any instant out.
///
/// A value: no clock, no I/O, the same result for the same samples. With a gyro and an accelerometer
/// `AttitudeFilter` makes it; without one of them `CompassWithoutGyro`.
package struct HeadingFilter {
  let parameters: HeadingParameters
  let errorParameters: ErrorBudgetParameters
  /// What is known of the magnetometer beyond its samples.
  package var fieldSupply = FieldSupply.flowing

  private(set) var inertial: InertialModel

  package private(set) var magnetometer: MagnetometerModel
  /// Runs once gravity, field and a gyro have been seen.
  private(set) var attitude: AttitudeFilter
  private(set) var withoutGyro: CompassWithoutGyro
  private(set) var earth: EarthModel
  private(set) var acceleration: AccelerationDetector
  private(set) var axis: HeadingAxis
  private(set) var health: MagnetometerHealth
  private(set) var calibrationCheck: CalibrationCheck
  package private(set) var confirmation: CalibrationConfirmation
  /// When each sensor had samples. Stored and read as it is, because a computed property of another module
  /// copies the whole filter.
  package private(set) var activity = SensorActivities()
  private(set) var inertialHealth: InertialHealth

  /// - Parameters:
  ///   - calibration: `nil` where there is none: the values are used as they are, and the heading is
  ///     marked uncalibrated.
  ///   - isMicrotesla: false where the magnetometer gives counts.
  ///   - tolerances: of the accelerometer and the gyro.
  ///   - mountError: degrees, 68 %: how exactly the boards sit in the device.
  package init(
    mount: Mount, calibration: Calibration?, isMicrotesla: Bool = true,
    tolerances: InertialTolerances = .calibrated, mountError: Double = 0,
    parameters: HeadingParameters = HeadingParameters(),
    fieldParameters: FieldMonitorParameters = FieldMonitorParameters(),
    errorParameters: ErrorBudgetParameters = ErrorBudgetParameters()
  ) {
    (self.parameters, self.errorParameters) = (parameters, errorParameters)
    inertial = InertialModel(
      mount: mount, mountError: mountError, calibration: calibration?.inertial,
      tolerances: tolerances)
    earth = EarthModel(parameters: fieldParameters)
    magnetometer = MagnetometerModel(
      mount: mount, calibration: calibration, isMicrotesla: isMicrotesla)
    attitude = AttitudeFilter(
      isCalibrated: calibration != nil, parameters: parameters, fieldParameters: fieldParameters)
    withoutGyro = CompassWithoutGyro(
      parameters: parameters, fieldParameters: fieldParameters,
      knowsStrength: magnetometer.knowsStrength)
    calibrationCheck = CalibrationCheck(calibration, parameters, errorParameters)
    confirmation = CalibrationConfirmation(calibration)
    (acceleration, axis) = (
      AccelerationDetector(limits: parameters.acceleration), HeadingAxis(parameters)
    )
    (health, inertialHealth) = (MagnetometerHealth(parameters), InertialHealth(parameters))
  }

  /// Takes how far the accelerometer and the gyro in use may be off before any calibration: before their first
  /// sample, and again before `replaceInertialSensors`.
  package mutating func setTolerances(_ tolerances: InertialTolerances) {
    if tolerances != inertial.tolerances { setInertialModel(inertial.calibration, tolerances) }
  }

  /// The calibration of accelerometer and gyro that is in use; `nil` where there is none.
  package var inertialCalibration: InertialCalibration? { inertial.calibration }

  /// Takes the Earth's field at the position of the device; `nil` where that is not known.
  package mutating func setExpectedField(_ field: ExpectedField?) { earth.expected = field }

  /// What is seen to be wrong with the magnetometer that is in use; `nil` where nothing is.
  package var fieldFault: SensorFault? { health.values.fault }

  /// Whether the gyro can hold a heading without a magnetometer at `time`.
  package func canHold(at time: Timestamp) -> Bool {
    attitude.isRunning && attitude.start.hasSettled && hasInertialSensors(at: time)
      && !isBlind(at: time)
  }

  /// Whether the magnetometer has been silent, or broken, for longer than a gyro can be trusted.
  func isBlind(at time: Timestamp) -> Bool {
    guard let lastUsed = health.lastUsed else { return true }
    return time.seconds(since: lastUsed) > parameters.longestHold
  }

  /// Whether a gyro and an accelerometer are there to carry the attitude.
  func hasInertialSensors(at time: Timestamp) -> Bool {
    activity.hasInertial(
      at: time, longestGap: parameters.longestGyroGap, isDead: inertialHealth.isDead)
  }
}

// MARK: - Samples
extension HeadingFilter {
  /// Takes what was measured; samples come in the order of their times.
  package mutating func update(_ sample: Sample) {
    attitude.delays.take(sample, interval: activity.rate.interval)
    inertialHealth.take(sample)
    if let angularRate = sample.angularRate, !inertialHealth.repetition.isRateStuck {
      inertialHealth.take(rate: angularRate.radiansPerSecond)
      let rate = inertial.gyro.body(angularRate.radiansPerSecond)
      inertialHealth.agreement.take(rate: rate, at: sample.time)
      if inertialHealth.agreement.isDue { judgeAgreement() }
      if !inertialHealth.agreement.isGyroContradicted { update(rate: rate, at: sample.time) }
      if let celsius = sample.temperatureCelsius {
        let change = inertial.temperature.take(celsius, at: sample.time)
        if change != 0 { attitude.driftGyroBias(kelvins: change) }
      }
    }
    if let acceleration = sample.acceleration {
      inertialHealth.take(force: acceleration.metresPerSecondSquared)
    }
    // The stored parts are asked, because a method of the whole filter copies it for each sample.
    let longestGap = parameters.longestGyroGap
    let isRateLate = activity.isRateLate(at: sample.time)
    let hasInertialSensors = activity.hasInertial(
      at: sample.time, longestGap: longestGap, isDead: inertialHealth.isDead)
    if attitude.isRunning, !hasInertialSensors { loseGyro() }
    if let acceleration = sample.acceleration, !inertialHealth.repetition.isForceStuck {
      inertial.take(force: acceleration.metresPerSecondSquared)
      let force = inertial.accelerometer.body(acceleration.metresPerSecondSquared)
      inertialHealth.agreement.take(force: force)
      update(force: force, at: sample.time, isRateLate: isRateLate)
    }
    if let raw = sample.magneticField {
      let field = magnetometer.body(raw)
      if magnetometer.isCalibrated { inertialHealth.agreement.take(field: field) }
      let wasStuck = health.values.fault == .stuck
      health.take(
        raw.microtesla, field: field, isMicrotesla: magnetometer.isMicrotesla,
        bodyFromMagnetometer: magnetometer.bodyFromMagnetometer,
        rate: activity.hasRate(at: sample.time, longestGap: longestGap) ? attitude.rate : nil,
        biasLimit: gyroBias.limit(
          error: attitude.isRunning ? attitude.gyroBiasError : gyroBias.error),
        isRepeated: inertialHealth.repetition.isFieldStuck, at: sample.time)
      if !wasStuck, health.values.fault == .stuck,
        inertialHealth.repetition.isFieldRepeated
      {
        undoRepeatedField()
      }
      update(field: field, at: sample.time, isRateLate: isRateLate)
      if calibrationCheck.isDue(at: sample.time), health.values.isUsable,
        !isDisturbedByEnvironment
      {
        calibrationCheck.take(raw.microtesla, at: sample.time)
      }
    }
    // Until the gyro's next sample nothing tells how the device has turned.
    if attitude.isRunning, !isRateLate {
      attitude.updateIfDue(
        at: sample.time, isFieldRepeated: inertialHealth.repetition.isFieldRepeated, earth: &earth)
    }
  }

  /// Whether the field is disturbed by something that does not turn with the device.
  private var isDisturbedByEnvironment: Bool {
    if attitude.isRunning { return attitude.monitor.isDisturbedByEnvironment }
    return withoutGyro.monitor.interference != .undisturbed
  }

  /// Lets the three sensors be compared. What was learned from a gyro that field and force contradict is discarded.
  private mutating func judgeAgreement() {
    let wasContradicted = inertialHealth.agreement.isGyroContradicted
    let biasError = attitude.start.hasBegun ? attitude.gyroBiasError : gyroBias.error
    let settled =
      attitude.start.hasSettled ? attitude.monitor.checkpoint.reference.vector : nil
    let field = attitude.isRunning ? settled : withoutGyro.reference.field
    inertialHealth.agreement.judge(
      bias: AgreementBias(attitude.state.gyroBias, limit: gyroBias.limit(error: biasError)),
      scaleError: inertial.gyroScaleError,
      reference: field.map { AgreementReference(strength: $0.length, down: $0.z) })
    if !wasContradicted, inertialHealth.agreement.isGyroContradicted {
      discardInertialKnowledge()
    }
  }

  private mutating func update(rate sample: Vector3, at time: Timestamp) {
    let isLate = activity.isRateLate(at: time)
    let interval = activity.rate.noteSample(at: time) ?? 0
    if attitude.isRunning {
      if interval > parameters.longestGyroGap {
        loseGyro()
      } else if inertialHealth.isRangeExceeded {
        forgetAttitude()
      } else if isLate {
        attitude.noteMissing(
          rate: sample, interval: interval,
          isFieldRepeated: inertialHealth.repetition.isFieldRepeated, earth: &earth)
      }
    }
    attitude.update(rate: sample, usual: activity.rate.interval, at: time)
  }

  private mutating func update(force sample: Vector3, at time: Timestamp, isRateLate: Bool) {
    let interval = activity.force.noteSample(at: time) ?? 0
    health.take(force: sample, at: time)
    acceleration.update(force: sample, interval: interval)
    if attitude.isRunning {
      if !isRateLate { attitude.update(force: sample, at: time) }
      inertialHealth.take(
        levelForce: attitude.state.attitude.rotate(sample), interval: min(interval, 1))
      if inertialHealth.isTiltWrong { forgetAttitude() }
    } else {
      withoutGyro.update(force: sample, at: time)
    }
  }

  private mutating func update(field sample: Vector3, at time: Timestamp, isRateLate: Bool) {
    _ = activity.field.noteSample(at: time)
    guard health.values.isUsable else { return }
    health.use(at: time)
    if !attitude.isRunning, withoutGyro.tilt.knowsTilt, !activity.hasForce(at: time) {
      withoutGyro.forgetTilt()
      confirmation.loseAttitude()
      restartMonitor(after: withoutGyro.knownField(at: time))
    }
    let hasInertialSensors = activity.hasInertial(
      at: time, longestGap: parameters.longestGyroGap, isDead: inertialHealth.isDead)
    if !attitude.isRunning || !hasInertialSensors { withoutGyro.update(field: sample, at: time) }
    guard hasInertialSensors else {
      if magnetometer.isCalibrated {
        withoutGyro.judge(field: sample, earth: &earth, at: time)
        if withoutGyro.tilt.elapsed >= warmUpWithoutGyro { withoutGyro.compareWithFormer(at: time) }
        if confirmation.isOpen {
          confirmation.take(withoutGyro, warmUp: warmUpWithoutGyro, at: time)
        }
      }
      return
    }
    if !attitude.isRunning { begin(field: sample, at: time) }
    if attitude.isRunning {
      if !isRateLate { attitude.update(field: sample, at: time) }
      if confirmation.isOpen { confirmation.take(attitude, at: time) }
    }
  }

  /// Of the gyro before anything is measured.
  private var gyroBias: GyroBiasRange {
    GyroBiasRange(error: max(parameters.gyroBiasAtStart, inertial.gyroBiasError))
  }

  /// Starts an attitude with the field and the force of now.
  private mutating func begin(field sample: Vector3, at time: Timestamp) {
    guard let force = withoutGyro.tilt.meanForce, force.length > standardGravity / 2
    else { return }
    attitude.begin(
      force: force, field: sample,
      unit: magnetometer.unit(strength: sample.length), variances: inertial.variances,
      bias: gyroBias, former: withoutGyro.knownField(at: time), at: time)
    // The turns of the compass without a gyro are in another frame.
    confirmation.loseAttitude()
  }
}

// MARK: - What is discarded when
extension HeadingFilter {
  /// Discards the attitude and north; what is known of the gyro's bias stays.
  ///
  /// For a gap in time: a device that was turned meanwhile must not restart with a small error and a wrong heading.
  ///
  /// - Parameter keepsField: whether what follows is measured after what was before, so that what is known of the field may
  ///   still hold.
  package mutating func restart(keepsField: Bool = true) {
    loseGyro()
    // Without a field there is nothing known but what was handed on, which has its own time.
    let last = activity.field.last ?? Timestamp(microseconds: 0)
    restartMonitor(after: keepsField ? withoutGyro.knownField(at: last) : nil)
    (acceleration, axis) = (
      AccelerationDetector(limits: parameters.acceleration), HeadingAxis(parameters)
    )
    (activity, attitude.delays) = (SensorActivities(), SensorDelays())
    (health, inertialHealth) = (MagnetometerHealth(parameters), InertialHealth(parameters))
    calibrationCheck.forgetTime()
  }

  /// The magnetometer is lost: another board of its model may measure next. Where no gyro carries the attitude meanwhile
  /// nothing compares its field with that of before, and the compass starts again.
  package mutating func loseMagnetometer() {
    confirmation.loseMagnetometer()
    guard !attitude.isRunning else { return }
    confirmation.loseAttitude()
    withoutGyro.forgetAttitude()
    restartMonitor()
  }

  /// Continues with the same values from their beginning: the calibration is as if it had never been confirmed.
  package mutating func restartConfirmation(of calibration: Calibration?) {
    confirmation = CalibrationConfirmation(calibration)
  }

  /// Continues with another magnetometer: what was known of the field was the former one's, and is
  /// discarded with the attitude. What is known of the gyro's bias stays.
  ///
  /// The next estimates are marked as warming up.
  package mutating func replaceMagnetometer(mount: Mount, calibration: Calibration?) {
    magnetometer = MagnetometerModel(
      mount: mount, calibration: calibration, isMicrotesla: magnetometer.isMicrotesla)
    if let known = calibration?.inertial, known != inertial.calibration {
      discardInertialKnowledge()
      setInertialModel(known, inertial.tolerances)
    } else {
      setInertialModel(inertial.calibration, inertial.tolerances)
    }
    calibrationCheck = CalibrationCheck(calibration, parameters, errorParameters)
    confirmation = CalibrationConfirmation(calibration)
    attitude.isCalibrated = calibration != nil
    earth.forgetMagnetometer()
    inertialHealth.agreement.forgetMagnetometer()
    forgetAttitude()
    restartMonitor()
    (activity.field, health) = (SensorActivity(), MagnetometerHealth(parameters))
    attitude.delays.forgetField()
  }

  /// Continues with another calibration of the same sensors.
  ///
  /// What is known of the gyro's bias and the accelerometer's offset stays only where their calibration is the
  /// same: both are what the calibration leaves. The next estimates are marked as warming up.
  package mutating func recalibrate(mount: Mount, calibration: Calibration?) {
    if calibration?.inertial != inertial.calibration {
      discardInertialKnowledge()
      setInertialModel(calibration?.inertial, inertial.tolerances)
    }
    // The same chip goes on measuring.
    let kept = activity
    replaceMagnetometer(mount: mount, calibration: calibration)
    activity = kept
  }

  /// Continues with the same sensors in another mount: what was learned along the device's axes is discarded.
  ///
  /// The next estimates are marked as warming up.
  package mutating func remount(_ mount: Mount, calibration: Calibration?) {
    let kept = activity
    replaceInertialSensors()
    replaceMagnetometer(mount: mount, calibration: calibration)
    activity = kept
  }

  /// Continues with another accelerometer or gyro: the attitude is discarded, and the gyro's bias too. The field has to
  /// agree with the calibration again, because down and the turns that confirmed it were the former ones'.
  package mutating func replaceInertialSensors() {
    confirmation.loseMagnetometer()
    discardInertialKnowledge()
    setInertialModel(nil, inertial.tolerances)
    (activity.force, activity.rate) = (SensorActivity(), SensorActivity())
    inertialHealth = InertialHealth(parameters)
  }

  /// Discards the attitude and what was learned of gyro and accelerometer.
  private mutating func discardInertialKnowledge() {
    forgetAttitude()
    let delays = attitude.delays
    attitude = AttitudeFilter(
      isCalibrated: magnetometer.isCalibrated, parameters: parameters,
      fieldParameters: withoutGyro.monitor.parameters)
    attitude.delays = delays
  }

  private mutating func setInertialModel(
    _ calibration: InertialCalibration?, _ tolerances: InertialTolerances
  ) {
    inertial = InertialModel(
      mount: magnetometer.mount, mountError: inertial.mountError, calibration: calibration,
      tolerances: tolerances)
  }

  private mutating func forgetAttitude() {
    // The monitor without a gyro was idle while an attitude existed, and the device may be elsewhere since.
    if attitude.isRunning { restartMonitor(after: attitude.knownField) }
    attitude.stop()
    confirmation.loseAttitude()
    withoutGyro.forgetAttitude()
    inertialHealth.forgetTilt()
  }

  /// Discards what was learned from a magnetometer since its value last changed.
  private mutating func undoRepeatedField() {
    if inertialHealth.repetition.hasFieldChanged {
      attitude.undoRepeatedField()
    } else {
      forgetAttitude()
      health.forgetUse()
    }
  }

  /// The gyro was silent for an unknown time.
  private mutating func loseGyro() {
    attitude.inflateGyroBias()
    forgetAttitude()
  }

  /// - Parameter former: what was known of the field of the same magnetometer.
  private mutating func restartMonitor(after former: FormerField? = nil) {
    withoutGyro.restartMonitor(knowsStrength: magnetometer.knowsStrength, after: former)
  }
}

// MARK: - What an estimate leaves behind
extension HeadingFilter {
  /// Takes the horizontal part of the reference field, in the magnetometer's unit.
  mutating func take(horizontal: Double) { health.take(horizontal: horizontal) }

  /// Chooses the axis whose azimuth is the heading, for a pitch (rad, nose up).
  mutating func chooseAxis(pitch: Double, forward: Vector3, down: Vector3) {
    axis.update(pitch: pitch)
    axis.update(steepness: asin(min(abs(axis.direction(forward: forward, down: down).z), 1)))
  }

  /// Without a tilt sensor the heading is that of the forward axis.
  mutating func resetAxis() { axis = HeadingAxis(parameters) }
}
