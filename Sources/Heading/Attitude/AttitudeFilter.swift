private import Glibc
import Quantities
import SensorHealth

/// The attitude from gyro, accelerometer and magnetometer: a Kalman filter for the errors of a strapdown attitude.
///
/// The gyro carries the attitude from sample to sample. Ten times a second what was measured since corrects
/// `NavigationState`: the attitude, the gyro's bias, the magnetometer's delay, what the calibration left of the hard
/// iron, and the reference field. `FieldMonitor` decides how far a field is used. `docs/heading.md` derives it.
///
/// - Sources: the error as a rotation in the earth frame, so that the bias enters by the attitude
///   alone: A. Barrau and S. Bonnabel, *The invariant extended Kalman filter as a stable observer*,
///   IEEE Trans. Automatic Control 62 (2017). Corrections gathered and applied at once: F. L. Markley,
///   *Attitude error representations for Kalman filtering*, J. Guidance 26 (2003).
struct AttitudeFilter {
  /// µT for each unit of the magnetometer: 1, or what makes counts a field of 45 µT.
  private(set) var unit = 1.0
  /// Whether the field is calibrated; one that is not shows something of heading only.
  var isCalibrated: Bool
  /// What is estimated.
  private(set) var state: NavigationState
  private(set) var monitor: FieldMonitor
  private(set) var residuals: ResidualStatistics
  /// The part of the residual that turns with the device.
  private(set) var ownField = OwnFieldResidual()
  private(set) var start = StartUp()
  /// rad/s, each axis, 68 %: how far the gyro's bias may be off. Stored, because each sample asks for it.
  private(set) var gyroBiasError = 0.0
  /// Whether the accelerometer is as well calibrated as it was taken for.
  private var accelerometer = AccelerometerJudgement()
  /// What was known of gyro and accelerometer when the field last changed its value, how the accelerometer was judged then,
  /// and rad about down: how far the filter has turned north since because of that field.
  private var beforeRepetition:
    (known: InertialEstimate, judgement: AccelerometerJudgement, north: Double)
  private(set) var gyro = GyroIntegration()
  private var batch = MotionBatch(start: Timestamp(microseconds: 0))
  private var rest: RestDetector
  /// The magnetometer's and the gyro's, by their drivers; that between the two counts at the next start.
  var delays = SensorDelays()

  /// A filter that waits for its start.
  ///
  /// - Parameter isCalibrated: whether the fields that will come are.
  init(
    isCalibrated: Bool, parameters: HeadingParameters, fieldParameters: FieldMonitorParameters
  ) {
    self.isCalibrated = isCalibrated
    state = NavigationState(parameters: parameters)
    beforeRepetition = (state.inertialEstimate, accelerometer, 0)
    rest = RestDetector(parameters, biasLimit: significantDeviations * parameters.gyroBiasAtStart)
    monitor = FieldMonitor(
      parameters: fieldParameters, knowsStrength: true,
      hardIronVariance: parameters.hardIronAtStart * parameters.hardIronAtStart)
    residuals = ResidualStatistics(parameters: fieldParameters)
  }

  private var parameters: HeadingParameters { state.parameters }

  /// Whether there is an attitude now.
  var isRunning: Bool { start.isRunning }

  /// The attitude is lost; what is known of the gyro's bias stays.
  mutating func stop() { start.stop() }

  /// No sample of the gyro came for a while, or its chip was set up anew: its bias may have changed by
  /// what warming up, or switching on, changes it.
  mutating func inflateGyroBias() { start.inflateGyroBias() }

  /// Whether the gyro's bias, as the other sensors show it, is one that no chip has.
  var isGyroBiasImplausible: Bool {
    isCalibrated && state.largestGyroBias > start.gyroBias.largest
  }

  /// rad/s, body frame, bias taken out: of the newest gyro sample.
  var rate: Vector3 { gyro.rate }

  /// What the attitude is at `time`, the device turning on as it last did.
  func attitude(at time: Timestamp) -> Quaternion {
    gyro.predict(state.attitude, at: time, lag: delays.lag ?? 0)
  }

  /// Whether the reference field is one in µT that the geomagnetic model can contradict.
  private var isComparable: Bool { unit == 1 && isCalibrated }

