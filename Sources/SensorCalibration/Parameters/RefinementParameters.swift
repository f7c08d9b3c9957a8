/// When and how far everyday use refines a calibration.
package struct RefinementParameters: Equatable, Sendable {
  /// The time between two attempts, s.
  /// Source: chosen.
  package var period = 30.0
  /// The part of the fields that the gyro may contradict.
  /// Source: chosen on the calibration logs.
  package var contradictedPart = 0.1
  /// The part of the cells that must be seen.
  /// Source: chosen on the calibration logs.
  package var leastCoverage = 0.3
  /// The error of a calibration that has none, degrees (68 %).
  /// Source: the middle of grade C (2° to 4°).
  package var unknownError = 3.0
  /// The errors between which the prior is taken, degrees (68 %).
  /// Source: chosen; half of grade A's limit, and the middle of grade D.
  package var priorError = 0.5...5.0
  /// The least standard deviation of the strength that contradicts no calibration.
  /// Source: chosen on the calibration logs.
  package var ownSpread = 0.02
  /// To which part one half of the fields must lower the variance of the other half: noise moves a
  /// calibration, but does not improve it.
  /// Source: chosen on the calibration logs.
  package var confirmedPart = 0.75
  /// To which part of the old error the new one must come.
  /// Source: chosen.
  package var betterPart = 0.9
  /// The change that is worth it, and the largest that is a refinement, in old errors.
  /// Source: chosen; beyond twice its error the old calibration is wrong and a new one is needed.
  package var change = 0.3...2.0

  package init() {}
}
