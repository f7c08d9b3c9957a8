private import Glibc
import Quantities

/// The attitude from gyro, accelerometer and magnetometer: a Kalman filter for the errors of a
/// strapdown attitude.
///
/// The gyro carries the attitude from sample to sample. Ten times a second what was measured since
/// corrects it, and with it the gyro's bias, the magnetometer's delay, what the calibration left of
/// the hard iron, and the field of the place. `docs/heading.md` derives it.
///
/// - Sources: the error as a rotation in the earth frame, so that the bias enters by the attitude
///   alone: A. Barrau and S. Bonnabel, *The invariant extended Kalman filter as a stable observer*,
///   IEEE Trans. Automatic Control 62 (2017). Corrections gathered and applied at once: F. L. Markley,
///   *Attitude error representations for Kalman filtering*, J. Guidance 26 (2003).
struct AttitudeFilter {
  let parameters: HeadingParameters
  /// µT for each unit of the magnetometer: 1, or what makes counts a field of 45 µT.
  var unit = 1.0
  /// Whether the field is calibrated; one that is not says something of heading only.
  var isCalibrated: Bool

  /// Whether there is an attitude now.
  var isRunning = false
  var hasBegun = false
  /// Whether it is warm.
  var hasSettled = false
  /// Body → earth: magnetic north, east, down.
  var attitude = Quaternion.identity
  /// rad/s, body frame; to be taken from every reading.
  var gyroBias = Vector3.zero
  /// What the calibration left, body frame, µT.
  var hardIron = Vector3.zero
  /// By how much the field here and now differs from the place's, north and east, µT.
  var deviation = (north: 0.0, east: 0.0)
  /// The place's field, north and down, µT.
  var reference = (horizontal: 0.0, down: 0.0)
  /// s by which the magnetometer is late.
  var delay: Double
  /// The same as the sensors' drivers say it; `nil` where they do not. It counts at the next beginning.
  var toldDelay: Double?
  /// s by which the attitude is older than the gyro's newest sample says.
  var lag = 0.0
  /// North and east, m/s.
  var velocity = (north: 0.0, east: 0.0)
  var covariance = Covariance()

  /// rad/s, body frame, bias taken out: of the newest gyro sample.
  var rate = Vector3.zero
  var batch = MotionBatch(start: Timestamp(microseconds: 0))
  var history = AttitudeHistory()
  var rest: RestDetector
  /// m²/s², each of two directions, over about a second.
  var meanSquareVelocity = 0.0
  var excitation = Excitation()
  var disturbance: Disturbance
  var surroundings = Surroundings()
  /// What the Earth's field is here; `nil` where nobody knows.
  var expected: ExpectedField?
  /// What the magnetometer makes of that strength.
  var strengthScale = StrengthScale()
  var quality = FieldQuality()
  var recentTurns = RecentTurns()
  /// Whether the force that it began with was not gravity's alone.
  var wasShakenAtStart = false
  /// s of updates.
  var elapsed = 0.0
  var lastRate: Timestamp?
  private var spike = GyroSpike()
  private var middle: (attitude: Matrix3, time: Timestamp)?

  /// An attitude that waits for its beginning.
  ///
  /// - Parameter isCalibrated: whether the fields that will come are.
  init(isCalibrated: Bool, parameters: HeadingParameters) {
    self.parameters = parameters
    self.isCalibrated = isCalibrated
    delay = parameters.fieldDelay
    rest = RestDetector(fieldTolerance: 0)
    disturbance = Disturbance(variance: parameters.hardIronAtStart * parameters.hardIronAtStart)
  }

  /// Gives the attitude up, and keeps what is known of the gyro's bias.
  mutating func stop() {
    isRunning = false
    spike = GyroSpike()
  }

  /// rad/s, each axis, 68 %: by how much more the gyro's bias may be off at the next beginning.
  var gyroBiasDoubt = 0.0

  /// The gyro was not heard for a while, or is a chip that was set up anew: its bias may have changed by what
  /// warming up, or switching on, changes it.
  mutating func doubtGyroBias() { gyroBiasDoubt = parameters.gyroBiasStep }

  /// rad/s, each axis, 68 %: how far the gyro's bias may be off.
  var gyroBiasError: Double {
    let variances = covariance.variances(from: StateIndex.gyroBias)
    return ((variances.x + variances.y + variances.z) / 3).squareRoot()
  }

  /// rad²: north's.
  var northVariance: Double { covariance[StateIndex.attitude + 2, StateIndex.attitude + 2] }

