import Quantities

/// The attitude, the reference field and the interference of a device without a gyro.
struct CompassWithoutGyro {
  private(set) var tilt: TiltCompass
  private(set) var reference: ScalarReference
  private(set) var monitor: FieldMonitor
  private let parameters: HeadingParameters

  /// - Parameter knowsStrength: whether the fields are in µT.
  init(
    parameters: HeadingParameters, fieldParameters: FieldMonitorParameters, knowsStrength: Bool
  ) {
    self.parameters = parameters
    tilt = TiltCompass(parameters, fieldParameters)
    reference = ScalarReference(
      parameters: fieldParameters, averaging: parameters.withoutGyro.averaging,
      knowsStrength: knowsStrength)
    monitor = FieldMonitor(parameters: fieldParameters, knowsStrength: knowsStrength)
  }

  /// What is known of the field at `time`, or was before; `nil` where no reference is trusted.
  func knownField(at time: Timestamp) -> FormerField? {
    guard let field = reference.field, let measured = reference.measured
    else { return monitor.former }
    return monitor.known(
      ReferenceField(of: field), measured: measured,
      angle: monitor.state.disturbance?.largestNorthError ?? 0, memory: 0, at: time)
  }

  /// Compares the reference with that of before, once.
  mutating func compareWithFormer(at time: Timestamp) {
    guard let field = reference.field else { return }
    monitor.compareWithFormer(ReferenceField(of: field), at: time)
  }

  /// Discards what was learned of the field; the attitude stays.
  ///
  /// - Parameter former: what was known of it, and still counts.
  mutating func restartMonitor(knowsStrength: Bool, after former: FormerField?) {
    let fieldParameters = monitor.parameters
    reference = ScalarReference(
      parameters: fieldParameters, averaging: parameters.withoutGyro.averaging,
      knowsStrength: knowsStrength)
    monitor = FieldMonitor(parameters: fieldParameters, knowsStrength: knowsStrength)
    if let former { monitor.begin(after: former, at: former.time) }
  }

  /// Discards the attitude.
  mutating func forgetAttitude() {
    tilt = TiltCompass(parameters, monitor.parameters)
  }

  /// Discards the tilt: the accelerometer is silent, and where "down" was does not show where it is.
  mutating func forgetTilt() { tilt.forgetForce() }

  /// Takes a specific force (m/s², body frame).
  mutating func update(force: Vector3, at time: Timestamp) {
    tilt.update(force: force, at: time)
  }

  /// Takes a calibrated field (µT, body frame) for the attitude.
  mutating func update(field: Vector3, at time: Timestamp) {
    let isDisturbed = monitor.interference != .undisturbed
    tilt.update(field: field, isDisturbed: isDisturbed, at: time)
  }

  /// Judges the field (µT, body frame) of the latest `update`, and lets it correct the reference.
  mutating func judge(field: Vector3, earth: inout EarthModel, at time: Timestamp) {
    guard let tracker = tilt.tracker else { return }
    // A shaken accelerometer does not know "down", and so nothing of the inclination.
    let knowsDown = tilt.knowsTilt && tracker.tiltVariance < parameters.knownTiltVariance
    let (residual, interval) = reference.residual(
      of: knowsDown ? tracker.attitude.rotate(field) : field, isLevel: knowsDown,
      attitude: tracker.attitude, at: time)
    let motion = DeviceMotion(turnRate: tracker.rate.length, interval: min(interval, 1))
    let actions = monitor.step(residual, motion: motion, earth: &earth, at: time)
    for index in 0..<actions.count { apply(actions[index], motion) }
  }

  /// Carries an action out. Hard iron and local anomaly are not estimated without a gyro.
  private mutating func apply(_ action: FieldAction, _ motion: DeviceMotion) {
    switch action {
    case .use: reference.learn(motion)
    case .adoptReference: reference.adopt()
    case .ignore, .inflateCovariance, .undoRecentNorthCorrections, .restore: break
    }
  }

  /// rad, 68 %: what the device's own field makes of north, where the residual recurs as that does.
  var ownFieldError68: Double {
    monitor.recurrence.northError68(
      limit: monitor.parameters.strengthLimit, slope: reference.slope)
  }

  /// Which tests the field fails now, or failed last.
  var reasons: HeadingEstimate.Conditions {
    let now = reference.reasons
    return now.isEmpty ? monitor.lastReasons : now
  }
}
