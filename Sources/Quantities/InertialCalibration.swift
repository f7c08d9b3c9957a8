/// What a tumble determined of accelerometer and gyro: where their readings are off, and how exactly that is known.
///
/// Both are along the axes of one frame, the accelerometer's: its matrix is symmetric, so that it stretches and
/// shears and does not turn, and the gyro's matrix turns the gyro's axes to it.
package struct InertialCalibration: Equatable, Sendable {
  /// m/s²; `nil` where the log has none, or a refused one.
  package var accelerometer: AxesCalibration?
  /// rad/s, its offset is the bias at the time of the log; `nil` where the log has none, or a refused one.
  package var gyro: AxesCalibration?

  package init(accelerometer: AxesCalibration? = nil, gyro: AxesCalibration? = nil) {
    (self.accelerometer, self.gyro) = (accelerometer, gyro)
  }

  /// A sample with calibrated specific force and turn rate, sensor frame; without a part it stays as it is.
  package func apply(_ raw: Sample) -> Sample {
    var sample = raw
    if let accelerometer, let force = raw.acceleration?.metresPerSecondSquared {
      sample.acceleration = Acceleration(metresPerSecondSquared: accelerometer.apply(force))
    }
    if let gyro, let rate = raw.angularRate?.radiansPerSecond {
      let force = raw.acceleration?.metresPerSecondSquared ?? .zero
      sample.angularRate = AngularRate(
        radiansPerSecond: gyro.apply(rate - gyro.forceSensitivity * force))
    }
    return sample
  }
}

/// The calibration of a sensor of three axes: calibrated = `matrix` · (raw − `offset`), in the sensor frame, for a gyro less
/// `forceSensitivity` · specific force.
package struct AxesCalibration: Equatable, Sendable {
  /// In the sensor's unit.
  package var offset: Vector3
  /// Near the identity: gains on the diagonal, cross-axis terms beside it.
  package var matrix: Matrix3
  /// The offset's standard deviations, in the sensor's unit.
  package var offsetSigma: Vector3
  /// The standard deviation of each element of `matrix`: those of the gains on the diagonal.
  package var matrixSigma: Matrix3
  /// Of a gyro, rad/s for 1 m/s²: how its offset changes with the specific force, both along the sensor's own axes; zero
  /// for an accelerometer. A device that turns over changes it by twice that of gravity.
  package var forceSensitivity = Matrix3.zero

  package init(
    offset: Vector3, matrix: Matrix3, offsetSigma: Vector3 = .zero, matrixSigma: Matrix3 = .zero,
    forceSensitivity: Matrix3 = .zero
  ) {
    self.forceSensitivity = forceSensitivity
    (self.offset, self.matrix) = (offset, matrix)
    (self.offsetSigma, self.matrixSigma) = (offsetSigma, matrixSigma)
  }

  /// A calibrated reading, in the sensor's unit.
  package func apply(_ raw: Vector3) -> Vector3 { matrix * (raw - offset) }
}
