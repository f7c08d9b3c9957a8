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

  /// Lets the errors grow by what gyro, hard iron and reference may have done in `interval` s.
  mutating func propagate(
    _ batch: MotionBatch, interval: Double, _ parameters: HeadingParameters
  ) {
    let sources = StateIndex.gyroBias..<StateIndex.accelerometerOffset
    add(batch.errorRows, times: sources, to: StateIndex.attitude)
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
