import Heading
package import Quantities

/// Whether the measured field is the Earth's, for the calibration by the daemon.
package struct FieldCondition: Equatable, Sendable {
  /// Whether nothing disturbs it.
  package var isUndisturbed = true
  /// Whether it is disturbed by something that does not turn with the device, as far as is known.
  package var isFromOutside = false
  /// The field in which a turn has confirmed the calibration in use, where the calibration does not have it.
  package var newCalibrationField: CalibrationField?

  package init() {}

  init(_ estimate: HeadingEstimate, newCalibrationField: CalibrationField?) {
    self.newCalibrationField = newCalibrationField
    isUndisturbed = estimate.interference == .undisturbed
    isFromOutside =
      !isUndisturbed && estimate.interference != .suspect && estimate.interferenceKind != .device
  }
}
