import Quantities

extension Covariance {
  /// Takes a measurement of one part of the state.
  mutating func update(
    _ index: Int, innovation: Double, variance: Double, trust: StateVector? = nil
  ) {
    var row = MeasurementRow()
    row.set(1, at: index)
    update(row, innovation: innovation, variance: variance, trust: trust)
  }

  /// Lets the velocity grow by what errors of tilt and of the accelerometer's offset have added to it.
  ///
  /// - Parameters:
  ///   - force: m/s², down: the specific force, which a tilt turns into the horizontal plane.
  ///   - attitude: body → earth.
  ///   - kept: the part of the velocity that stays.
  mutating func propagateVelocity(
    force: Double, attitude: Matrix3, interval: Double, kept: Double
  ) {
    var (north, east, down) = (StateVector.zero, StateVector.zero, StateVector.zero)
    north[StateIndex.attitude + 1] = interval * force
    east[StateIndex.attitude] = -interval * force
    north.set(attitude.row0 * -interval, from: StateIndex.accelerometerOffset)
    east.set(attitude.row1 * -interval, from: StateIndex.accelerometerOffset)
    down.set(attitude.row2 * -interval, from: StateIndex.accelerometerOffset)
    let velocity = StateIndex.velocity
    add((north, east, down), times: StateIndex.causesOfVelocity, to: velocity)
    scale(by: kept, from: velocity, count: 3)
    add(
      variance: SensorNoise.force * SensorNoise.force * interval, from: velocity, count: 3)
  }

  /// Lets the errors grow by what gyro, hard iron and reference may have done in `interval` s.
  mutating func propagate(
    _ batch: MotionBatch, interval: Double, _ parameters: HeadingParameters
  ) {
    add(batch.errorRows, times: StateIndex.causesOfAttitude, to: StateIndex.attitude)
    let scale = parameters.gyroScaleError / interval.squareRoot()
    let across = 0.5 * scale * batch.turning
    add(square: batch.turn * scale, from: StateIndex.attitude)
    add(
      variance: SensorNoise.rate * SensorNoise.rate * interval + across * across,
      from: StateIndex.attitude, count: 3)
    let walkPerRate = parameters.gyroBiasWalkPerRate * batch.turning / interval
    add(
      variance: (parameters.gyroBiasWalk * parameters.gyroBiasWalk + walkPerRate * walkPerRate)
        * interval,
      from: StateIndex.gyroBias, count: 3)
    add(
      variance: parameters.fieldWalk * parameters.fieldWalk * interval,
      from: StateIndex.hardIron, count: 3)
    add(
      variance: parameters.fieldWalk * parameters.fieldWalk * interval,
      from: StateIndex.reference, count: 2)
  }
}
