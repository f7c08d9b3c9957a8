/// The numbers of the terms of `HeadingErrorBudget`. Angles are degrees.
///
/// Each says its meaning, unit and source. "Chosen on the recordings": so that about 68 % of the headings
/// of all recordings with a truth lie within the error, and more where the error is larger.
/// `docs/heading.md` has the same table (`scripts/check-docs` compares the two).
package struct ErrorBudgetParameters: Equatable, Sendable {
  // CovarianceTerms.
  /// Part of 1, of the standard deviation: how much of north's variance at the last accepted field
  /// counts. The filter supposes white noise; residuals of a field are not.
  /// Source: chosen on the recordings.
  package var acceptedShare = 0.2
  /// Degrees: where north's standard deviation settles in a place without magnets. `localField` and
  /// `calibration` stand for those errors.
  /// Source: measured on the recordings without magnets.
  package var settledNorth = 1.5

  // FieldTerms.
  /// Degrees: how far the field of the spot where the filter started turns north from the reference
  /// field.
  /// Source: chosen on the recordings.
  package var spotError = 0.66
  /// Spots beside each other have like fields: so many count as one.
  /// Source: chosen on the recordings.
  package var alikeSpots = 2.0
  /// Part of 1: of the residual of the last 10 s.
  /// Source: chosen on the recordings.
  package var residualShare = 0.3
  /// Degrees: the noise of a calibrated magnetometer looks like a residual of so much over 10 s.
  /// Source: measured on the recordings without magnets.
  package var residualNoise = 0.85
  /// Part of 1: of the residual of the last 0.3 s.
  /// Source: chosen on the recordings.
  package var newResidualShare = 0.5
  /// Degrees: what noise and a fast turn make of 0.3 s.
  /// Source: measured on the recordings without magnets.
  package var newResidualNoise = 8.0
  /// Part of 1: of the largest residual of the last minute.
  /// Source: chosen on the recordings.
  package var rememberedShare = 1.8
  /// Degrees: residuals of a place without magnets stay below.
  /// Source: measured on the recordings.
  package var rememberedNoise = 14.0
  /// Part of 1: what a disturbance of a known size makes of north in the mean over its directions,
  /// without a gyro.
  /// Source: derived: the mean of |cos| over a sphere.
  package var strengthResidualShare = 0.5
  /// Degrees: the most that a residual of strength and inclination counts. Nothing is known of north
  /// then.
  /// Source: chosen; nothing is known of north then.
  package var largestFieldError = 120.0

  // GyroTerms.
  /// s: an unknown bias looks like a turn for so long, until the field corrects it.
  /// Source: chosen on the recordings.
  package var biasTime = 6.0
  /// s: the low-pass filter of a gyro chip delays the rate by at least so much.
  /// Source: chosen on the recordings.
  package var gyroDelay = 0.0013
  /// Part of 1: of the standard deviation of the magnetometer's delay.
  /// Source: chosen on the recordings.
  package var magnetometerDelayShare = 0.5
  /// Part of 1: the scale error of a consumer gyro.
  /// Source: chosen on the recordings.
  package var gyroScale = 0.0065

  // MotionTerms.
  /// Part of 1: of the tilt that the largest acceleration of the last second looks like.
  /// Source: chosen on the recordings.
  package var accelerationShare = 0.45
  /// s: how late a turn that begins or ends is followed.
  /// Source: chosen on the recordings.
  package var turnOnsetTime = 0.2
  /// Degrees: the most of it.
  /// Source: chosen on the recordings.
  package var largestTurnOnset = 6.0
  /// rad/s, the cube root of the angular acceleration's density: a turn with less is an even one, which
  /// is followed without a lag.
  /// Source: chosen on the recordings.
  package var unevenTurn = 0.2
  /// Degrees for each rad/s of that cube root.
  /// Source: chosen on the recordings.
  package var angularAccelerationError = 0.25
  /// Degrees a second: a device in the hand may begin to turn like this.
  /// Source: assumed.
  package var unseenTurnRate = 10.0
  /// s: no turn is missed between samples that are closer than this.
  /// Source: assumed.
  package var closeSamples = 0.1

  // TiltTerms.
  /// Degrees: error of tilt and mount that turns the azimuth of a steep direction.
  /// Source: chosen on the recordings.
  package var steepTilt = 2.5
  /// Degrees: up to this steepness the calibration's term has it.
  /// Source: chosen on the recordings.
  package var ordinarySteepness = 50.0
  /// Degrees: how far from level a device is that a user holds level.
  /// Source: assumed.
  package var assumedTilt = 8.0
  /// Times: how much the spread of the inclination tells of the tilt of a device without an
  /// accelerometer.
  /// Source: chosen on the recordings.
  package var inclinationSpread = 1.5

  // CalibrationTerms.
  /// Degrees: a device that its maker calibrated.
  /// Source: assumed.
  package var givenCalibration = 0.3
  /// Degrees: calibrations by grade, where the fit predicted no error.
  /// Source: chosen on the recordings.
  package var calibrationA = 0.5
  /// Degrees: the same of grade B.
  /// Source: chosen on the recordings.
  package var calibrationB = 1.0
  /// Degrees: the same of grade C.
  /// Source: chosen on the recordings.
  package var calibrationC = 2.5
  /// Degrees: the same of grade D.
  /// Source: chosen on the recordings.
  package var calibrationD = 5.0
  /// Degrees: no calibration, or one of grade F: the hard iron may be as large as the horizontal field.
  /// Source: chosen; the hard iron may be as large as the horizontal field.
  package var uncalibrated = 60.0
  /// Degrees: by how much the magnetometer's axes are turned against the other sensors' and the case,
  /// which no fit sees.
  /// Source: chosen on the recordings.
  package var misalignment = 2.1
  /// µT: the horizontal field where most calibrations are made. What a calibration leaves is a field; how
  /// far it turns north depends on the horizontal one.
  /// Source: the middle latitudes by WMM2025.
  package var usualHorizontal = 20.0
  /// Degrees: the most that a calibration counts that no longer fits.
  /// Source: chosen, as `largestFieldError`.
  package var largestStaleError = 120.0
  /// Degrees: while the filter warms up.
  /// Source: chosen on the recordings.
  package var warmUp = 5.0

  // StatusTerms.
  /// Times the undisturbed residual of the last 10 s: so that no reading of any recording that is called
  /// accurate is off by more than three times its error and 10°.
  /// Source: chosen on the recordings.
  package var hiddenResidualShare = 1.15
  /// s: from the filter to the user's eye, for a device that turns.
  /// Source: assumed.
  package var readingDelay = 0.01
  /// Degrees: a heading whose error is larger is `uncertain`.
  /// Source: stated in `docs/protocol.md`.
  package var uncertainFrom = 5.0

  package init() {}

  /// Whether a heading with this error is too uncertain to be called accurate.
  package func isUncertain(_ errors: HeadingErrorBudget) -> Bool {
    errors.statusError68Degrees > uncertainFrom
  }
}
