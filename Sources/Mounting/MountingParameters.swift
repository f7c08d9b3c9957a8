import Quantities
package import SensorCalibration

/// The tuned numbers by which mounts are checked while the device is in use.
package struct MountingParameters: Equatable, Sendable {
  package var motion = MotionParameters()
  package var gravity = GravityParameters()
  package var monitor = MountMonitorParameters()

  package init() {}
}

/// What gravity shows of the inertial chip's mount.
package struct GravityParameters: Equatable, Sendable {
  /// How many times longer one side must be up than the other.
  /// Source: chosen.
  package var sideRatio = 4.0
  /// The time, s, of nothing but the underside up that is reported.
  /// Source: chosen.
  package var hintAfter = 60.0
  /// The least inclination, rad, that shows a mirrored frame.
  /// Source: chosen; 10°, some times the error of a measured inclination.
  package var leastInclination = 0.17

  package init() {}
}

/// When a turn contradicts a mount.
package struct MountMonitorParameters: Equatable, Sendable {
  /// The ratio of the variance that a rotation leaves to what the best one leaves, from which it is
  /// contradicted. Amplitudes then differ by a factor of 2.2. A larger ratio counts no more, so that one
  /// turn does not outweigh many.
  ///
  /// A soft iron with half axes a and b makes the wrong sense of turning (a − b)/(a + b) of the right one,
  /// so none reaches it; a gyro's bias would have to be 1.4 times the turn rate and against it.
  /// Source: derived from these two.
  package static let contradicted = 5.0
  /// The part of the field's variance that interference causes in an ordinary room; 14 % in amplitude.
  /// Source: chosen on the recordings.
  package var usualVariance = 0.02
  /// The least spread of the attitudes.
  /// Source: derived; an even turn by 70°, 1 − (sin(φ/2) / (φ/2))².
  package static let leastSpread = 0.12
  /// The time, s, after which a measurement counts e times less.
  /// Source: chosen; a bias of the gyro of 3°/s makes 30° in it.
  package var memory = 10.0
  /// The turns that are remembered, so that a board that is changed is noticed.
  /// Source: chosen.
  package var mostTurns = 8.0

  package init() {}

  /// The ratio that is no evidence, by half of the logarithm of `contradicted`: which of two rotations
  /// fits somewhat better depends on the calibration, turn by turn in the same way.
  static var noEvidence: Double { contradicted.squareRoot() }
}

/// When four directions show a mount.
package struct QuarterTurnsParameters: Equatable, Sendable {
  /// The largest error, rad, of a quarter turn, and of the directions against the nearest mount's.
  /// Source: chosen; half way to the next mount is 45°.
  package var largestAngle = 35.0.inRadians

  package init() {}
}
