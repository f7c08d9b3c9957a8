private import Glibc
import Quantities

extension AttitudeFilter {
  /// Begins with what gravity and the field say; what is known of the gyro's bias stays.
  ///
  /// - Parameters:
  ///   - force: m/s², body frame.
  ///   - field: µT or counts, body frame. Where it or the force has no direction, or both have the
  ///     same, nothing begins.
  ///   - unit: µT for each unit of the magnetometer.
  mutating func begin(force: Vector3, field: Vector3, unit: Double, at time: Timestamp) {
    guard unit.isFinite, let up = force.normalized,
      let east = (-up).cross(field * unit).normalized
    else { return }
    let biasError =
      hasBegun
      ? min(hypot(gyroBiasError, gyroBiasDoubt), parameters.gyroBiasAtStart)
      : parameters.gyroBiasAtStart
    let before = self
    self = AttitudeFilter(isCalibrated: isCalibrated, parameters: parameters)
    (gyroBias, expected) = (before.gyroBias, before.expected)
    strengthScale = before.strengthScale
    (rate, lastRate) = (before.rate, before.lastRate)
    (lag, toldDelay) = (before.lag, before.toldDelay)
    delay = toldDelay ?? parameters.fieldDelay
    let earth = Matrix3(east.cross(-up), east, -up)
    let measured = earth * field * unit
    self.unit = unit
    attitude = Quaternion(earth)
    reference = (measured.x, measured.z)
    batch = MotionBatch(start: time)
    rest = RestDetector(fieldTolerance: 0.003 * measured.length + 0.3)
    beginCovariance(biasError: biasError, earth: earth)
    (hasBegun, isRunning) = (true, true)
    wasShakenAtStart =
      before.elapsed == 0 && before.wasShakenAtStart
      || abs(force.length - standardGravity) > Self.smallestShake
    if let lastRate { history.append(attitude, rate: rate, at: lastRate) }
  }

  /// Begins once more after the first interval, with its means in place of its first sample: north is
  /// read off them, and what their noise was is not told from it for long.
  ///
  /// - Returns: whether there was something to begin with.
  mutating func beginAgain(at time: Timestamp) -> Bool {
    guard let force = batch.meanForce, let field = batch.meanField else { return false }
    let interval = time.seconds(since: batch.start)
    let bodyFromEarth = Matrix3(attitude).transposed
    begin(force: bodyFromEarth * force, field: bodyFromEarth * field / unit, unit: unit, at: time)
    elapsed = interval
    return true
  }

  /// Lets the field tell north anew as soon as the tilt has been found, where the accelerometer was
  /// shaken at the beginning: a tilt that was off by more than a linear filter can undo took north
  /// with it.
  mutating func mendBeginning() {
    let tilt = covariance.variances(from: StateIndex.attitude)
    guard wasShakenAtStart, elapsed < Self.beginning,
      tilt.x + tilt.y < Self.knownTilt * Self.knownTilt
    else { return }
    wasShakenAtStart = false
    deviation = (0, 0)
    covariance.reset(
      variance: Self.northAtStart * Self.northAtStart, from: StateIndex.attitude + 2, count: 1)
    covariance.reset(
      variance: parameters.deviationAtStart * parameters.deviationAtStart,
      from: StateIndex.deviation, count: 2)
  }

  /// s after which it is the beginning no more.
  private static let beginning = 10.0
  /// rad, 68 %. A tilt that is known so well has been found.
  private static let knownTilt = 1.0.inRadians
  /// m/s². A force that is off by more than that is not gravity alone.
  private static let smallestShake = 1.0

  private mutating func beginCovariance(biasError: Double, earth: Matrix3) {
    covariance.add(variance: Self.tiltAtStart * Self.tiltAtStart, from: 0, count: 2)
    covariance.add(variance: biasError * biasError, from: StateIndex.gyroBias, count: 3)
    let delayError =
      toldDelay == nil ? parameters.fieldDelayError : parameters.toldDelayError
    covariance.add(variance: delayError * delayError, from: StateIndex.delay, count: 1)
    covariance.add(variance: 0.25, from: StateIndex.velocity, count: 2)
    covariance.add(
      variance: parameters.hardIronAtStart * parameters.hardIronAtStart,
      from: StateIndex.hardIron, count: 3)
    covariance.add(
      variance: parameters.deviationAtStart * parameters.deviationAtStart,
      from: StateIndex.deviation, count: 2)
    relateNorthToField(earth)
  }

  /// North and the place's field were read off one sample: they are wrong together with the tilt,
  /// the stray of this spot and the hard iron that were in it.
  ///
  /// From the measurement's rows (`FieldView`), its innovation being zero by construction.
  private mutating func relateNorthToField(_ earth: Matrix3) {
    let (horizontal, down) = (max(reference.horizontal, 1), reference.down)
    let noise = parameters.fieldNoise * parameters.fieldNoise
    let north = StateIndex.attitude + 2
    covariance.add(variance: noise / (horizontal * horizontal), from: north, count: 1)
    covariance.add(down / horizontal, times: StateIndex.attitude, to: north)
    covariance.add(1 / horizontal, times: StateIndex.deviation + 1, to: north)
    covariance.add(earth.row1 / horizontal, times: StateIndex.hardIron, to: north)
    let (strength, vertical) = (StateIndex.reference, StateIndex.reference + 1)
    covariance.add(variance: noise, from: strength, count: 1)
    covariance.add(variance: noise + parameters.verticalVariance, from: vertical, count: 1)
    covariance.add(down, times: StateIndex.attitude + 1, to: strength)
    covariance.add(-1, times: StateIndex.deviation, to: strength)
    covariance.add(-earth.row0, times: StateIndex.hardIron, to: strength)
    covariance.add(-horizontal, times: StateIndex.attitude + 1, to: vertical)
    covariance.add(-earth.row2, times: StateIndex.hardIron, to: vertical)
  }

  /// rad. What one sample of a hand-held accelerometer tells of down.
  private static let tiltAtStart = 0.1
  /// rad. What one sample of field and gravity tells of north.
  static let northAtStart = 0.15
}
