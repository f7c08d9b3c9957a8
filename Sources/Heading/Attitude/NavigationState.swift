private import Glibc
import Quantities
import SensorHealth

/// What the filter with a gyro estimates, and the covariance of its errors: one error-state Kalman filter.
///
/// `StateIndex` lists the parts. `docs/heading.md` derives the steps.
struct NavigationState {
  let parameters: HeadingParameters
  /// Body → earth: magnetic north, east, down.
  private(set) var attitude = Quaternion.identity
  /// rad/s, body frame; to be subtracted from every reading.
  var gyroBias = Vector3.zero
  var inertial = InertialErrors()
  /// Errors of the accelerometer that are not estimated.
  var considered = InertialVariances.Considered()
  /// Whether the gyro's matrix is what it was taken for.
  var matrixCheck = GyroMatrixCheck()
  /// Whether the gyro's bias changes as slowly as it was taken to.
  var biasCheck = GyroBiasCheck(.none)
  /// What the bias was before a field that may be disturbed.
  var biasMemory = GyroBiasMemory()
  /// Hard iron that the calibration left, body frame, µT.
  private(set) var hardIron = Vector3.zero
  var localAnomaly = LocalAnomaly()
  private(set) var reference = ReferenceField()
  /// The reference field when north was last found, µT, earth frame: what a rotation about down, and about the
  /// field, does to a measurement. With the newest estimate in its place the filter would take the changes of that
  /// estimate for a measurement of what no field shows, a rotation about the field itself.
  ///
  /// Source: first-estimates Jacobians: G. P. Huang, A. I. Mourikis, S. I. Roumeliotis, *Analysis and improvement of
  /// the consistency of extended Kalman filter based SLAM*, ICRA 2008.
  private var firstReference = Vector3.zero
  /// s by which the magnetometer is late against the gyro.
  private(set) var delay: Double
  private var hand: HandVelocity
  var covariance = Covariance()
  private var history = AttitudeHistory()
  private var excitation: Excitation
  private var recentCorrections = RecentCorrections()
  /// Whether the covariance explains the corrections of the last minute.
  var correctionSums = CorrectionSums()

  init(parameters: HeadingParameters) {
    self.parameters = parameters
    hand = HandVelocity(parameters)
    delay = parameters.fieldDelay
    excitation = Excitation(timeConstant: parameters.motionMemory)
  }

  /// Starts with one sample of gravity and field.
  ///
  /// - Parameters:
  ///   - earth: body → earth by that sample.
  ///   - field: earth frame, µT.
  ///   - gyroBias: rad/s, body frame, and how far it may be off on each axis, 68 %.
  ///   - inertial: what is known of the other errors of gyro and accelerometer.
  ///   - driverDelay: s by which the drivers of magnetometer and gyro report the field late; `nil` where
  ///     they do not.
  init(
    earth: Matrix3, field: Vector3, gyroBias: (Vector3, error: Double),
    inertial: (InertialErrors, variances: InertialVariances), driverDelay: Double?,
    parameters: HeadingParameters
  ) {
    self.init(parameters: parameters)
    (self.inertial, considered) = (inertial.0, inertial.variances.considered)
    matrixCheck = GyroMatrixCheck(
      mean: inertial.0.gyroMatrix, variances: inertial.variances.gyroMatrix)
    biasCheck = GyroBiasCheck(inertial.variances.gyroDrift)
    attitude = Quaternion(earth)
    self.gyroBias = gyroBias.0
    reference = ReferenceField(horizontal: field.x, down: field.z)
    firstReference = reference.vector
    delay = driverDelay ?? parameters.fieldDelay
    covariance = Covariance(
      earth: earth, reference: reference, biasError: gyroBias.error, inertial: inertial.variances,
      delayError: driverDelay == nil ? parameters.fieldDelay : SensorDelays.driverError,
      parameters)
    noteGyroBias()
  }

  /// What `FieldMonitor` saves and restores.
  var fieldEstimate: FieldCheckpoint {
    let (north, down) = (StateIndex.reference, StateIndex.reference + 1)
    return FieldCheckpoint(
      hardIron: hardIron, hardIronVariance: covariance.variances(from: StateIndex.hardIron),
      reference: reference, horizontalVariance: covariance[north, north],
      downVariance: covariance[down, down])
  }

  /// rad²: north's.
  var northVariance: Double { covariance[StateIndex.north, StateIndex.north] }

