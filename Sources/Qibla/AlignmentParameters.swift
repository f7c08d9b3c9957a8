/// The thresholds by which the device counts as aligned with the Qibla.
package struct AlignmentParameters: Equatable, Sendable {
  /// The device is aligned within this angle from the Qibla, degrees.
  package var enterDegrees = 5.0
  /// The device has left beyond this angle, degrees.
  package var leaveDegrees = 7.0
  /// The time within the angle until the device counts as aligned, s.
  package var dwell = 0.4
  /// Above this rate, degrees a second, the device only passes the Qibla.
  package var passDegreesPerSecond = 40.0
  /// The time of alignment until `locked`, s.
  package var lock = 2.0
  /// The shortest time between two haptic patterns, s; the one after `left`, and that of `aligned` or
  /// `alignedUncertain` after `passed`, may come sooner.
  package var hapticGap = 0.7
  /// The largest error, degrees, with which the device counts as aligned and not as
  /// `alignedUncertain`.
  package var largestErrorDegrees = 5.0

  package init() {}
}
