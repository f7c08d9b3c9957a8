import Quantities

/// How the magnetometer's axes are found against the inertial ones.
package struct MisalignmentParameters: Equatable, Sendable {
  /// How long a window of motion lasts, s: long enough to turn visibly, too short for a gyro to drift.
  /// Source: chosen on the recordings.
  package var windowDuration = 0.4
  /// The time between two windows without a gyro, s, so that one pose does not count for all.
  /// Source: chosen on the recordings.
  package var pause = 0.1
  /// By how much a mean specific force may differ from gravity's, m/s².
  /// Source: chosen on the recordings.
  package var gravityTolerance = 0.6
  /// The fewest windows; with a gyro they are 10 s.
  /// Source: chosen on the recordings.
  package var fewestWindows = 25
  /// The largest misfit of an alignment, as part of the strength.
  /// Source: chosen on the recordings.
  package var largestMisfit = 0.3
  /// The largest error of an alignment, rad (68 %): a larger one shows that an axis hardly turned.
  /// Source: chosen.
  package var largestError = 1.0.inRadians
  /// The largest angle that is a misalignment, rad: beyond it the mount is another one.
  /// Source: chosen; the next mount is 90° away.
  package var largestAngle = 20.0.inRadians
  /// The angle, in its 68 % errors, from which a misalignment is applied.
  /// Source: two logs of one phone, with errors of 0.3° and 0.5°, are 1.3° apart (docs/heading.md).
  package var significance = 3.0
  /// The standard deviation of the gyro's bias before anything is measured, rad/s.
  /// Source: chosen.
  package var gyroBias = 0.1
  /// The same of the magnetometer's delay, s.
  /// Source: the usual delays are 12 to 60 ms.
  package var delay = 0.1
  /// The least noise of a field, as part of the strength.
  /// Source: chosen; no measured field is better.
  package var leastNoise = 0.003
  /// The residual, in standard deviations, that has a quarter of the weight.
  /// Source: chosen on the recordings.
  package var robustWidth = 4.0
  /// The longest time between two turn rates, s: the turn in a longer gap is not known.
  /// Source: chosen; ten samples at 100 Hz.
  package var longestGap = 0.1

  package init() {}
}
