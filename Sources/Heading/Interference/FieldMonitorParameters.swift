import Quantities

/// The numbers of `FieldMonitor` and its parts.
///
/// "Chosen on the recordings": together with the copies of them that were made worse and the magnets
/// that pass in simulations (`docs/heading.md`); none of these has a data sheet.
package struct FieldMonitorParameters: Equatable, Sendable {
  /// When a residual makes the field disturbed, and when it ends that.
  package struct Detection: Equatable, Sendable {
    /// Relative residual above which the field is suspect.
    package var enter: Double
    /// Relative residual below which a disturbed field is recovering.
    package var leave: Double
    /// s above `enter` until the field is disturbed.
    package var disturbedAfter: Double
    /// s below `leave` until the field is undisturbed.
    package var undisturbedAfter: Double
    /// s over which the residual is smoothed to keep out single outliers; 0 where it is smooth.
    package var smoothing: Double

    /// The gain of that smoothing, in (0, 1].
    func gain(_ interval: Double) -> Double {
      smoothing > 0 ? min(interval / (interval + smoothing), 1) : 1
    }
  }

  /// With a gyro: the residual is a vector in the earth frame, as a part of the reference's strength.
  /// 0.17 is what no calibration and no room without magnets explains. One more update (0.1 s) confirms
  /// it.
  /// Source: chosen on the recordings and their copies.
  package var withGyro = Detection(
    enter: 0.17, leave: 0.12, disturbedAfter: 0.15, undisturbedAfter: 0.6, smoothing: 0.15)
  /// Without a gyro: the residual is the larger of the errors of strength and inclination, as a part of
  /// the two thresholds below. It has no direction and comes from single samples, so that it is watched
  /// for longer. Chosen on the recordings: with the vector's thresholds the field is falsely disturbed for
  /// half of the time, because accelerations look like an inclination; with its dwell times exchanged
  /// axes are noticed later.
  package var withoutGyro = Detection(
    enter: 1, leave: 1, disturbedAfter: 0.3, undisturbedAfter: 1.5, smoothing: 0)
  /// Without a gyro: part of the reference's strength.
  /// Source: chosen on the recordings and their copies.
  package var strengthThreshold = 0.15
  /// Without a gyro: rad.
  /// Source: chosen on the recordings and their copies.
  package var inclinationThreshold = 0.17
  /// s. Without a gyro: how slowly strength and inclination of the reference follow the measured ones.
  /// Source: chosen on the recordings and their copies.
  package var referenceTimeConstant = 60.0

  // When the filter with a gyro inflates its covariance, and when it goes back to the checkpoint.
  /// Part of the reference's strength below which no innovation inflates the covariance: what the iron
  /// of a room does.
  /// Source: chosen on the recordings and their copies.
  package var smallestInnovation = 0.07
  /// Standard deviations: an innovation beyond has a cause that the covariance does not contain.
  /// Source: three standard deviations.
  package var largestInnovationSigmas = 3.0
  /// Relative residual below which the checkpoint explains the field again.
  /// Source: chosen on the recordings; with `leave` and `undisturbedAfter` in their place headings of
  /// telephones near magnets are 7 % worse.
  package var restoreBelow = 0.1
  /// s for which it must.
  /// Source: chosen on the recordings and their copies.
  package var restoreAfter = 1.0

  // When another field becomes the reference.
  /// s. A reference that was accepted for less is not yet much better than another one: its covariance
  /// is inflated too, and north corrections are not undone.
  /// Source: chosen on the recordings and their copies.
  package var newReferenceSeconds = 10.0
  /// s. More does not make a reference surer.
  /// Source: chosen.
  package var longestAcceptedSeconds = 600.0
  /// s for which a candidate must be steady at least …
  /// Source: chosen on the recordings and their copies.
  package var leastSteadySeconds = 3.0
  /// … and after a step of the field (`SuddenChange`), which a turning device does not cause.
  /// Source: chosen on the recordings and their copies.
  package var leastSteadySecondsAfterStep = 1.0
  /// s. A candidate that is steady for longer wins, however long the reference was accepted.
  /// Source: chosen on the recordings and their copies.
  package var enoughSteadySeconds = 60.0
  /// s and rad of turning for which a candidate is steady in the earth frame: then it is the Earth's
  /// field at another place, and no magnet on the device.
  /// Source: chosen on the recordings and their copies.
  package var turnedCandidateSeconds = 20.0
  /// rad of turning; see `turnedCandidateSeconds`.
  /// Source: derived; one turn.
  package var candidateTurn = 2 * Double.pi

  /// µT, 68 %, of its two parts: what a new reference is unsure by.
  /// Source: chosen on the recordings and their copies.
  package var adoptedReferenceError = 0.5

  package init() {}
}
