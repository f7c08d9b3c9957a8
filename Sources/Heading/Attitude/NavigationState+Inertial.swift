import Quantities
import SensorHealth

// What is known of the errors of gyro and accelerometer, and when it is believed no more.
extension NavigationState {
  /// The variances of `inertial`.
  var inertialVariances: InertialVariances {
    covariance.inertial(considered: considered, gyroDrift: biasCheck.drift)
  }

  /// What is known of gyro and accelerometer, to be restored.
  var inertialEstimate: InertialEstimate {
    InertialEstimate(
      gyroBias: gyroBias, gyroBiasVariances: covariance.variances(from: StateIndex.gyroBias),
      errors: inertial, variances: inertialVariances,
      isGyroDistrusted: matrixCheck.isDistrusted)
  }

  /// Restores what was known of gyro and accelerometer.
  mutating func restore(_ former: InertialEstimate) {
    level(with: former.errors.accelerometerOffset)
    (gyroBias, inertial) = (former.gyroBias, former.errors)
    considered = former.variances.considered
    covariance.reset(variances: former.gyroBiasVariances, from: StateIndex.gyroBias)
    covariance.reset(former.variances)
    matrixCheck.isDistrusted = former.isGyroDistrusted
    noteGyro()
  }

  /// Looks whether the gyro's matrix and bias are what was known of them.
  ///
  /// - Parameter hasField: whether a field was measured in the interval.
  mutating func checkGyro(hasField: Bool, interval: Double) {
    checkGyroMatrix(interval: interval)
    checkGyroBias(hasField: hasField, interval: interval)
    guard gyroBiasError < parameters.settledBias else { return }
    biasMemory.note(
      GyroBiasMemory.Known(
        estimate: gyroBias, variances: covariance.variances(from: StateIndex.gyroBias),
        warming: biasCheck.warming, drifted: biasCheck.drifted),
      interval: interval)
  }

  /// A disturbed field or a push may have taught the gyro's bias for `seconds` s: takes the bias of before.
  mutating func discardRecentGyroBias(seconds: Double) {
    guard let (known, age) = biasMemory.takeFormer(beforeLast: seconds) else { return }
    correctionSums.undo(bias: gyroBias - known.estimate)
    gyroBias = known.estimate
    biasCheck.restore(warming: known.warming)
    let walked = known.warming * age + biasCheck.drifted - known.drifted
    covariance.reset(
      variances: known.variances + Vector3(walked, walked, walked), from: StateIndex.gyroBias)
  }

  /// The gyro's temperature has changed: its bias has, too.
  mutating func driftGyroBias(kelvins: Double) {
    covariance.add(
      variance: biasCheck.drift(kelvins: kelvins), from: StateIndex.gyroBias, count: 3)
  }

  /// Takes what is known of the gyro's matrix and bias now for what the next estimates are compared with.
  mutating func noteGyro() {
    matrixCheck.note(inertial.gyroMatrix, variances: covariance.gyroMatrixVariances)
    noteGyroBias()
  }

  /// The part of `noteGyro` that is the bias.
  mutating func noteGyroBias() {
    biasCheck.note(
      estimatedBias, variances: covariance.variances(from: StateIndex.gyroBias))
  }

  /// Looks whether the gyro's bias changes as slowly as it was taken to; where not, it is less certain.
  private mutating func checkGyroBias(hasField: Bool, interval: Double) {
    let added = biasCheck.take(
      estimatedBias, variances: covariance.variances(from: StateIndex.gyroBias),
      hasField: hasField, interval: interval)
    if added > 0 { covariance.add(variance: added, from: StateIndex.gyroBias, count: 3) }
  }

  /// rad/s, body frame: the gyro's bias with the correction that is yet to be applied.
  private var estimatedBias: Vector3 {
    gyroBias + covariance.correction.vector(from: StateIndex.gyroBias)
  }

  /// Looks whether the gyro's matrix, which the field shows, is within what was known of it; where not, less was known.
  ///
  /// What was known before anything was measured is replaced, so that all that was concluded from it changes. What was
  /// known after a disturbance depends on the rest of the state: the matrix alone becomes less certain then.
  private mutating func checkGyroMatrix(interval: Double) {
    let former = matrixCheck.take(
      estimatedGyroMatrix, variances: covariance.gyroMatrixVariances, interval: interval)
    if let former { replaceGyroMatrix(former) }
  }

  /// The gyro may be off as one that was never calibrated.
  mutating func distrustGyro() {
    if let former = matrixCheck.distrust() { replaceGyroMatrix(former) }
  }

  /// Part of 1: what is known of the gyro's scale and axes, with the correction that is yet to be applied.
  private var estimatedGyroMatrix: Matrix3 {
    let (held, pending) = (inertial.gyroMatrix, covariance.correction)
    return Matrix3 { held[$0, $1] + pending[StateIndex.gyroMatrixRow($0) + $1] }
  }

