package import Quantities

/// A sensor: when it measures, of which moment, and how well.
package struct Sensor: Equatable, Sendable {
  package var clock: SampleClock
  package var response = Response()
  /// s by which it is late: a sample at t tells of t − delay.
  package var delay = 0.0
  /// s over which a magnetometer or accelerometer averages, up to t − delay. A gyro always takes the
  /// mean over the interval since its last instant.
  package var window = 0.0

  package init(_ clock: SampleClock) { self.clock = clock }
}

/// What a gyro adds to a sensor; its bias at the start is its response's offset.
package struct Gyro: Equatable, Sendable {
  package var sensor: Sensor
  /// rad/s/√s: the bias walks at random so fast.
  package var biasWalk = 0.0
  /// rad/s: by so much the bias changes while the chip warms up…
  package var warming = Vector3.zero
  /// s: …with this time constant.
  package var warmingTime = 300.0
  /// rad/s for 1 m/s² along the same axis.
  package var accelerationSensitivity = 0.0

  package init(_ clock: SampleClock) { sensor = Sensor(clock) }
}
