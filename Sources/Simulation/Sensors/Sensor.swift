package import Quantities

/// A simulated sensor: its clock, delay and response.
package struct Sensor: Equatable, Sendable {
  package var clock: SampleClock
  package var response = Response()
  /// The delay, s: a sample at t is the quantity at t − delay.
  package var delay = 0.0
  /// The averaging time of a magnetometer or accelerometer, s, up to t − delay. A gyro always
  /// averages over the interval since its previous measurement.
  package var window = 0.0

  package init(_ clock: SampleClock) { self.clock = clock }
}

/// A simulated gyro: a sensor with errors of its bias. The bias at the start is the response's
/// offset.
package struct Gyro: Equatable, Sendable {
  package var sensor: Sensor
  /// The random walk of the bias, rad/s/√s.
  package var biasWalk = 0.0
  /// The change of the bias while the chip warms up, rad/s.
  package var warming = Vector3.zero
  /// The time constant of warming up, s.
  package var warmingTime = 300.0
  /// The error from acceleration along the same axis, rad/s for 1 m/s².
  package var accelerationSensitivity = 0.0

  package init(_ clock: SampleClock) { sensor = Sensor(clock) }
}
