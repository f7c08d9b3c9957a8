/// Noise of gyro and accelerometer, by a data sheet.
package enum SensorNoise {
  /// rad/s/√Hz, for each axis.
  /// Source: BMI160 (Bosch BST-BMI160-DS000): noise density of the gyroscope, 0.007°/s/√Hz.
  package static let rate = 0.007.inRadians
  /// m/s²/√Hz, for each axis.
  /// Source: BMI160 (Bosch BST-BMI160-DS000): noise density of the accelerometer, 180 µg/√Hz.
  package static let force = 180e-6 * standardGravity
  /// rad/s, for each axis, 68 %: by how much the bias of the gyro may change while it has no samples.
  /// Source: derived; 20 K of warming up at 0.05°/s/K (BMI160, Bosch BST-BMI160-DS000).
  package static let gyroBiasStep = 1.0.inRadians
  /// K, 68 %: how far the temperature is from that of the data sheet or of a calibration. Source: assumed; a warm room or
  /// hand, another season.
  package static let temperatureChange = 8.0
  /// Part of 1, 68 %: how far a gyro's scale is from that of its calibration.
  /// Source: chosen on the recordings; MPU-6050 (PS-MPU-6000A-00, 6.1): ±2 % between −40 and 85 °C, so within 65 K, which is
  /// 0.14 % in `temperatureChange` where they are limits and 0.25 % where they are typical.
  package static let gyroScaleChange = 0.00154
}