  /// rad/s, each axis, 68 %: how far the gyro's bias may be off.
  var gyroBiasError: Double {
    let variances = gyroBiasVariances
    return ((variances.x + variances.y + variances.z) / 3).squareRoot()
  }

  /// rad/s, 68 %: of the axis whose bias is known least.
  var largestGyroBiasError: Double {
    let variances = gyroBiasVariances
    return max(variances.x, variances.y, variances.z).squareRoot()
  }

  /// rad/s: of the axis with the largest bias.
  var largestGyroBias: Double { max(abs(gyroBias.x), abs(gyroBias.y), abs(gyroBias.z)) }

  /// (rad/s)². In an even turn a scale error is a bias, and only their sum is known: that part does not count.
  private var gyroBiasVariances: Vector3 {
    let variances = covariance.variances(from: StateIndex.gyroBias)
    let (x, matrix) = (StateIndex.gyroBias, StateIndex.gyroMatrixParts)
    return variances
      - Vector3(
        covariance.variance(of: x, from: matrix), covariance.variance(of: x + 1, from: matrix),
        covariance.variance(of: x + 2, from: matrix))
  }

  /// rad²: north's without the part that the accelerometer's offset makes, which no time at rest makes smaller.
  var northVarianceOfMotion: Double {
    max(northVariance - northVariance(from: StateIndex.accelerometerOffsetParts), 0)
  }

  /// rad²: the tilt's about north and east, without the part that the accelerometer's offset makes.
  var tiltVarianceOfMotion: Double {
    let (tilt, offset) = (StateIndex.attitude, StateIndex.accelerometerOffsetParts)
    return covariance[tilt, tilt] - covariance.variance(of: tilt, from: offset)
      + covariance[tilt + 1, tilt + 1] - covariance.variance(of: tilt + 1, from: offset)
  }

  /// rad²: the part of `northVarianceOfMotion` that the tilt's errors make.
  var northVarianceOfTilt: Double {
    let tilt = northVariance(from: StateIndex.attitude..<StateIndex.north)
    return max(tilt - northVariance(from: StateIndex.accelerometerOffsetParts), 0)
  }

  /// rad²: the part of it that errors of other parts make.
  func northVariance(from parts: Range<Int>) -> Double {
    covariance.variance(of: StateIndex.north, from: parts)
  }

  /// What `correctionSums` compares the corrections with.
  private var variancesOfCorrections: CorrectionSums.Variances {
    let tilt = StateIndex.attitude
    return CorrectionSums.Variances(
      tilt: covariance[tilt, tilt] + covariance[tilt + 1, tilt + 1], north: northVariance,
      gyroBias: covariance.variances(from: StateIndex.gyroBias))
  }

  /// rad about down: the corrections of north in the latest updates.
  var recentNorthCorrection: Double { recentCorrections.northOfMagnet }
}

// MARK: - The attitude from gyro sample to gyro sample
extension NavigationState {
  /// Takes the attitude that the gyro carried on.
  mutating func carry(to attitude: Quaternion) { self.attitude = attitude }

  /// Notes the attitude and the rate (rad/s, body frame) of `time` for fields that come late.
  mutating func record(rate: Vector3, at time: Timestamp) {
    history.append(attitude, rate: rate, at: time)
  }

  /// Attitude and rate (rad/s, body frame) of when a field was measured that came at `time`.
  func whenMeasured(_ time: Timestamp) -> (attitude: Quaternion, rate: Vector3)? {
    history.attitude(delay, before: time)
  }

  /// Turns the attitude, now and in the past, by a rotation vector in the earth frame (rad).
  mutating func turn(by rotationVector: Vector3) {
    let rotation = Quaternion(rotationVector: rotationVector)
    attitude = (rotation * attitude).normalized
    history.turn(by: rotation)
  }
}

// MARK: - The steps of the Kalman filter, in their order
extension NavigationState {
  /// Lets the errors grow by what the sensors may have done wrong in `interval` s.
  ///
  /// - Parameter pace: `pace` of now.
  mutating func propagate(_ batch: MotionBatch, interval: Double, pace: Double) {
    let walkPerRate = parameters.gyroBiasWalkPerRate * batch.turning / interval
    let walk = parameters.gyroBiasWalk * parameters.gyroBiasWalk + walkPerRate * walkPerRate
    let biasVariance = biasCheck.walk(variance: walk * interval, interval: interval)
    covariance.propagate(batch, interval: interval, biasVariance: biasVariance, parameters)
    propagateGains(batch, interval: interval)
    correctionSums.expect(
      variancesOfCorrections, attitudeIntegral: batch.attitudeIntegral, interval: interval)
    propagateLocalAnomaly(kept: exp(-interval * (pace + 1 / parameters.localAnomalyTimeConstant)))
  }

