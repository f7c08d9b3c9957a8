package import Quantities

/// What a calibration procedure knows of the device, and when it ends.
package struct CalibrationProcedureParameters: Equatable, Sendable {
  /// False where the field is in counts.
  package var isMicrotesla = true
  /// The Earth's field at the place, µT; `nil` where that is not known.
  package var expectedStrength: Double?
  /// How the chips sit in the device.
  package var mount = Mount.identity
  /// The shortest time from one fit to the next, s.
  /// Source: chosen.
  package var fitInterval = 3.0
  /// The time, s, after which the collection ends with what was found.
  /// Source: chosen.
  package var longestCollecting = 300.0
  /// The predicted error, degrees (68 %), that needs no more turning.
  /// Source: grade B's limit.
  package var goodError = 2.0
  /// The part of the cells that must be seen before a candidate is offered.
  /// Source: grade A's limit of the missing cells.
  package var goodCoverage = 0.8
  /// The part of the former error above which a new fit is no improvement.
  /// Source: chosen.
  package var noBetter = 0.9
  /// The numbers of the calibration itself.
  package var calibration = CalibrationParameters()

  package init() {}
}