  /// The error of north that the geomagnetic model contradicts, rad, 68 %.
  func modelError68(_ earth: EarthModel) -> Double {
    guard isComparable else { return 0 }
    return earth.northError68(
      of: state.reference.vector, unprovenShare: monitor.uncertainty.unprovenShare)
  }
}

// MARK: - Samples
extension AttitudeFilter {
  /// Takes a sample of the angular rate (rad/s, body frame).
  ///
  /// - Parameter usual: s between samples; `nil` while it is unknown.
  mutating func update(rate sample: Vector3, usual: Double?, at time: Timestamp) {
    let step = gyro.step(
      sample, errors: state.inertial, bias: state.gyroBias, isRunning: isRunning, usual: usual,
      at: time)
    guard isRunning else { return }
    if let step {
      let between = state.attitude * step.half
      let matrix = Matrix3(between)
      gyro.noteMiddle(matrix, at: time)
      batch.add(
        rate: step.measured, corrected: step.corrected, attitude: matrix, over: step.interval)
      state.carry(to: (between * step.half).normalized)
    }
    state.record(rate: step?.corrected ?? gyro.rate, at: time)
  }

  /// The gyro's temperature has changed by so many K: its bias has, too.
  mutating func driftGyroBias(kelvins: Double) { state.driftGyroBias(kelvins: kelvins) }

  /// Samples of the gyro are missing before `sample` (rad/s, body frame), in `interval` s. What was measured before them
  /// counts first.
  mutating func noteMissing(
    rate sample: Vector3, interval: Double, isFieldRepeated: Bool, earth: inout EarthModel
  ) {
    if let last = gyro.last, last > batch.start {
      update(at: last, isFieldRepeated: isFieldRepeated, earth: &earth)
    }
    let turn = gyro.intervals.noteMissing(sample, interval: interval)
    state.covariance.add(
      square: state.attitude.rotate(turn.change), from: StateIndex.attitude)
    state.covariance.add(variance: turn.hand * turn.hand, from: StateIndex.attitude, count: 3)
  }

  /// Takes a specific force (m/s², body frame).
  ///
  /// An accelerometer's sample is a mean over its interval, as the gyro's is: it belongs to the attitude in the middle.
  mutating func update(force sample: Vector3, at time: Timestamp) {
    let matrix = gyro.middle(at: time) ?? Matrix3(state.attitude)
    batch.add(force: matrix * sample, attitude: matrix)
  }

  /// Takes a field (µT or counts, body frame).
  mutating func update(field sample: Vector3, at time: Timestamp) {
    let field = sample * unit
    let then = state.whenMeasured(time)
    let matrix = Matrix3(then?.attitude ?? state.attitude)
    batch.add(
      field: matrix * field, attitude: matrix, rate: matrix * (then?.rate ?? gyro.rate))
  }
}

// MARK: - Start
extension AttitudeFilter {
  /// Starts with the directions of gravity and field; what is known of the gyro's bias stays.
  ///
  /// - Parameters:
  ///   - force: m/s², body frame.
  ///   - field: µT or counts, body frame. Where it or the force has no direction, or both have the
  ///     same, nothing starts.
  ///   - unit: µT for each unit of the magnetometer.
  ///   - variances: of gyro and accelerometer before anything is measured; they count for the first start.
  ///   - bias: of the gyro before anything is measured.
  ///   - former: what was known of the field before.
  mutating func begin(
    force: Vector3, field: Vector3, unit: Double, variances: InertialVariances,
    bias: GyroBiasRange, former: FormerField?, at time: Timestamp
  ) {
    let variances =
      start.hasBegun ? state.inertialVariances : variances
    guard unit.isFinite, let up = (force - state.inertial.accelerometerOffset).normalized,
      let east = (-up).cross(field * unit).normalized
    else { return }
    if !start.hasBegun { accelerometer.expect(offsetVariance: variances.meanOffset) }
    let biasError =
      start.hasBegun
      ? min(hypot(gyroBiasError, start.gyroBiasStep), bias.error) : bias.error
    let earth = Matrix3(east.cross(-up), east, -up)
    let measured = earth * field * unit
    self.unit = unit
    let formerCheck = state.matrixCheck
    state = NavigationState(
      earth: earth, field: measured, gyroBias: (state.gyroBias, biasError),
      inertial: (state.inertial, variances),
      driverDelay: delays.ofFieldAgainstGyro, parameters: parameters)
    state.matrixCheck.isDistrusted = formerCheck.isDistrusted
    resetMonitor(former, at: time)
    batch = MotionBatch(start: time)
    rest = RestDetector(parameters, biasLimit: bias.limit(error: bias.error))
    gyro.restart()
    if !isRunning { accelerometer.restart() }
    let push = abs(force.length - standardGravity)
    start.begin(
      isShaken: push > parameters.tiltAtStart * standardGravity, gyroBias: bias)
    gyroBiasError = state.gyroBiasError
    noteFieldChange()
    if let lastRate = gyro.last { state.record(rate: gyro.rate, at: lastRate) }
  }

