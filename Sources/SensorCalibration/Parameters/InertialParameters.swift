import Quantities

/// How accelerometer and gyro are calibrated from a tumble.
package struct InertialParameters: Equatable, Sendable {
  /// The time over which readings are averaged without regard to the turn, s.
  /// Source: chosen; at 200°/s the device turns by 10° in it, and a mean is short by 0.1 %.
  package var blockDuration = 0.05
  /// The time of one comparison with gravity and field, s.
  /// Source: chosen; longer than a hand's tremor (8 to 12 Hz), shorter than its pauses.
  package var windowDuration = 0.25
  /// The times through which the gyro carries gravity and field, s: at first, until its bias is known,
  /// and then.
  /// Source: chosen on simulated boards.
  package var segmentDurations = [1.0, 8.0]
  /// The distance from a hand's axis of rotation to the device, m: what a turn accelerates it. Before a log it is the
  /// standard deviation of each component of `TumbleModel.lever`.
  /// Source: chosen; from the wrist to the elbow.
  package var lever = 0.3
  /// The standard deviation of the gyro's bias drift, rad/s in a second.
  /// Source: chosen; a chip that warms up changes by some tenths of °/s in five minutes.
  package var biasDrift = 0.002.inRadians
  /// What a straight drift leaves of the bias in a log, rad/s.
  /// Source: chosen; an MPU-6050 that warms up by 0.3°/s with a time constant of 300 s curves by so much.
  package var biasCurve = 0.007.inRadians
  /// The standard deviation of what a magnetometer's calibration of grade A leaves, as part of the
  /// strength.
  /// Source: chosen; 1° of heading at 60° of inclination.
  package var fieldCalibration = 0.01
  /// The medians, in g, by which gravity may miss: where gravity alone is fitted, and where the field shows
  /// that the gyro is right.
  /// Source: chosen; on a shaking table it is 0.2, in a log of a phone that is shaken 0.4, and 0.7 where the
  /// accelerometer measures nothing.
  package var largestGravityMisfit = 0.3...0.6
  /// The median, in strengths, by which the field may miss.
  /// Source: chosen; calibration logs have at most 0.03, a gyro without one axis 0.1.
  package var largestFieldMisfit = 0.08
  /// The accelerometer offset's error, m/s² (one standard deviation, any axis), from which the rests
  /// were too few.
  /// Source: chosen; 5 mg are 0.3° of tilt.
  package var knownOffset = 0.05
  /// The scatter of the specific force, m/s², below which the device rests.
  /// Source: chosen on the calibration logs.
  package var restScatter = 0.25
  /// The turn rate, rad/s, below which the device rests.
  /// Source: chosen on the calibration logs.
  package var restSpeed = 12.0.inRadians

  package init() {}
}
