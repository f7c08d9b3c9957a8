import Quantities

/// The numbers of `FieldMonitor` and its parts.
///
/// "Chosen on the recordings": together with the copies of them that were made worse and the magnets
/// that pass in simulations (`docs/heading.md`); none of these has a data sheet.
package struct FieldMonitorParameters: Equatable, Sendable {
  /// A state that begins above one limit and ends below a lower one.
  package struct Limits: Equatable, Sendable {
    package var enter: Double
    package var leave: Double
  }

  /// How long a residual must last, s.
  package struct Dwell: Equatable, Sendable {
    /// Above the upper limit until the field is disturbed.
    package var disturbed: Double
    /// Below the lower limit until the field is undisturbed.
    package var undisturbed: Double
  }

  // When the field is disturbed.
  /// The length of the residual as a part of the reference's strength: above `enter` the field is suspect,
  /// below `leave` a disturbed one is recovering. 0.17 is what no calibration and no room without magnets
  /// explains. It is also the error of the inclination, rad, that makes the field suspect without a gyro,
  /// and the part by which the field changes within two updates where a magnet comes or goes.
  /// Source: chosen on the recordings and their copies.
  package var residual = Limits(enter: 0.17, leave: 0.12)
  /// Without a gyro: the part of the reference's strength by which that of a suspect field is off. Such a
  /// residual has no direction: most disturbances change the strength by less than their length.
  /// Source: chosen on the recordings; with `residual.enter` a magnet at 4 cm is noticed in a third of the time.
  package var strengthLimit = 0.15
  /// With a gyro one more update (0.1 s) confirms a residual, and residuals are averaged over
  /// `dwell.disturbed`, so that a single outlier does not disturb the field.
  /// Source: chosen on the recordings and their copies.
  package var dwell = Dwell(disturbed: 0.15, undisturbed: 0.6)
  /// rad/s. What the noise of a resting gyro and the sway of a hand look like; it is no turning.
  /// Source: chosen; not measured.
  package var sway = 2.0.inRadians

  // When the filter with a gyro inflates its covariance, and when it goes back to the checkpoint.
  /// Part of the strength: what the iron of a room changes. No smaller innovation inflates the covariance,
  /// with a smaller residual the checkpoint explains the field again, and no smaller change of the model's
  /// strength, or of its inclination in rad, is another position.
  /// Source: chosen on the recordings; with `residual.leave` and `dwell.undisturbed` in place of this and
  /// of `shortestSteadySecondsAfterStep` headings of telephones near magnets are 7 % worse.
  package var roomVariation = 0.1

  // When another field becomes the reference.
  /// s. A passing magnet is near for at most this long. So a reference that was accepted for less is not yet much
  /// better than another one: its covariance is inflated too, and north corrections are not undone. Another north is
  /// weighed against it as if it had been accepted for so long, and it does not show the gain of the magnetometer.
  /// Steps of the field that last for longer in all, and without a gyro a disturbance that does, have another cause
  /// than a magnet that passes. A reference field that contradicted the model counts as contradicted until the model has
  /// explained it for so long (`EarthModel`).
  /// Source: chosen on the recordings and their copies.
  package var secondsUntilReferenceIsTrusted = 8.0
  /// s for which another field must be steady at the most until it becomes the reference: a reference that
  /// was accepted for longer is no surer.
  /// Source: chosen on the recordings and their copies.
  package var longestSteadySeconds = 60.0
  /// s. The time constant of what is known of the field where the device is: the gain of the magnetometer, without a
  /// gyro the reference's strength and inclination, how large residuals were, and for what part of the time the field
  /// did not fit. They describe the same surroundings and become outdated together, when the device is taken elsewhere.
  /// Source: chosen on the recordings and their copies.
  package var fieldTimeConstant = 60.0
  /// s for which a candidate must be steady at least: for as long a magnet that comes near turns the field before
  /// the field no longer fits. A step of the field counts as recent for as long. Without a gyro an attitude in which the
  /// field fits is recorded once in this time (`RecurringMisfit`).
  /// Source: chosen on the recordings and their copies.
  package var shortestSteadySeconds = 3.0
  /// s for which a candidate must be steady at least after a step of the field (`SuddenChange`), which a turning
  /// device does not cause. The checkpoint must explain the field for as long until it is restored.
  /// Source: chosen on the recordings and their copies.
  package var shortestSteadySecondsAfterStep = 1.0
  /// s for which a candidate must be steady in the earth frame at least while the device makes a full turn: then it
  /// is the Earth's field at another place, and no magnet on the device. Any turn counts for its part of it.
  /// Source: chosen on the recordings and their copies.
  package var steadySecondsPerFullTurn = 20.0
  /// rad of turning that shows whether a field turns with the device.
  /// Source: chosen; a smaller turn moves a vector by less than it varies.
  package var provingTurn = 1.0
  /// µT, 68 %, of its two parts: what a new reference is unsure by.
  /// Source: chosen on the recordings and their copies.
  package var adoptedReferenceError = 0.5
  /// Part of the Earth's field that a building adds or takes away, and part of the strength by which the
  /// gain of a magnetometer is off: what the geomagnetic model still explains (`ExpectedField`).
  /// Source: chosen; the gains of chips are off by up to a quarter.
  package var modelTolerance = 0.3

  // What disturbs.
  /// Part of its length by which a disturbance varies in the frame that it belongs to, at most; in the other
  /// frame it varies by twice as much.
  /// Source: chosen on the recordings and their copies.
  package var largestSpread = 0.35
  /// Without a gyro: parts of the time without a fit above which the cause is on the device, and below which it is not.
  /// Source: chosen on the recordings and their copies.
  package var ownField = Limits(enter: 0.25, leave: 0.1)

  // The means of `ResidualStatistics`.
  /// s. Over this a residual is the error of the heading.
  /// Source: chosen on the recordings.
  package var averaging = 10.0
  /// s. Over this it is what has just begun; also the turn rate, and the residual without noise.
  /// Source: chosen on the recordings; with 0.3 s fewer headings are accurate.
  package var recent = 0.4
  /// s. Time constant by which an accepted field confirms a turn; twice as long where a magnet is taken into account.
  /// Source: chosen on the recordings.
  package var confirmation = 1.5

  package init() {}
}

extension FieldMonitorParameters {
  /// s for which one radian of turning counts.
  var secondsPerRadian: Double { steadySecondsPerFullTurn / fullTurn }
}

/// rad. Source: one turn about any axis.
let fullTurn = 2 * Double.pi
