/// How the magnetometer's axes are found against the inertial ones.
package struct MisalignmentParameters: Equatable, Sendable {
  /// How long a window of motion lasts, s: long enough to turn visibly, too short for a gyro to drift.
  /// Source: chosen on the recordings.
  package var windowDuration = 0.4
  /// The fewest windows; with a gyro they are 10 s.
  /// Source: chosen on the recordings.
  package var fewestWindows = 25

  package init() {}
}
