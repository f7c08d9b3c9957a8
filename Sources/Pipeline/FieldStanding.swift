import Heading

/// Whether the measured field is the Earth's, for the calibration by the daemon.
package struct FieldStanding: Equatable, Sendable {
  /// Whether nothing disturbs it.
  package var isUndisturbed = true
  /// Whether it is disturbed by something that does not turn with the device, as far as is known.
  package var isFromOutside = false

  package init() {}

  init(_ estimate: HeadingEstimate) {
    isUndisturbed = estimate.interference == .undisturbed
    isFromOutside =
      !isUndisturbed && estimate.interference != .suspect && estimate.interferenceKind != .device
  }
}