  /// Starts once more with a mean specific force (earth frame, m/s²) and this interval's mean field: after the first interval, so that the
  /// noise of its first sample does not stay in north for long, and where the attitude is not the right way up.
  ///
  /// - Returns: whether there was something to start with.
  private mutating func beginAgain(force: Vector3, at time: Timestamp) -> Bool {
    guard let field = batch.meanField else { return false }
    let interval = time.seconds(since: batch.start)
    let bodyFromEarth = Matrix3(state.attitude).transposed
    begin(
      force: bodyFromEarth * force, field: bodyFromEarth * field / unit, unit: unit,
      variances: state.inertialVariances, bias: start.gyroBias,
      former: monitor.former, at: time)
    start.advance(interval)
    return true
  }

  /// Reads north and reference anew off `field` (earth frame, µT), with the tilt that was found.
  private mutating func readNorth(off field: Vector3, at time: Timestamp) {
    let former = knownField
    state.readNorth(off: field)
    resetMonitor(former, at: time)
  }

  /// The field is judged as that of a start.
  private mutating func resetMonitor(_ former: FormerField?, at time: Timestamp) {
    monitor = FieldMonitor(
      parameters: monitor.parameters, knowsStrength: unit == 1,
      hardIronVariance: parameters.hardIronAtStart * parameters.hardIronAtStart)
    let memory = former.map { $0.memory * $0.share(at: time, monitor.parameters) }
    residuals = ResidualStatistics(parameters: monitor.parameters, memory: memory ?? 0)
    if let former { monitor.begin(after: former, at: time) }
    ownField = OwnFieldResidual()
  }

  /// What is known of the field at the newest update, or was before this attitude; `nil` where no reference is trusted.
  var knownField: FormerField? {
    let field = state.reference.vector + residuals.lasting
    return monitor.known(
      monitor.checkpoint.reference, measured: ReferenceField(of: field),
      angle: abs(atan2(field.y, field.x)), memory: residuals.memory, at: batch.start)
  }
}

// MARK: - Ten times a second
extension AttitudeFilter {
  /// s by which an update may come early. Source: numerical; times of samples at 10 Hz are rounded.
  private static let timeTolerance = 1e-4

  /// Lets what was measured since the last update correct the state, if it is time for that.
  ///
  /// - Parameter isFieldRepeated: whether the newest field has the same value as the one before it.
  mutating func updateIfDue(
    at time: Timestamp, isFieldRepeated: Bool, earth: inout EarthModel
  ) {
    guard time.seconds(since: batch.start) >= parameters.updateInterval - Self.timeTolerance
    else { return }
    update(at: time, isFieldRepeated: isFieldRepeated, earth: &earth)
  }

