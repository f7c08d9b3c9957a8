private import Quantities

/// Time constants and noise figures of the heading filter, in physical units.
///
/// None is tuned to one recording; what each does is said beside it.
package struct HeadingParameters: Equatable, Sendable {
  /// s. How long the accelerometer is averaged for "down" while a gyro carries the attitude: longer
  /// forgives more motion, shorter corrects the gyro sooner.
  package var downTimeConstant = 3.0
  /// s. How long the magnetometer is averaged for "north" while a gyro carries the attitude.
  package var northTimeConstant = 8.0
  /// s. The lag of field and gravity without a gyro: both get the same, so that they belong together.
  package var tiltCompassTimeConstant = 0.2
  /// s. Over how long a steady correction is taken for gyro bias, in motion: so short at the start,
  /// when nothing is known of it …
  package var firstBiasTimeConstant = 10.0
  /// s. … and so long once it has been learnt; in between it is the time that was learnt from.
  package var biasTimeConstant = 300.0
  /// s. Over how long the gyro's reading is taken for its bias, at rest.
  package var restBiasTimeConstant = 1.5
  /// rad/s, 68 %. A bias known so well holds north for the whole of `northTimeConstant`.
  package var trustedBiasError = 0.002
  /// rad/s. The largest bias believed; consumer gyros start within 5°/s, phones within 8°/s.
  package var largestBias = 0.14
  /// s. A gyro that is silent for longer has lost the attitude.
  package var longestGyroGap = 0.5
  /// s. Without a magnetometer the gyro holds the heading at most this long.
  package var longestHold = 60.0
  /// s. Until so much has been averaged the filter says that it is warming up.
  package var warmUp = 2.0

  package init() {}
}

/// Standard gravity, m/s² (CGPM 1901); the Earth's own varies by ±0.3 %.
let standardGravity = 9.80665
