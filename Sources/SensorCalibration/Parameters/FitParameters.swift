/// How an ellipsoid, a sphere or a level circle is fitted to a log.
package struct FitParameters: Equatable, Sendable {
  /// The fewest fields that are fitted.
  /// Source: nine unknowns, and six fields for each.
  package var minimumSamples = 60
  /// The standard deviation, before anything is measured, of gains and cross-couplings from 1 and 0.
  /// Source: chosen on the calibration logs.
  package var stretchPrior = 0.35
  /// The standard deviation, before anything is measured, of an offset that comes for a part of the
  /// log, as part of the strength.
  /// Source: chosen on simulated devices.
  package var offsetPrior = 0.3
  /// The residual, in robust standard deviations, from which a field has no weight.
  /// Source: 4.685 keeps 95 % efficiency with normal noise (Huber, Ronchetti 2009); chosen wider on
  /// the calibration logs, where neighbouring residuals are alike.
  package var tukeyWidth = 6.0
  /// By how much a cell of directions may weigh more than is usual, where the device lay still.
  /// Source: chosen on the calibration logs.
  package var cellWeight = 2.0
  /// How much worse, as a ratio, a model with fewer unknowns may predict and be taken.
  /// Source: chosen on simulated devices.
  package var simplerModel = 1.01
  /// How far the fields of a level turn may lie off a circle, in and across its plane, in radii.
  /// Source: chosen on the calibration logs.
  package var levelDeviation = 0.06
  /// The part of the sectors of a level turn with a field in them.
  /// Source: chosen; 22 of 24.
  package var levelCoverage = 0.9
  /// The tilt of the axis about which a hand turns a device that is to stay level, degrees.
  /// Source: chosen on the calibration logs.
  package var levelTurnTilt = 2.0

  package init() {}
}
