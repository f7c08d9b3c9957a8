/// When a device counts as aligned with the Qibla.
package struct AlignmentParameters: Equatable, Sendable {
  /// Degrees off the Qibla within which one is aligned.
  package var enterDegrees = 5.0
  /// Degrees beyond which one has left again.
  package var leaveDegrees = 7.0
  /// s inside until it counts.
  package var dwell = 0.4
  /// Degrees a second; faster across is `passed`.
  package var passDegreesPerSecond = 40.0
  /// s aligned until it is `locked`.
  package var lock = 2.0
  /// s between two haptics at the least.
  package var hapticGap = 0.7
  /// Degrees: the largest error with which one can be aligned and not only perhaps.
  package var largestErrorDegrees = 5.0

  package init() {}
}
