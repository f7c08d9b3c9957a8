/// How a device without a gyro follows a turn by field and gravity (`TurnTracker`).
package struct WithoutGyroParameters: Equatable, Sendable {
  /// How fast the turn rate decays, in cube roots of the agility, 1/s.
  /// Source: chosen on the recordings; a hand that changes its rate often does not keep it.
  package var rateDecay = 3.0
  /// The agility, rad²/s³, below which a turn is even and its rate does not decay.
  /// Source: chosen on the recordings.
  package var evenAgility = 1.0
  /// The power spectral density of the specific force of a device at rest, (m/s²)²/Hz.
  /// Source: chosen on the recordings; the accelerometer's noise and a resting hand.
  package var forceNoise = 4e-4
  /// How long a push lasts, s.
  /// Source: chosen on the recordings; with a longer one gravity corrects too late a turn about the
  /// field's own direction.
  package var pushTime = 0.01
  /// How long the disturbance of the accelerometer rises and falls, s.
  /// Source: chosen on the recordings; the strength passes through that of gravity.
  package var shakeRise = 0.1
  /// The same while it falls.
  /// Source: chosen on the recordings.
  package var shakeFall = 1.0
  /// The standard deviation of the inclination from spot to spot, rad.
  /// Source: chosen on the recordings; what rooms do.
  package var inclinationSpread = 0.02
  /// How long the inclination of a spot lasts, s.
  /// Source: chosen on the recordings.
  package var inclinationTime = 0.4
  /// How slowly the expected inclination follows, s.
  /// Source: chosen on the recordings.
  package var inclinationMemory = 30.0
  /// The error of an azimuth, rad, from which it may be corrected at once.
  /// Source: chosen on the recordings.
  package var lostAzimuth = 1.0
  /// The angle, rad, between gravity and its expected direction from which the attitude starts again.
  /// Source: chosen on the recordings; it was turned about the field's direction, which no field shows.
  package var lostGravity = 0.3
  /// How long that angle and the lag are averaged, s.
  /// Source: chosen on the recordings.
  package var averaging = 0.2
  /// The power spectral density of the field's direction, rad²/Hz, of the best magnetometer.
  /// Source: chosen on the recordings.
  package var fieldNoise = 8e-7
  /// The largest variance of the field's direction that is noise, rad².
  /// Source: chosen on the recordings; more is a motion.
  package var largestFieldNoise = 1e-3
  /// How much innovations must exceed white ones, as a ratio of squares, for a turn to begin.
  /// Source: chosen on the recordings.
  package var agilityThreshold = 1.5
  /// How fast the logarithm of the agility grows for each unit beyond, 1/s.
  /// Source: chosen on the recordings.
  package var agilityGrowth = 6.0
  /// How fast it falls, 1/s.
  /// Source: chosen on the recordings.
  package var agilityFall = 5.0
  /// How long innovations are averaged for that, s.
  /// Source: chosen on the recordings.
  package var agilityAveraging = 0.04

  package init() {}
}