  private mutating func update(at time: Timestamp, isFieldRepeated: Bool, earth: inout EarthModel) {
    let interval = time.seconds(since: batch.start)
    let before = state.attitude
    let force = start.upright.isWrong ? start.upright.meanForce : batch.meanForce
    let isDue = start.elapsed == 0 || start.upright.isWrong
    if isDue, let force, beginAgain(force: force, at: time) { return }
    if let rate = batch.meanRate {
      let body = Matrix3(state.attitude).transposed
      let fieldBody = batch.meanFieldAttitude.transposed
      rest.update(
        rate: rate, force: batch.meanForce.map { body * $0 },
        field: batch.meanField.map { fieldBody * $0 }, bias: state.gyroBias,
        biasError: gyroBiasError, interval: interval)
    }
    residuals.add(turn: batch.turn.z, turning: batch.turning, interval: interval)
    let pace = state.pace(isResting: rest.isResting)
    residuals.add(spots: interval * pace)
    state.propagate(batch, interval: interval, pace: pace)
    if let force = batch.meanForce {
      state.updateVelocity(
        force: force, attitude: batch.meanForceAttitude, interval: interval,
        hasSettled: start.hasSettled)
    }
    if let turn = rest.turnTakenForRest {
      state.undoRest(
        fieldChange: turn.fieldChange, seconds: turn.seconds, largestRate: start.gyroBias.error)
    }
    if let jump = rest.biasJump { state.takeBiasJump(jump.rate, seconds: jump.seconds) }
    // What is measured more often than usual is no better known for it.
    let repetition = max(parameters.updateInterval / interval, 1)
    if let rate = rest.restingRate {
      state.updateBias(restingRate: rate, repetition: repetition)
    }
    if let field = batch.meanField {
      let isMoving = state.pace(isResting: rest.isResting) > 0
      update(
        meanField: field, isMoving: isMoving, interval: interval, repetition: repetition, at: time,
        earth: &earth)
    }
    if isComparable { earth.compare(state.reference.vector, at: time) }
    if !monitor.isDisturbed {
      state.checkGyro(hasField: batch.meanField != nil, interval: interval)
      if hasBiasOfAnotherBoard {
        accelerometer.distrust(&state)
        state.distrustGyro()
      }
    }
    state.applyCorrection(boundsHardIron: !monitor.isInflated)
    if let force = batch.meanForce {
      accelerometer.judge(
        force: force, attitude: batch.meanForceAttitude, interval: interval, in: &state)
    }
    if monitor.isDisturbed {
      state.discardRecentGyroBias(seconds: GyroBiasMemory.magnetTime)
      state.noteGyro()
    }
    start.advance(interval)
    let correction = state.attitude * before.inverse
    if !start.hasSettled {
      start.note(force: batch.meanForce, correction: correction, interval: interval)
    }
    // A reference that points south has a north that is 180° off.
    if state.reference.horizontal < 0 || start.hasFoundTilt(state) {
      if let field = batch.meanField {
        start.noteReading(interval: interval)
        readNorth(off: correction.rotate(field), at: time)
      }
    } else if !start.hasSettled {
      start.noteSettling(state)
      if start.hasSettled { state.noteSettling() }
    }
    if start.hasSettled { monitor.compareWithFormer(state.reference, at: time) }
    let bias = state.gyroBias - beforeRepetition.known.gyroBias
    beforeRepetition.north += 2 * correction.z - (batch.attitudeIntegral * bias).z
    gyroBiasError = state.gyroBiasError
    if !isFieldRepeated { noteFieldChange() }
    batch = MotionBatch(start: time)
  }

  /// Whether the gyro has a bias that hardly any temperature makes: the calibration of gyro and accelerometer is then that of
  /// another board.
  private var hasBiasOfAnotherBoard: Bool {
    start.hasSettled && state.largestGyroBias > Self.otherBoard * start.gyroBias.error
  }

  /// Standard deviations. Source: derived; 0.02 % of three normally distributed axes are further off.
  private static let otherBoard = 4.0

  /// Notes what is known now, to be restored should the field not change any more.
  private mutating func noteFieldChange() {
    beforeRepetition = (state.inertialEstimate, accelerometer, 0)
  }

  /// Goes back to what was known when the field last changed its value: the magnetometer has been stuck since.
  /// What gravity has shown of the accelerometer meanwhile is discarded too, because the stuck field may have tilted the attitude.
  /// Gravity will show it again.
  mutating func undoRepeatedField() {
    state.restore(beforeRepetition.known)
    accelerometer = beforeRepetition.judgement
    accelerometer.restart()
    start.unsettle(state)
    gyroBiasError = state.gyroBiasError
    state.undoRecentNorthCorrections(angle: -beforeRepetition.north)
    noteFieldChange()
  }

