package import Quantities

/// What a calibration procedure goes by.
package struct CalibrationProcedureParameters: Equatable, Sendable {
  /// False where the field is in counts.
  package var isMicrotesla = true
  /// µT: the Earth's field at the place; `nil` where that is not known.
  package var expectedStrength: Double?
  package var mount = Mount.identity
  /// s from one fit to the next, at least.
  package var fitInterval = 3.0
  /// s after which what was found, or that nothing was, ends the gathering.
  package var longestCollecting = 300.0
  /// Degrees, 68 %: a predicted error that needs no more turning.
  package var goodError = 2.0
  /// The part of the cells that must have been seen before a candidate is offered unasked.
  package var goodCoverage = 0.8
  /// A fit whose predicted error is above this part of the one before has not got better by waiting.
  package var noBetter = 0.9
  /// s for which fields must contradict a calibration before it counts as stale, and agree again.
  package var staleAfter = 120.0

  package init() {}
}