  /// Takes in the mean angular rate (rad/s, body frame) of the interval that ends at `time`.
  mutating func update(rate sample: Vector3, at time: Timestamp) {
    defer { lastRate = time }
    rate = sample - gyroBias
    guard isRunning else { return }
    if let lastRate {
      let interval = time.seconds(since: lastRate)
      let judged = spike.judge(sample, over: interval)
      rate = judged.rate - gyroBias
      let owed = interval > 0 ? judged.owed / interval : .zero
      let half = Quaternion(rotationVector: (rate + owed) * (interval / 2))
      let between = attitude * half
      let matrix = Matrix3(between)
      middle = (matrix, time)
      batch.add(rate: judged.rate + owed, unbiased: rate + owed, attitude: matrix, over: interval)
      attitude = (between * half).normalized
    }
    history.append(attitude, rate: rate, at: time)
  }

  /// Takes in a specific force (m/s², body frame).
  ///
  /// An accelerometer's sample is a mean over its interval, as the gyro's is: it belongs to the
  /// attitude in the middle.
  mutating func update(force sample: Vector3, at time: Timestamp) {
    let matrix = middle.flatMap { $0.time == time ? $0.attitude : nil } ?? Matrix3(attitude)
    batch.add(force: matrix * sample)
  }

  /// Takes in a field (µT or counts, body frame).
  mutating func update(field sample: Vector3, at time: Timestamp) {
    let field = sample * unit
    let then = history.attitude(delay, before: time)
    let matrix = Matrix3(then?.attitude ?? attitude)
    batch.add(
      field: matrix * field, attitude: matrix, rate: matrix * (then?.rate ?? rate))
  }

  /// Lets what was measured since the last update correct the state, if it is time for that.
  mutating func updateIfDue(at time: Timestamp) {
    let interval = time.seconds(since: batch.start)
    guard interval >= parameters.updateInterval - 1e-4 else { return }
    if elapsed == 0, beginAgain(at: time) { return }
    if let rate = batch.meanRate {
      let body = Matrix3(attitude).transposed
      let fieldBody = batch.meanFieldAttitude.transposed
      rest.update(
        rate: rate, force: batch.meanForce.map { body * $0 },
        field: batch.meanField.map { fieldBody * $0 }, bias: gyroBias, biasError: gyroBiasError,
        interval: interval)
    }
    quality.add(turn: batch.turn.z, turning: batch.turning, interval: interval)
    propagate(interval)
    if let force = batch.meanForce { updateVelocity(force: force, interval: interval) }
    if rest.isResting, let rate = batch.meanRate { updateBias(restingRate: rate) }
    if let field = batch.meanField { update(meanField: field, interval: interval, at: time) }
    apply(covariance.takeCorrection())
    elapsed += interval
    noteSettling()
    mendBeginning()
    batch = MotionBatch(start: time)
  }

  /// Where the attitude goes on to be at `time`, the device turning as it last did.
  func attitude(at time: Timestamp) -> Quaternion {
    guard let lastRate else { return attitude }
    let ahead = min(max(time.seconds(since: lastRate), 0), Self.longestPrediction)
    return attitude * Quaternion(rotationVector: rate * (ahead + lag))
  }

  /// s.
  private static let longestPrediction = 0.1

  private mutating func apply(_ correction: StateVector) {
    recentTurns.append(correction[StateIndex.attitude + 2])
    turn(by: Vector3(correction[0], correction[1], correction[2]))
    gyroBias = gyroBias + Vector3(correction[3], correction[4], correction[5])
    hardIron = hardIron + Vector3(correction[6], correction[7], correction[8])
    deviation.north += correction[StateIndex.deviation]
    deviation.east += correction[StateIndex.deviation + 1]
    reference.horizontal += correction[StateIndex.reference]
    reference.down += correction[StateIndex.reference + 1]
    delay = min(max(delay + correction[StateIndex.delay], -0.02), 0.15)
    velocity.north += correction[StateIndex.velocity]
    velocity.east += correction[StateIndex.velocity + 1]
    if !disturbance.isWidened, hardIron.length > parameters.hardIronBound {
      hardIron = hardIron * (parameters.hardIronBound / hardIron.length)
    }
  }

  /// Turns the attitude, now and in the past, by a rotation vector in the earth frame (rad).
  mutating func turn(by rotationVector: Vector3) {
    let rotation = Quaternion(rotationVector: rotationVector)
    attitude = (rotation * attitude).normalized
    history.turn(by: rotation)
  }
}
