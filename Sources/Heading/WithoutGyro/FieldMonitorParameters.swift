/// When a field is taken for disturbed.
package struct FieldMonitorParameters: Equatable, Sendable {
  /// Part of the reference's strength.
  package var strengthThreshold = 0.15
  /// rad.
  package var inclinationThreshold = 0.17
  /// s of misfit until it is called disturbed.
  package var disturbedAfter = 0.3
  /// s of fit until it is called undisturbed again.
  package var undisturbedAfter = 1.5
  /// s. How slowly the reference follows the place.
  package var referenceTimeConstant = 60.0
  /// rad that the device must turn in a steady field before that is taken for a new place's.
  package var newPlaceTurn = 2 * Double.pi

  package init() {}
}