  /// Takes an interval's mean field (earth frame, µT).
  ///
  /// - Parameter repetition: how often the same is measured in `updateInterval`.
  private mutating func update(
    meanField: Vector3, isMoving: Bool, interval: Double, repetition: Double, at time: Timestamp,
    earth: inout EarthModel
  ) {
    var field = state.observation(
      of: batch, field: meanField, monitor.parameters.roomVariation)
    state.noteTurn(batch.turn.z, interval: interval)
    let variance = parameters.fieldNoise * parameters.fieldNoise * repetition
    var use = FieldAction.use(correctsAttitude: true)
    var sigmas = state.innovationSigmas(of: field, variance: variance)
    if isCalibrated {
      let actions = judge(field, sigmas: sigmas, interval: interval, at: time, &earth)
      for index in 0..<actions.count {
        use = actions[index]
        apply(use, &field)
      }
      // The last action is how the field is used, which changes nothing.
      if actions.count > 1 { sigmas = state.innovationSigmas(of: field, variance: variance) }
    }
    note(field, sigmas: sigmas, interval: interval)
    let (factor, correctsAttitude) =
      switch use {
      case .ignore(let correctsAttitude): (Self.ignoredVarianceFactor, correctsAttitude)
      case .use(let correctsAttitude): (max(sigmas / parameters.misfitLimit, 1), correctsAttitude)
      default: (1, true)
      }
    let isJudged = isCalibrated && monitor.judgesAnomalies
    state.judgeLocalAnomaly(
      isJudged ? residuals.lasting : nil, averaging: monitor.parameters.recent, of: field,
      interval: interval, turnRate: residuals.turnRate)
    // At one spot the same vertical anomaly is measured again and again, and is no better known for it.
    let spot = isMoving ? 1 : parameters.verticalRepetition
    let vertical = variance + state.verticalAnomalyVariance * repetition * spot
    state.update(
      field,
      FieldWeight(
        variance: variance * factor, verticalVariance: vertical * factor,
        isCalibrated: isCalibrated, correctsAttitude: correctsAttitude))
  }

  /// The variance of a field that must not correct anything is larger by this. Source: numerical.
  private static let ignoredVarianceFactor = 1e6

  /// Lets the monitor judge a field.
  ///
  /// - Parameter sigmas: the innovation in standard deviations.
  private mutating func judge(
    _ field: FieldObservation, sigmas: Double, interval: Double, at time: Timestamp,
    _ earth: inout EarthModel
  ) -> FieldActions {
    let estimate = state.fieldEstimate
    let expected = monitor.expectation(estimate)
    let residual =
      field.measured - field.attitude * expected.hardIron - expected.reference.vector
    let vector = VectorResidual(
      field: field.measured, attitude: field.attitude,
      innovation: (state.innovation(of: field).length, sigmas),
      recentNorthCorrections: state.recentNorthCorrection, estimate: estimate)
    return monitor.step(
      FieldResidual(
        relativeLength: residual.length / estimate.reference.strength,
        isPlausible: monitor.isPlausible(field.measured),
        start: time.advanced(byMicroseconds: -Int64(interval * 1e6)), detail: .vector(vector)),
      motion: DeviceMotion(turning: batch.turning, interval: interval), earth: &earth, at: time)
  }

  /// Carries an action out; `field` is turned along where the earth frame is.
  private mutating func apply(_ action: FieldAction, _ field: inout FieldObservation) {
    switch action {
    case .inflateCovariance(let variance, let includingReference):
      state.inflateCovariance(variance: variance, includingReference: includingReference)
    case .undoRecentNorthCorrections(let angle):
      state.undoRecentNorthCorrections(angle: angle)
      field = field.turned(by: angle)
    case .restore(let checkpoint):
      state.restore(checkpoint)
    case .adoptReference(let reference, let variance, let turnsNorth):
      let azimuth = atan2(reference.y, reference.x)
      state.adoptReference(reference, variance: variance, azimuth: turnsNorth ? azimuth : nil)
      guard turnsNorth else { return }
      field = field.turned(by: -azimuth)
      residuals.forgetSpots()
    case .use, .ignore: break
    }
  }

  /// Notes how an interval's field compares with the reference.
  private mutating func note(_ field: FieldObservation, sigmas: Double, interval: Double) {
    let isDisturbed = monitor.isDisturbed
    residuals.update(
      field: field.measured - field.attitude * monitor.checkpoint.hardIron,
      refined: field.measured - field.attitude * state.hardIron,
      reference: state.reference.vector, isDisturbed: isDisturbed, interval: interval)
    if !isDisturbed {
      let expected = field.attitude * state.hardIron + state.reference.vector
      ownField.take(field.measured - expected, attitude: field.attitude, turning: batch.turning)
    }
    if !isDisturbed || monitor.isInflated && sigmas < parameters.misfitLimit {
      residuals.confirm(
        fully: !isDisturbed, variance: state.northVariance, interval: interval)
    }
  }
}
