import Quantities

extension Covariance {
  /// The covariance of a state that starts with the north and the reference field of one sample.
  ///
  /// North and reference are wrong together with the tilt, the local anomaly and the hard iron that were in the sample:
  /// from the measurement's rows (`FieldObservation`), its innovation being zero by construction.
  ///
  /// - Parameters:
  ///   - earth: body → earth.
  ///   - biasError: rad/s, 68 %, of the gyro's bias about each axis.
  ///   - inertial: of the gyro's matrix and the accelerometer's offset.
  ///   - delayError: s, 68 %, of the magnetometer's delay.
  init(
    earth: Matrix3, reference: ReferenceField, biasError: Double, inertial: InertialVariances,
    delayError: Double, _ parameters: HeadingParameters
  ) {
    self.init()
    let (tilt, velocity) = (parameters.tiltAtStart, parameters.velocityAtStart)
    add(variance: tilt * tilt, from: StateIndex.attitude, count: 2)
    add(variance: biasError * biasError, from: StateIndex.gyroBias, count: 3)
    add(inertial)
    // An offset of the accelerometer looks like a tilt.
    add(
      earth.row1 / standardGravity, times: StateIndex.accelerometerOffset, to: StateIndex.attitude)
    add(
      earth.row0 / -standardGravity, times: StateIndex.accelerometerOffset,
      to: StateIndex.attitude + 1)
    add(variance: delayError * delayError, from: StateIndex.delay, count: 1)
    add(variance: velocity * velocity, from: StateIndex.velocity, count: 3)
    add(
      variance: parameters.hardIronAtStart * parameters.hardIronAtStart,
      from: StateIndex.hardIron, count: 3)
    add(
      variance: parameters.localAnomalyAtStart * parameters.localAnomalyAtStart,
      from: StateIndex.localAnomaly, count: 2)
    let (horizontal, down) = (max(reference.horizontal, 1), reference.down)
    let noise = parameters.fieldNoise * parameters.fieldNoise
    let north = StateIndex.north
    add(variance: noise / (horizontal * horizontal), from: north, count: 1)
    add(down / horizontal, times: StateIndex.attitude, to: north)
    add(1 / horizontal, times: StateIndex.localAnomaly + 1, to: north)
    add(earth.row1 / horizontal, times: StateIndex.hardIron, to: north)
    let (strength, vertical) = (StateIndex.reference, StateIndex.reference + 1)
    add(variance: noise, from: strength, count: 1)
    add(variance: noise + parameters.verticalVariance, from: vertical, count: 1)
    add(down, times: StateIndex.attitude + 1, to: strength)
    add(-1, times: StateIndex.localAnomaly, to: strength)
    add(-earth.row0, times: StateIndex.hardIron, to: strength)
    add(-horizontal, times: StateIndex.attitude + 1, to: vertical)
    add(-earth.row2, times: StateIndex.hardIron, to: vertical)
  }
}
