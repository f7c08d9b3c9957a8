/// How far the axes of a chip are turned against the board's, as a whole.
extension InertialTolerances {
  /// rad², about each axis: of the accelerometer. Of two axes that are turned by themselves half is a turn that they have
  /// in common, and half of the variance too.
  package var accelerometerTurnVariance: Double {
    accelerometer.crossAxis * accelerometer.crossAxis / 2
  }

  /// rad², about each axis: of the gyro.
  package var gyroTurnVariance: Double { gyro.crossAxis * gyro.crossAxis / 2 }

  /// rad, about each axis, 68 %: what is left between the axes of a calibration of all nine axes and the board's. Accelerometer
  /// and gyro each show the board's axes, with an error of their own; a fit weighs both.
  ///
  /// - Parameter hasGyro: false where the accelerometer alone was calibrated.
  package func boardAxesError(hasGyro: Bool) -> Double {
    let (force, rate) = (accelerometerTurnVariance, gyroTurnVariance)
    let both = force + rate
    return (hasGyro && both > 0 ? force * rate / both : force).squareRoot()
  }
}
