import Quantities

extension Covariance {
  /// Lets the velocity grow by what errors of tilt and of the accelerometer's offset have added to it.
  ///
  /// - Parameters:
  ///   - force: m/s², down: the specific force, which a tilt turns into the horizontal plane.
  ///   - attitude: body → earth.
  ///   - kept: the part of the velocity that stays.
  mutating func propagateVelocity(
    force: Double, attitude: Matrix3, interval: Double, kept: Double
  ) {
    var causes = StateVectors()
    let (north, east) = (0, 1)
    causes[north, StateIndex.attitude + 1] = interval * force
    causes[east, StateIndex.attitude] = -interval * force
    causes.set(attitude * -interval, from: StateIndex.accelerometerOffset)
    let velocity = StateIndex.velocity
    add(causes, times: StateIndex.causesOfVelocity, to: velocity)
    scale(by: kept, from: velocity, count: 3)
    add(
      variance: SensorNoise.force * SensorNoise.force * interval, from: velocity, count: 3)
  }

  /// Lets the errors grow by what gyro, hard iron and reference may have done in `interval` s.
  ///
  /// - Parameter biasVariance: (rad/s)², what the walk of the gyro's bias has added to each axis.
  mutating func propagate(
    _ batch: MotionBatch, interval: Double, biasVariance: Double, _ parameters: HeadingParameters
  ) {
    add(batch.errorRows, times: StateIndex.causesOfAttitude, to: StateIndex.attitude)
    let scale = parameters.gyroScaleError / interval.squareRoot()
    let across = 0.5 * scale * batch.turning
    add(square: batch.turn * scale, from: StateIndex.attitude)
    add(
      variance: SensorNoise.rate * SensorNoise.rate * interval + across * across,
      from: StateIndex.attitude, count: 3)
    add(variance: biasVariance, from: StateIndex.gyroBias, count: 3)
    add(
      variance: parameters.fieldWalk * parameters.fieldWalk * interval,
      from: StateIndex.hardIron, count: 3)
    add(
      variance: parameters.fieldWalk * parameters.fieldWalk * interval,
      from: StateIndex.reference, count: 2)
  }
}
