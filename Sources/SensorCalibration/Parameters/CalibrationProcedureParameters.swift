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
  /// Whether only grades A and B become a candidate before that time; a C does otherwise, too.
  package var wantsGoodGrade = false
  /// The time with samples, s, after which the collection ends with what was found.
  /// Source: chosen.
  package var longestCollecting = 300.0
  /// The numbers of the calibration itself.
  package var calibration = CalibrationParameters()

  package init() {}
}