  /// Lets the gyro's matrix be as uncertain as `matrixCheck` now knows it, in place of `former`.
  private mutating func replaceGyroMatrix(_ former: GyroMatrixCheck.Known) {
    let wider = matrixCheck.known.variances
    guard former.isPrior else {
      let added = wider + former.variances * -1
      let left = covariance.gyroMatrixVariances
      covariance.add(gyroMatrix: added)
      return matrixCheck.note(estimatedGyroMatrix, variances: left + added)
    }
    let held = inertial.gyroMatrix
    for row in 0..<3 {
      for column in 0..<3 where wider[row, column] > former.variances[row, column] {
        covariance.replacePrior(
          of: StateIndex.gyroMatrixRow(row) + column,
          mean: former.mean[row, column] - held[row, column],
          variance: former.variances[row, column], wider: wider[row, column])
      }
    }
    noteGyroBias()
  }

  /// m/s², 68 %: how far the accelerometer's offset may be from the estimate, each axis.
  var accelerometerDeviation: Double {
    inertialVariances.meanOffset.squareRoot()
  }

  /// The accelerometer may be off as one that was never calibrated.
  mutating func distrustAccelerometer() {
    let cheap = InertialVariances(.cheapBoard)
    considered = cheap.considered
    covariance.reset(
      variances: cheap.accelerometerOffset, from: StateIndex.accelerometerOffset)
  }

  /// rad²: the part of the variance of an azimuth that the accelerometer's offset makes, estimated and not.
  ///
  /// - Parameter direction: whose azimuth it is, earth frame.
  func azimuthVarianceFromOffset(of direction: Vector3) -> Double {
    let considered = considered.offset + considered.suspectedOffset
    return covariance.variance(
      along: TiltTerms.azimuthRow(of: direction), from: StateIndex.attitude,
      of: StateIndex.accelerometerOffsetParts)
      + TiltTerms.azimuthVariance(
        of: direction, tiltVariance: considered / (standardGravity * standardGravity),
        reference: reference)
  }

  /// Takes another offset of the accelerometer, m/s², body frame: the attitude was levelled with the former one.
  private mutating func level(with offset: Vector3) {
    let down = Matrix3(attitude) * (offset - inertial.accelerometerOffset)
    turn(by: Vector3(down.y, -down.x, 0) / standardGravity)
    inertial.accelerometerOffset = offset
  }

  /// Takes what gravity shows of the accelerometer's offset for what is known of it: the former knowledge is
  /// contradicted.
  ///
  /// North was found with the tilt of the former offset, so both are found anew. The tilt may be off by the whole change and by
  /// the error of what was found.
  mutating func replaceAccelerometerOffset(by found: OffsetRegression.Estimate) {
    let change = found.offset - inertial.accelerometerOffset
    level(with: found.offset)
    let most = InertialVariances.learnable * InertialVariances.learnable
    let (x, y, z) = (found.variances.x, found.variances.y, found.variances.z)
    covariance.reset(
      variances: Vector3(min(x, most), min(y, most), min(z, most)),
      from: StateIndex.accelerometerOffset)
    considerOffset(found)
    let tilt = (change.dot(change) + (x + y + z) / 3) / (standardGravity * standardGravity)
    covariance.reset(variance: tilt, from: StateIndex.attitude, count: 2)
    discardVelocity()
    let former = covariance
    releaseNorth()
    // Near a magnet north and the anomaly may have been less certain than they are at a start.
    for part in [StateIndex.north, StateIndex.localAnomaly, StateIndex.localAnomaly + 1] {
      let lost = max(former[part, part] - covariance[part, part], 0)
      covariance.add(variance: lost, from: part, count: 1)
    }
  }

  /// Takes one more block of gravity for an offset that was replaced.
  mutating func refineAccelerometerOffset(by found: OffsetRegression.Estimate) {
    var row = StateVector.zero
    row.set(found.block.row, from: StateIndex.accelerometerOffset)
    let expected = found.block.row.dot(inertial.accelerometerOffset)
    covariance.update(
      row, innovation: found.block.acceleration - expected, variance: found.block.variance)
    considerOffset(found)
  }

  /// What the covariance of the state does not have of the error of an offset that was found counts, and is not learned.
  private mutating func considerOffset(_ found: OffsetRegression.Estimate) {
    let rest = found.variances - covariance.variances(from: StateIndex.accelerometerOffset)
    let remainder = OffsetRegression.remainder * OffsetRegression.remainder
    considered.offset = (max(rest.x, 0) + max(rest.y, 0) + max(rest.z, 0)) / 3 + remainder
    considered.suspectedOffset = 0
  }

  /// Takes how much larger the variance of the accelerometer's offset may be, (m/s²)²: it counts, and is not learned.
  mutating func suspectAccelerometerOffset(variance: Double) {
    considered.suspectedOffset = variance
  }
}