  /// Errors of the accelerometer's gains and axes are another offset in another attitude: as a part of gravity's
  /// turn in the body, as if it changed each second.
  private mutating func propagateGains(_ batch: MotionBatch, interval: Double) {
    let square = (batch.turn.x * batch.turn.x + batch.turn.y * batch.turn.y) / interval
    for index in StateIndex.accelerometerOffsetParts
    where covariance[index, index] < considered.gains {
      covariance.add(variance: considered.gains * min(square, 1), from: index, count: 1)
    }
  }

  /// 1/s: how often the device comes to another spot, with another local anomaly; 0 at rest.
  ///
  /// By the velocity as far as it is known: at first it is nothing but the tilt's error.
  func pace(isResting: Bool) -> Double {
    if isResting { return 0 }
    return hand.horizontalSpeed(unknown: velocityVariance) / parameters.localAnomalyLength
  }

  /// m²/s²: of a horizontal component of the velocity, mean of both.
  private var velocityVariance: Double {
    let (north, east) = (StateIndex.velocity, StateIndex.velocity + 1)
    return (covariance[north, north] + covariance[east, east]) / 2
  }

  /// Levels by the accelerometer.
  ///
  /// Accelerations of a hand are not small, but they cancel: the velocity stays near zero. So the
  /// specific force without gravity is integrated, and that velocity is what is measured to be zero.
  /// Where the attitude is tilted gravity leaks into it and grows without end.
  ///
  /// - Parameters:
  ///   - force: mean over the interval, m/s², earth frame, as it was measured.
  ///   - attitude: body → earth, mean over the same samples.
  ///   - hasSettled: whether the first seconds are over: before, a velocity is that of a tilt, and after, that of a motion.
  mutating func updateVelocity(
    force: Vector3, attitude: Matrix3, interval: Double, hasSettled: Bool
  ) {
    let kept = exp(-interval / parameters.motionMemory)
    let force = force - attitude * inertial.accelerometerOffset
    let entersVehicle = hand.accelerate(
      force + Vector3(0, 0, standardGravity), interval: interval, kept: kept)
    if entersVehicle, hasSettled { undoPush() }
    covariance.propagateVelocity(
      force: force.z, attitude: attitude, interval: interval, kept: kept)
    if hand.discardIfCarried(unknown: velocityVariance) {
      let square = parameters.velocityAtStart * parameters.velocityAtStart
      covariance.reset(variance: square, from: StateIndex.velocity, count: 2)
    }
    let offsets = covariance.variances(from: StateIndex.accelerometerOffset)
    let tilts = covariance.variances(from: StateIndex.attitude)
    let variance =
      hand.horizontalVariance(
        offset: (offsets.x + offsets.y + offsets.z) / 3, tilt: (tilts.x + tilts.y) / 2,
        unknown: hasSettled
          ? velocityVariance + considered.offset + considered.suspectedOffset : nil) / interval
    covariance.update(
      from: StateIndex.velocity, innovation: -hand.velocity,
      variance: Vector3(variance, variance, hand.verticalVariance / interval),
      gainShare: HandVelocity.gainShare(interval: interval))
  }

  /// The device is in a vehicle: a push of the last seconds passed for a tilt and for a bias of the gyro. The gyro of these
  /// seconds, with the bias of before, is the better one.
  private mutating func undoPush() {
    let updates = Int(hand.vehicle.pushSeconds / parameters.updateInterval)
    let push = recentCorrections.undo(newest: updates)
    correctionSums.undo(push)
    turn(by: push * -1)
    discardRecentGyroBias(seconds: hand.vehicle.possiblePushSeconds)
    noteGyro()
  }

  /// The first seconds are over. Their corrections are not to be undone.
  mutating func noteSettling() {
    recentCorrections.reset()
    correctionSums.restart()
  }

  /// Discards the velocity: the force was not levelled as it should have been.
  mutating func discardVelocity() {
    hand = HandVelocity(parameters)
    let square = parameters.velocityAtStart * parameters.velocityAtStart
    covariance.reset(variance: square, from: StateIndex.velocity, count: 3)
  }

