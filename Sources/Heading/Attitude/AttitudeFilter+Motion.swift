private import Glibc
import Quantities

extension AttitudeFilter {
  /// Lets the errors grow by what the sensors may have done wrong in `interval` s.
  mutating func propagate(_ interval: Double) {
    // A bias that is too small by b turns the attitude by −∫ C dt b too far.
    covariance.add(
      batch.attitudeIntegral * -1, times: StateIndex.gyroBias, to: StateIndex.attitude)
    let scale = parameters.gyroScaleError / interval.squareRoot()
    let across = 0.5 * scale * batch.turning
    covariance.add(square: batch.turn * scale, from: StateIndex.attitude)
    covariance.add(
      variance: parameters.gyroNoise * parameters.gyroNoise * interval + across * across,
      from: StateIndex.attitude, count: 3)
    let walkPerRate = parameters.gyroBiasWalkPerRate * batch.turning / interval
    covariance.add(
      variance: (parameters.gyroBiasWalk * parameters.gyroBiasWalk + walkPerRate * walkPerRate)
        * interval,
      from: StateIndex.gyroBias, count: 3)
    covariance.add(
      variance: parameters.hardIronWalk * parameters.hardIronWalk * interval,
      from: StateIndex.hardIron, count: 3)
    covariance.add(
      variance: parameters.referenceWalk * parameters.referenceWalk * interval,
      from: StateIndex.reference, count: 2)
    fadeDeviation(interval)
  }

  /// 1/s: how often the device comes to another spot, with another stray.
  ///
  /// By the velocity as far as it is known: at first it is nothing but the tilt's error.
  var pace: Double {
    guard !rest.isResting else { return 0 }
    let (north, east) = (StateIndex.velocity, StateIndex.velocity + 1)
    let unknown = (covariance[north, north] + covariance[east, east]) / 2
    return max(meanSquareVelocity - unknown, 0).squareRoot() / parameters.deviationLength
  }

  /// The stray of one spot is left behind as the device moves, and another one takes its place.
  private mutating func fadeDeviation(_ interval: Double) {
    let pace = pace
    quality.add(spots: interval * pace)
    let kept = exp(-interval * (pace + 1 / parameters.deviationTimeConstant))
    deviation.north *= kept
    deviation.east *= kept
    covariance.scale(by: kept, from: StateIndex.deviation, count: 2)
    covariance.add(
      variance: parameters.deviation * parameters.deviation * (1 - kept * kept),
      from: StateIndex.deviation, count: 2)
  }

  /// Levels by the accelerometer.
  ///
  /// Accelerations of a hand are not small, but they take each other back: the velocity stays near
  /// zero. So the specific force less gravity is integrated, and that velocity is what is measured to
  /// be zero. Where the attitude is tilted gravity leaks into it and grows without end.
  ///
  /// - Parameter force: mean over the interval, m/s², earth frame.
  mutating func updateVelocity(force: Vector3, interval: Double) {
    let kept = exp(-interval / parameters.velocityTimeConstant)
    velocity.north = (velocity.north + force.x * interval) * kept
    velocity.east = (velocity.east + force.y * interval) * kept
    let (north, east) = (StateIndex.velocity, StateIndex.velocity + 1)
    covariance.add(interval * force.z, times: StateIndex.attitude + 1, to: north)
    covariance.add(-interval * force.z, times: StateIndex.attitude, to: east)
    covariance.scale(by: kept, from: north, count: 2)
    covariance.add(
      variance: parameters.forceNoise * parameters.forceNoise * interval, from: north, count: 2)
    let square = (velocity.north * velocity.north + velocity.east * velocity.east) / 2
    meanSquareVelocity += (square - meanSquareVelocity) * (1 - exp(-interval))
    let variance =
      (parameters.velocityFloor * parameters.velocityFloor
        + parameters.velocityShare * parameters.velocityShare * meanSquareVelocity) / interval
    measureVelocity(velocity.north, at: north, variance: variance)
    measureVelocity(velocity.east, at: east, variance: variance)
  }

  private mutating func measureVelocity(_ value: Double, at index: Int, variance: Double) {
    var model = MeasurementRow()
    model.set(1, at: index)
    covariance.update(model, innovation: -value, variance: variance)
  }

  /// Takes a resting gyro's mean rate (rad/s, body frame) for its bias.
  mutating func updateBias(restingRate: Vector3) {
    let misfit = restingRate - gyroBias
    let variance = parameters.restRate * parameters.restRate
    for (index, value) in [misfit.x, misfit.y, misfit.z].enumerated() {
      var model = MeasurementRow()
      model.set(1, at: StateIndex.gyroBias + index)
      covariance.update(model, innovation: value, variance: variance)
    }
  }
}
