/// When everyday use refines a calibration.
package struct RefinementParameters: Equatable, Sendable {
  /// The time between two attempts, s.
  /// Source: chosen.
  package var period = 30.0

  package init() {}
}
