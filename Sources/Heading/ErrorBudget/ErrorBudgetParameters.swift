private import Quantities

/// The numbers of the terms of `HeadingErrorBudget`. Angles are degrees.
///
/// Each says its meaning, unit and source. "Chosen on the recordings": so that about 68 % of the headings
/// of all recordings with a truth lie within the error, and more where the error is larger.
/// `docs/heading.md` has the same table (`scripts/check-docs` compares the two).
package struct ErrorBudgetParameters: Equatable, Sendable {
  // CovarianceTerms.
  /// Part of 1, of the standard deviation: how much of north's variance at the last accepted field
  /// counts. The filter supposes white noise; residuals of a field are not, and `localField` and
  /// `calibration` stand for what remains in a place without magnets.
  /// Source: chosen on the recordings.
  package var acceptedShare = 0.15

  // FieldTerms.
  /// Degrees: how far the field of the spot where the filter started turns north from the reference field.
  /// Source: chosen on the recordings.
  package var spotError = 0.5
  /// Part of 1: of the angle by which the fields of single spots turn north, as large as those along north are.
  /// Source: chosen on the recordings and on drawn boards in rooms with anomalies of 0 to 1 µT.
  package var localFieldShare = 0.43
  /// Of the residual of the last 0.4 s: noise and a fast turn make more of it.
  /// Source: the noise is measured on the recordings without magnets, the share chosen on all.
  package var newResidual = ResidualWeight(share: 0.5, beyond: 8)
  /// Of the largest residual of the last minute: what residuals of a place without magnets stay below.
  /// Source: the noise is measured on the recordings without magnets, the share chosen on all.
  package var remembered = ResidualWeight(share: 1.8, beyond: 14)

  // GyroTerms.
  /// s: an unknown bias looks like a turn for so long, until the field corrects it.
  /// Source: chosen on the recordings.
  package var biasTime = 6.0
  /// s: the low-pass filter of a gyro chip delays the rate by at least so much.
  /// Source: chosen on the recordings.
  package var gyroDelay = 0.0009
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
  /// Degrees a second: a device in the hand may begin to turn like this.
  /// Source: assumed.
  package var unseenTurnRate = 10.0

  // TiltTerms.
  /// Degrees: how far from level a device is that a user holds level.
  /// Source: assumed.
  package var assumedTilt = 8.0

  // CalibrationTerms.
  /// Degrees: a device that its maker calibrated.
  /// Source: assumed.
  package var givenCalibration = 0.3
  /// Degrees: by how much the magnetometer's axes are turned against the other sensors' and the case,
  /// which no fit sees. A steep device turns by it about the vertical too.
  /// Source: chosen on the recordings.
  package var misalignment = 2.1
  /// Degrees: by how much the case is turned against sensors that the fit of a tumble has turned to each other, where the
  /// chips are not known. Those of known ones are on a board (`InertialTolerances.boardAxesError`).
  /// Source: chosen on the recordings of phones, whose truth is that of the case.
  package var caseMisalignment = 1.35

  // StatusTerms.
  /// Times the undisturbed residual of the last 10 s: so that no reading of any recording that is called
  /// accurate is off by more than three times its error and 10°.
  /// Source: chosen on the recordings.
  package var hiddenResidualShare = 1.15
  /// s: from the filter to the user's eye, for a device that turns.
  /// Source: assumed.
  package var readingDelay = 0.01

  package init() {}
}

/// How much a residual of the field counts.
package struct ResidualWeight: Equatable, Sendable {
  /// Part of 1, of what is beyond the noise.
  package var share: Double
  /// Degrees that noise alone makes.
  package var noise: Double

  package init(share: Double, beyond noise: Double) {
    (self.share, self.noise) = (share, noise)
  }

  /// Degrees: what a residual of so many rad counts.
  func degrees(_ residual: Double) -> Double { share * max(residual.inDegrees - noise, 0) }
}
