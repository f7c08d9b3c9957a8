private import Glibc

/// How far an accelerometer and a gyro may be off before any calibration: standard deviations of each axis.
///
/// By a data sheet: a typical figure "±a" is one standard deviation. Limits "from −a to a" are those of an even
/// distribution, whose standard deviation is a/√3 (`limits(_:)`). Where the axes have different figures, their
/// root mean square holds for each (`axes(_:_:_:)`): a device may be held in any attitude.
package struct InertialTolerances: Equatable, Sendable {
  package var accelerometer: Accelerometer
  package var gyro: Gyro
  /// Whether both are of chips that are named, and so sit on a board whose axes the mount names. Where they are
  /// unknown, as in a phone, the axes are those of its case.
  package var areOfNamedChips = false

  /// Of an accelerometer.
  package struct Accelerometer: Equatable, Sendable {
    /// m/s²: the zero-g offset.
    package var offset: Double
    /// m/s² for each kelvin: how the zero-g offset changes with the temperature.
    package var offsetPerKelvin: Double
    /// Part of 1: the sensitivity.
    package var scale: Double
    /// rad: how far an axis is turned against the others (cross-axis sensitivity).
    package var crossAxis: Double

    package init(offset: Double, offsetPerKelvin: Double, scale: Double, crossAxis: Double) {
      (self.offset, self.offsetPerKelvin) = (offset, offsetPerKelvin)
      (self.scale, self.crossAxis) = (scale, crossAxis)
    }
  }

  /// Of a gyro.
  package struct Gyro: Equatable, Sendable {
    /// rad/s: the zero-rate level.
    package var bias: Double
    /// rad/s for each kelvin: how the zero-rate level changes with the temperature.
    package var biasPerKelvin: Double
    /// Part of 1: the sensitivity.
    package var scale: Double
    /// rad: how far an axis is turned against the others (cross-axis sensitivity).
    package var crossAxis: Double

    /// rad/s, 68 %: how far the zero-rate level may be off that was calibrated on another day, at another temperature.
    package var biasAfterCalibration: Double {
      min(hypot(SensorNoise.gyroBiasStep, biasPerKelvin * SensorNoise.temperatureChange), bias)
    }

    package init(bias: Double, biasPerKelvin: Double, scale: Double, crossAxis: Double) {
      (self.bias, self.biasPerKelvin) = (bias, biasPerKelvin)
      (self.scale, self.crossAxis) = (scale, crossAxis)
    }
  }

  package init(accelerometer: Accelerometer, gyro: Gyro) {
    (self.accelerometer, self.gyro) = (accelerometer, gyro)
  }
}
