package import Wire

/// Decides which readings are sent to receivers that show no error, such as a chart plotter.
package struct HeadingLimit: Equatable, Sendable {
  /// The limit without an option, degrees.
  package static let standardDegrees = 10.0

  /// The largest `error68_deg` of a heading that is sent, degrees.
  package let error68Degrees: Double

  /// - Parameter error68Degrees: above 0, up to 180.
  package init(error68Degrees: Double = Self.standardDegrees) {
    self.error68Degrees = error68Degrees
  }

  /// Whether the heading of this reading is sent.
  ///
  /// Without a calibration (`calibrating`) and without a sensor (`unavailable`) it never is, because its error is then not
  /// known. Neither is it while nothing confirms that the calibration is that of the board (`calibration_unconfirmed`), but
  /// for a magnetometer alone, whose calibration nothing can confirm. `interference` counts by its error like the others:
  /// the gyro may hold the heading.
  package func allows(_ reading: Reading) -> Bool {
    switch reading.status {
    case .unavailable, .calibrating: return false
    case .interference, .uncertain, .accurate:
      guard reading.headingMagnetic != nil, let error = reading.error68Degrees,
        !reading.why.contains(.calibrationUnconfirmed) || reading.source == .magnetometer
      else { return false }
      return error <= error68Degrees
    }
  }
}
