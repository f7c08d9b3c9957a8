import Quantities

/// Noise of gyro and accelerometer, by a data sheet.
enum SensorNoise {
  /// rad/s/√Hz, for each axis.
  /// Source: BMI160 (Bosch BST-BMI160-DS000): noise density of the gyroscope, 0.007°/s/√Hz.
  static let rate = 0.007.inRadians
  /// m/s²/√Hz, for each axis.
  /// Source: BMI160 (Bosch BST-BMI160-DS000): noise density of the accelerometer, 180 µg/√Hz.
  static let force = 180e-6 * standardGravity
  /// rad/s, for each axis, 68 %: by how much the bias of the gyro may change while it has no samples.
  /// Source: derived; 20 K of warming up at 0.05°/s/K (BMI160, Bosch BST-BMI160-DS000).
  static let gyroBiasStep = 1.0.inRadians
}
