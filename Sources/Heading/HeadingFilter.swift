package import Quantities

/// The filtering stage: samples in, a heading with its error for any instant out.
///
/// A value: no clock, no I/O, the same answer for the same samples. With a gyro the attitude is
/// carried by `GyroAttitude` and north by `NorthFilter`; without one both come from `TiltCompass`.
package struct HeadingFilter {
  let parameters: HeadingParameters
  private let mount: Mount
  private let calibration: Calibration?
  private let isMicrotesla: Bool
  private let fieldParameters: FieldMonitorParameters

  var attitude: GyroAttitude
  var north: NorthFilter
  var tiltCompass: TiltCompass
  var monitor: FieldMonitor
  var error: HeadingError
  var axis = HeadingAxis()
  /// When the magnetometer was heard, and how often.
  package private(set) var field = SensorClock()
  /// The same for the accelerometer.
  package private(set) var force = SensorClock()
  /// The same for the gyro.
  package private(set) var rate = SensorClock()
  private var knowsGyro = false
  /// When the magnetometer was last believed.
  var lastBelieved: Timestamp?

  /// - Parameters:
  ///   - calibration: `nil` where there is none: the values are used as they are, and said to be so.
  ///   - isMicrotesla: false where the magnetometer gives counts.
  package init(
    mount: Mount, calibration: Calibration?, isMicrotesla: Bool = true,
    parameters: HeadingParameters = HeadingParameters(),
    fieldParameters: FieldMonitorParameters = FieldMonitorParameters()
  ) {
    self.parameters = parameters
    self.mount = mount
    self.calibration = calibration
    self.isMicrotesla = isMicrotesla
    self.fieldParameters = fieldParameters
    attitude = GyroAttitude(parameters: parameters)
    north = NorthFilter(timeConstant: parameters.northTimeConstant)
    tiltCompass = TiltCompass(parameters: parameters)
    monitor = FieldMonitor(parameters: fieldParameters, isMicrotesla: isMicrotesla)
    error = HeadingError(calibration: Self.error68(of: calibration))
  }

  /// Whether the magnetometer is calibrated.
  package var isCalibrated: Bool { calibration != nil }

  /// Forgets the attitude and north; what is known of the gyro's bias stays.
  ///
  /// For a gap in time: a device that was turned meanwhile must not wake up sure and wrong.
  package mutating func restart() {
    attitude = GyroAttitude(parameters: parameters, bias: attitude.bias)
    north = NorthFilter(timeConstant: parameters.northTimeConstant)
    tiltCompass = TiltCompass(parameters: parameters)
    monitor = FieldMonitor(parameters: fieldParameters, isMicrotesla: isMicrotesla)
    error = HeadingError(calibration: error.calibration)
    axis = HeadingAxis()
    (field, force, rate) = (SensorClock(), SensorClock(), SensorClock())
    lastBelieved = nil
  }

  /// Takes in what was measured; samples come in the order of their times.
  package mutating func update(_ sample: Sample) {
    if let angularRate = sample.angularRate {
      update(rate: mount.inertial * angularRate.radiansPerSecond, at: sample.time)
    }
    if let acceleration = sample.acceleration {
      update(force: mount.inertial * acceleration.metresPerSecondSquared, at: sample.time)
    }
    if let magneticField = sample.magneticField {
      let calibrated = calibration?.apply(magneticField) ?? magneticField
      update(field: mount.magnetometer * calibrated.microtesla, at: sample.time)
    }
  }

  private mutating func update(rate sample: Vector3, at time: Timestamp) {
    if let interval = rate.heard(at: time) {
      if interval > parameters.longestGyroGap {
        restartAttitude()
      } else {
        error.drift(
          bias: attitude.bias.error68, turn: attitude.turnRate * interval, interval: interval)
      }
    }
    attitude.update(rate: sample, at: time)
  }

  private mutating func update(force sample: Vector3, at time: Timestamp) {
    let interval = force.heard(at: time) ?? 0
    error.update(force: sample, interval: interval)
    attitude.update(force: sample, at: time)
    tiltCompass.update(force: sample, at: time)
  }

  private mutating func update(field sample: Vector3, at time: Timestamp) {
    let interval = field.heard(at: time) ?? 0
    tiltCompass.update(field: sample, at: time)
    attitude.update(field: sample, interval: interval)
    guard hasGyroAttitude(at: time) else {
      // A shaken accelerometer does not know "down", and so nothing of the inclination.
      let isCalm = (error.agitation.value ?? 0) < 0.5 && abs(tiltCompass.turnRate) < 0.5
      let earth = tiltCompass.knowsTilt && isCalm ? tiltCompass.earthFromBody : nil
      _ = weigh(
        earth.map { $0 * sample } ?? sample, isLevel: earth != nil, turnRate: tiltCompass.turnRate,
        at: time)
      return
    }
    if gyroJustLearnt() {
      attitude.relevelAtRest()
      north = NorthFilter(timeConstant: parameters.northTimeConstant)
    }
    let level = attitude.levelFromBody.rotate(sample)
    let innovation = north.innovation(level: level) ?? 0
    let places = monitor.acceptedPlaces
    let weight = weigh(
      level, isLevel: true, turnRate: attitude.rate.length,
      turnMisfit: abs(innovation) / innovationGate, at: time)
    if monitor.acceptedPlaces > places {
      north = NorthFilter(timeConstant: parameters.northTimeConstant)
    }
    north.timeConstant = northTimeConstant
    guard let step = north.update(level: level, weight: weight, at: time) else { return }
    error.update(innovation: innovation, interval: interval)
    error.average(sample: error.ofSample(monitor, tilt: tiltError), step: step.gain)
    if north.elapsed > north.timeConstant, weight == 1 {
      attitude.update(northDrift: step.turned, interval: interval)
    }
  }

  private mutating func restartAttitude() {
    attitude = GyroAttitude(parameters: parameters, bias: attitude.bias)
    north = NorthFilter(timeConstant: parameters.northTimeConstant)
  }

  /// Whether the gyro's bias has just been learnt at rest: what was averaged with it before had
  /// drifted, and a resting device needs no average to know how it lies.
  private mutating func gyroJustLearnt() -> Bool {
    guard !knowsGyro, attitude.bias.isResting,
      attitude.bias.error68 < parameters.trustedBiasError
    else { return false }
    knowsGyro = true
    return true
  }

  /// rad. How far the field may point from the north that the gyro holds before it is the field that
  /// is doubted: three times what north may be off, and what a late sample does in a fast turn.
  /// Infinite until north has settled.
  private var innovationGate: Double {
    guard north.elapsed > parameters.warmUp, let northError = error.total else { return .infinity }
    return (8 + 3 * northError).inRadians + 0.02 * attitude.rate.length
  }

  /// The weight of a field sample; without a calibration there is nothing to judge it by.
  private mutating func weigh(
    _ field: Vector3, isLevel: Bool, turnRate: Double, turnMisfit: Double = 0, at time: Timestamp
  ) -> Double {
    guard calibration != nil else { return 1 }
    let weight = monitor.update(
      field: field, isLevel: isLevel, turnRate: abs(turnRate), turnMisfit: turnMisfit, at: time)
    if weight > 0 { lastBelieved = time }
    guard let believed = lastBelieved else { return Self.lastResort }
    return time.seconds(since: believed) > parameters.longestHold ? Self.lastResort : weight
  }

  /// After so long on the gyro alone a bad field says more than it does; it is never called good.
  private static let lastResort = 0.05

  /// Whether a gyro and an accelerometer are there to carry the attitude.
  func hasGyroAttitude(at time: Timestamp) -> Bool {
    attitude.isLevelled && rate.isAlive(at: time, atLeast: parameters.longestGyroGap)
      && force.isAlive(at: time, atLeast: 5)
  }

  /// s. A gyro whose bias is not known yet may not hold north for long: north is then averaged over
  /// as little as a quarter of its time constant.
  private var northTimeConstant: Double {
    let trust = parameters.trustedBiasError / attitude.bias.error68
    return parameters.northTimeConstant * min(max(trust, 0.25), 1)
  }

  /// Degrees: the error of "down" as the sensors in use know it.
  var tiltError: Double { 0.2 + 0.06 * (error.agitation.value ?? 0) }

  /// Degrees: what a calibration of this grade leaves in the heading.
  private static func error68(of calibration: Calibration?) -> Double {
    switch calibration?.grade {
    case .a: 0.8
    case .b, .given: 1.2
    case .c: 2.5
    case .d: 5
    case .f, nil: 60
    }
  }
}