  /// Takes the mean rate (rad/s, body frame) of a resting gyro for its bias.
  ///
  /// - Parameter repetition: how often the same is measured in `updateInterval`.
  mutating func updateBias(restingRate: Vector3, repetition: Double) {
    let variance = parameters.restRate * parameters.restRate * repetition
    covariance.update(
      from: StateIndex.gyroBias, innovation: restingRate - gyroBias,
      variance: Vector3(variance, variance, variance))
  }

  /// The gyro's bias has changed at once by `rate`, rad/s, body frame, `seconds` ago: the device did not turn so.
  mutating func takeBiasJump(_ rate: Vector3, seconds: Double) {
    turn(by: attitude.rotate(rate * -seconds))
    gyroBias = gyroBias + rate
    let variance = parameters.settledBias * parameters.settledBias
    covariance.reset(variance: variance, from: StateIndex.gyroBias, count: 3)
    noteGyro()
  }

  /// Notes how far the device turned about down, rad, for the share that hard iron may learn.
  mutating func noteTurn(_ turn: Double, interval: Double) {
    excitation.update(turn: turn, interval: interval)
  }

  /// Takes a field; its correction is applied by `applyCorrection`.
  mutating func update(_ field: FieldObservation, _ weight: FieldWeight) {
    covariance.update(
      field.rows, of: FieldObservation.parts, innovation: innovation(of: field),
      variance: Vector3(weight.variance, weight.variance, weight.verticalVariance),
      gainShare: weight.gainShare(hardIron: turnedShare))
  }

  /// In [0, 1]: how much of a turn that distinguishes hard iron from north the device has made of late.
  private var turnedShare: Double { min(excitation.value / parameters.excitation, 1) }

  /// A rest was an even turn: what it taught of the bias is not known.
  ///
  /// - Parameters:
  ///   - fieldChange: µT, by which the field moved meanwhile.
  ///   - seconds: in how many s.
  ///   - largestRate: rad/s, 68 %: of the bias before it was measured.
  mutating func undoRest(fieldChange: Double, seconds: Double, largestRate: Double) {
    let angle = min(fieldChange / max(reference.horizontal, leastField), .pi)
    let rate = min(angle / seconds, largestRate)
    covariance.add(variance: rate * rate, from: StateIndex.gyroBias, count: 3)
    covariance.add(variance: angle * angle, from: StateIndex.north, count: 1)
  }

  /// Applies what the measurements since the last call ask for, and discards it.
  ///
  /// - Parameter boundsHardIron: whether hard iron stays within what a calibration leaves.
  mutating func applyCorrection(boundsHardIron: Bool) {
    let correction = covariance.takeCorrection()
    let rotation = correction.vector(from: StateIndex.attitude)
    recentCorrections.append(rotation)
    correctionSums.add(
      rotation, bias: correction.vector(from: StateIndex.gyroBias), left: variancesOfCorrections,
      proven: turnedShare)
    turn(by: rotation)
    gyroBias = gyroBias + correction.vector(from: StateIndex.gyroBias)
    inertial.gyroMatrix =
      inertial.gyroMatrix + Matrix3 { correction[StateIndex.gyroMatrixRow($0) + $1] }
    inertial.accelerometerOffset =
      inertial.accelerometerOffset + correction.vector(from: StateIndex.accelerometerOffset)
    hardIron = hardIron + correction.vector(from: StateIndex.hardIron)
    localAnomaly.north += correction[StateIndex.localAnomaly]
    localAnomaly.east += correction[StateIndex.localAnomaly + 1]
    reference.horizontal += correction[StateIndex.reference]
    reference.down += correction[StateIndex.reference + 1]
    let corrected = delay + correction[StateIndex.delay]
    delay = min(max(corrected, -SensorDelays.largest), SensorDelays.largest)
    hand.correct(by: correction.vector(from: StateIndex.velocity))
    if boundsHardIron, hardIron.length > parameters.hardIronAtStart {
      hardIron = hardIron * (parameters.hardIronAtStart / hardIron.length)
    }
  }
}

// MARK: - The field: what is expected, and what the field monitor asks for
extension NavigationState {
  /// An interval's field (earth frame, µT) as a measurement.
  mutating func observation(of batch: MotionBatch, field: Vector3, _ smallestInnovation: Double)
    -> FieldObservation
  {
    var observation = FieldObservation(
      measured: field, lever: field, attitude: batch.meanFieldAttitude,
      perDelay: batch.meanFieldPerDelay)
    let innovation = innovation(of: observation)
    let largest = smallestInnovation * reference.strength
    // A start in the middle of a motion finds another inclination.
    if (reference.vector - firstReference).length > largest { firstReference = reference.vector }
    if innovation.length < largest {
      observation.lever = firstReference
    }
    return observation
  }

