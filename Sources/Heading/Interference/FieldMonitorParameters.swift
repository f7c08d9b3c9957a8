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
    /// s over which the residual is smoothed to keep out single wild samples; 0 where it is smooth.
    package var smoothing: Double

    /// The gain of that smoothing, in (0, 1].
    func gain(_ interval: Double) -> Double {
      smoothing > 0 ? min(interval / (interval + smoothing), 1) : 1
    }
  }

  /// With a gyro: the residual is a vector in the earth frame, as a part of the reference's strength.
  /// 0.17 is what no calibration and no room without magnets explains. One more update (0.1 s) confirms
  /// it. Chosen on the recordings.
  package var withGyro = Detection(
    enter: 0.17, leave: 0.12, disturbedAfter: 0.15, undisturbedAfter: 0.6, smoothing: 0.15)
  /// Without a gyro: the residual is the larger of the errors of strength and inclination, as a part of
  /// the two thresholds below. It has no direction and comes from single samples, so that it is watched for
  /// longer. Chosen on the recordings.
  package var withoutGyro = Detection(
    enter: 1, leave: 1, disturbedAfter: 0.3, undisturbedAfter: 1.5, smoothing: 0)
  /// Without a gyro: part of the reference's strength. Chosen on the recordings.
  package var strengthThreshold = 0.15
  /// Without a gyro: rad. Chosen on the recordings.
  package var inclinationThreshold = 0.17
  /// s. Without a gyro: how slowly strength and inclination of the reference follow the measured ones.
  package var referenceTimeConstant = 60.0

  // When the filter with a gyro inflates its covariance, and when it goes back to the checkpoint.
  /// Part of the reference's strength below which no innovation inflates the covariance: what the iron
  /// of a room does. Chosen on the recordings.
  package var smallestInnovation = 0.07
  /// Standard deviations: an innovation beyond has a cause that the covariance does not contain.
  package var largestInnovationSigmas = 3.0
  /// Relative residual below which the checkpoint explains the field again, and s for which it must.
  /// Chosen on the recordings.
  package var restoreBelow = 0.1
  package var restoreAfter = 1.0

  // When another field becomes the reference.
  /// s. A reference that was accepted for less is not yet much better than another one: its covariance
  /// is inflated too, and north corrections are not undone. Chosen on the recordings.
  package var newReferenceSeconds = 10.0
  /// s. More does not make a reference surer.
  package var longestAcceptedSeconds = 600.0
  /// s for which a candidate must be steady at least …
  package var shortestCandidate = 3.0
  /// … and after a step of the field (`SuddenChange`), which a turning device does not cause.
  package var shortestCandidateAfterStep = 1.0
  /// s. A candidate that is steady for longer wins, however long the reference was accepted.
  package var longestCandidate = 60.0
  /// s and rad of turning for which a candidate is steady in the earth frame: then it is the Earth's
  /// field at another place, and no magnet on the device.
  package var turnedCandidateSeconds = 20.0
  package var candidateTurn = 2 * Double.pi

  /// µT, 68 %, of its two parts: what a new reference is unsure by.
  package var adoptedReferenceError = 0.5

  package init() {}
}
