import Quantities

/// When the gyro contradicts how the field turned: a magnet that passes by does not turn with the
/// device.
package struct TurnCheckParameters: Equatable, Sendable {
  /// The time over which a turn is compared, s: in a shorter one the field's noise dominates, in a
  /// longer one the gyro's bias.
  /// Source: chosen on the calibration logs.
  package var span = 0.25...0.6
  /// By how much the two turns may differ, rad, for the field's noise and the gyro's bias together.
  /// Source: chosen on the calibration logs.
  package var tolerance = 6.0.inRadians

  package init() {}

  /// The largest difference of the two turns, rad, at a turn rate, rad/s.
  func largestDifference(atSpeed speed: Double, _ motion: MotionParameters) -> Double {
    tolerance + motion.fieldDelay * speed
  }
}

/// Which fields a collection takes, and when it has enough.
package struct CollectionParameters: Equatable, Sendable {
  /// The part of the fields, 0 to 1, that the gyro may contradict before the gyro, and not the field,
  /// is taken to be wrong.
  /// Source: chosen on the calibration logs.
  package var contradictedPart = 0.3
  /// The part of the cells that counts as all: four of 48 may stay empty, or two of a level turn's 24.
  /// Source: chosen.
  package var fullCoverage = 0.9

  package init() {}
}
