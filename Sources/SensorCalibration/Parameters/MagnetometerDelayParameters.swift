/// How the magnetometer's delay against the gyro is estimated.
package struct MagnetometerDelayParameters: Equatable, Sendable {
  /// The high-pass filter's time constant, s: it removes slower changes (the gyro's drift, another field).
  /// Source: chosen on the recordings.
  package var highPassTime = 0.3
  /// The length of a block, s: residuals of different blocks count as independent.
  /// Source: chosen; longer than `highPassTime`.
  package var blockTime = 0.5
  /// The time, s, after which a measurement counts e times less.
  /// Source: chosen; the delay of a chip does not change while it runs.
  package var memory = 600.0
  /// The misfit, as part of the field, that has a quarter of the weight.
  /// Source: chosen on the recordings.
  package var misfitScale = 0.15
  /// The least sum, 1/s², over the samples of the squared high-passed rate at which the field turns. A
  /// swing with an effective 1 rad/s square to the field adds up to 1 for each sample.
  /// Source: chosen on the recordings.
  package var leastInformation = 10.0
  /// The least number of blocks that share the information.
  /// Source: chosen; the variance needs more than 4 (Student's t distribution).
  package var leastBlocks = 6.0
  /// The largest error, s (68 %), that is not refused.
  /// Source: chosen; 1° at 100°/s.
  package var largestError = 0.01
  /// The least error, s (68 %).
  /// Source: the scatter of the recordings about their optical reference.
  package var floorError = 0.001
  /// The delays, s, that a magnetometer can have.
  /// Source: the usual delays are 12 to 60 ms; chosen wider.
  package var plausible = -0.02...0.15

  package init() {}
}
