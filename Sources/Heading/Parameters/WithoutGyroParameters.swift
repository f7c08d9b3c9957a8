/// How a device without a gyro follows a turn by field and gravity (`TurnTracker`).
package struct WithoutGyroParameters: Equatable, Sendable {
  /// How fast the turn rate decays, in cube roots of the process noise, 1/s.
  /// Source: chosen on the recordings; a hand that changes its rate often does not keep it.
  package var rateDecay = 3.0
  /// The process noise, rad²/s³, below which a turn is even and its rate does not decay.
  /// Source: chosen on the recordings; without it an even turn at 10 Hz is followed 3° late.
  package var evenProcessNoise = 1.0
  /// The power spectral density of the specific force of a device at rest, (m/s²)²/Hz.
  /// Source: chosen on the recordings; the accelerometer's noise and a resting hand. With less, a device that is
  /// raised seems to turn.
  package var forceNoise = 4e-4
  /// s. The average of field, gravity, acceleration and lag: all get the same, so that they belong together.
  /// Source: chosen on the recordings.
  package var averaging = 0.2
  /// The angle, rad, between gravity and its expected direction from which the attitude starts again.
  /// Source: chosen on the recordings; it was turned about the field's direction, which no field shows.
  package var lostGravity = 0.3
  /// s. Time constant with which a peak of the acceleration or of the turn rate fades.
  /// Source: chosen on the recordings; with 2 s the heading is 1.7 % worse.
  package var motionFade = 1.0
  /// rad²/Hz. The power spectral density of the inclination's differences from spot to spot.
  /// Source: chosen on the recordings; 0.02 rad, for 0.4 s each.
  package var inclinationDensity = 1.6e-4
  /// How much innovations must exceed white ones, as a ratio of squares, for a turn to begin.
  /// Source: chosen on the recordings.
  package var processNoiseThreshold = 1.5
  /// 1/s. How fast the logarithm of the process noise falls, and how fast it grows for each unit beyond the threshold.
  /// Source: chosen on the recordings.
  package var processNoiseRate = 5.0
  /// How long innovations are averaged for that, s.
  /// Source: chosen on the recordings.
  package var processNoiseAveraging = 0.04

  package init() {}
}
