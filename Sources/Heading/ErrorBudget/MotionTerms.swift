private import Glibc
import Quantities

/// Terms of a device that moves, where no gyro tells an acceleration from a tilt.
struct MotionTerms: Equatable, Sendable {
  /// Parts of gravity: the largest acceleration of the last second.
  var acceleration = 0.0
  /// rad/s: the fastest turn of the last second.
  var turnRate = 0.0
  /// rad/s: the cube root of the largest angular acceleration density of the last second.
  var angularAcceleration = 0.0
  /// rad: how far the azimuth of the field is from north after all corrections; of either sign.
  var lag = 0.0
  /// s between two samples of the magnetometer.
  var sampleInterval = 0.0
  /// The tangent of the field's inclination: what a tilt's error is multiplied with.
  var slope = 0.0

  /// An acceleration a looks like a tilt a/g, which turns north by its tangent of inclination.
  func add(to budget: inout HeadingErrorBudget, _ parameters: ErrorBudgetParameters) {
    budget[.acceleration] = parameters.accelerationShare * acceleration.inDegrees * slope
    let onset = min(parameters.turnOnsetTime * turnRate.inDegrees, parameters.largestTurnOnset)
    budget[.turnOnset] = onset * min(angularAcceleration / parameters.unevenTurn, 1)
    budget[.trackingLag] = lag.inDegrees
    budget[.sampleInterval] = parameters.unseenTurnRate * sampleInterval
  }
}