  /// Measured − expected, µT.
  func innovation(of field: FieldObservation) -> Vector3 {
    field.innovation(hardIron: hardIron, reference: reference, localAnomaly: localAnomaly)
  }

  /// The innovation in standard deviations: the root mean square of its components.
  ///
  /// - Parameter variance: µT², of the measurement's own noise.
  func innovationSigmas(of field: FieldObservation, variance: Double) -> Double {
    let innovation = innovation(of: field)
    let expected = covariance.variances(of: field.rows, from: FieldObservation.parts)
    let squares =
      innovation.x * innovation.x / (expected.x + variance)
      + innovation.y * innovation.y / (expected.y + variance)
      + innovation.z * innovation.z / (expected.z + variance + parameters.verticalVariance)
    return (squares / 3).squareRoot()
  }

  /// Adds variance, µT², to hard iron and local anomaly, and to the reference.
  mutating func inflateCovariance(variance: Double, includingReference: Bool) {
    covariance.add(variance: variance, from: StateIndex.hardIron, count: 3)
    covariance.add(variance: variance, from: StateIndex.localAnomaly, count: 2)
    if includingReference {
      covariance.add(variance: variance, from: StateIndex.reference, count: 2)
    }
  }

  /// Turns north by `angle` rad about down and discards the noted corrections of north.
  mutating func undoRecentNorthCorrections(angle: Double) {
    recentCorrections.reset()
    correctionSums.undo(Vector3(0, 0, -angle))
    turn(by: Vector3(0, 0, angle))
  }

  /// Restores hard iron and reference of a checkpoint.
  mutating func restore(_ checkpoint: FieldCheckpoint) {
    (hardIron, reference) = (checkpoint.hardIron, checkpoint.reference)
    localAnomaly.discardEstimate()
    covariance.reset(
      variance: checkpoint.horizontalVariance, from: StateIndex.reference, count: 1)
    covariance.reset(variance: checkpoint.downVariance, from: StateIndex.reference + 1, count: 1)
    covariance.reset(variances: checkpoint.hardIronVariance, from: StateIndex.hardIron)
    covariance.reset(
      variance: parameters.localAnomaly * parameters.localAnomaly, from: StateIndex.localAnomaly,
      count: 2)
  }

  /// A field (earth frame, µT) becomes the reference.
  ///
  /// - Parameters:
  ///   - variance: µT², of both parts.
  ///   - azimuth: rad; where not `nil` the earth frame is turned by it, so that the field points north.
  mutating func adoptReference(_ field: Vector3, variance: Double, azimuth: Double?) {
    reference = ReferenceField(of: field)
    firstReference = reference.vector
    covariance.reset(variance: variance, from: StateIndex.reference, count: 2)
    guard let azimuth else { return }
    turn(by: Vector3(0, 0, -azimuth))
    recentCorrections.reset()
    hand.turn(by: Quaternion(rotationVector: Vector3(0, 0, -azimuth)))
    for part in [StateIndex.attitude, StateIndex.velocity, StateIndex.localAnomaly] {
      covariance.turn(part, by: -azimuth)
    }
    resetNorth()
  }

  /// Makes north as uncertain as one sample of gravity and field shows it: a tilt turns the field's direction by
  /// its own angle, of which the horizontal part is smaller.
  private mutating func resetNorth() {
    let lever = reference.vector.length / max(reference.horizontal, 1)
    let angle = min(parameters.tiltAtStart * lever, 1)
    covariance.reset(variance: angle * angle, from: StateIndex.north, count: 1)
  }

  /// Reads north and the reference off a field (earth frame, µT); both are as uncertain as at the start.
  mutating func readNorth(off field: Vector3) {
    let error = parameters.tiltAtStart * field.length
    adoptReference(field, variance: error * error, azimuth: atan2(field.y, field.x))
    releaseNorth()
  }

  /// Lets the field find north anew: north and local anomaly are as uncertain as at the start.
  mutating func releaseNorth() {
    localAnomaly.discardEstimate()
    resetNorth()
    covariance.reset(
      variance: parameters.localAnomalyAtStart * parameters.localAnomalyAtStart,
      from: StateIndex.localAnomaly, count: 2)
  }
}
