/// How an ellipsoid, a sphere or a level circle is fitted to a log.
package struct FitParameters: Equatable, Sendable {
  /// The fewest fields that are fitted, or from which a centre is sought; so many new ones are worth
  /// another fit.
  /// Source: chosen; an ellipsoid has nine unknowns, and six fields for each are 54.
  package var minimumSamples = 60
  /// The fewest cells of directions, of 48, that show a variance between directions.
  /// Source: chosen; a quarter of all.
  package var fewestCells = 12
  /// The standard deviation, before anything is measured, of gains and cross-couplings from 1 and 0,
  /// and of an offset that comes for a part of the log, as part of the strength.
  /// Source: chosen on the calibration logs and on simulated devices.
  package var prior = 0.35
  /// How much worse, as a ratio, a model with fewer unknowns may predict and be taken.
  /// Source: chosen on simulated devices.
  package var simplerModel = 1.01
  /// The tilt of the axis about which a hand turns a device that is to stay level, degrees.
  /// Source: chosen on the calibration logs.
  package var levelTurnTilt = 2.0

  package init() {}
}
