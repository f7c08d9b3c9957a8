package import Quantities

/// Rates, noise and errors of the simulated sensors.
package struct SensorModel: Equatable, Sendable {
  /// Inertial samples a second.
  package var inertialRateHz = 100.0
  /// The number of inertial samples for each field sample.
  package var inertialPerField = 2
  /// µT, one standard deviation.
  package var fieldNoise = 0.3
  /// m/s², one standard deviation.
  package var forceNoise = 0.03
  /// rad/s, one standard deviation.
  package var rateNoise = 0.003
  /// rad/s, body frame.
  package var gyroBias = Vector3(0.004, -0.003, 0.005)
  /// µT, magnetometer's sensor frame.
  package var hardIron = Vector3.zero
  /// The soft iron, applied to the field before the hard iron is added.
  package var softIron = Matrix3.identity
  package var mount = Mount.identity
  /// Whether there is an accelerometer.
  package var hasForce = true
  package var hasRate = true

  package init() {}
}
