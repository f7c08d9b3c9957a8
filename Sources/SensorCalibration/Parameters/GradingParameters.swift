import Quantities

/// What a grade may leave at the most: grades A to D; beyond the last limit the grade is F.
package struct GradeLimits: Equatable, Sendable {
  package var a: Double
  package var b: Double
  package var c: Double
  package var d: Double

  package init(_ a: Double, _ b: Double, _ c: Double, _ d: Double) {
    (self.a, self.b, self.c, self.d) = (a, b, c, d)
  }

  /// The best grade whose limit `value` does not pass.
  func grade(_ value: Double) -> Calibration.Grade {
    if value <= a { return .a }
    if value <= b { return .b }
    if value <= c { return .c }
    return value <= d ? .d : .f
  }
}

/// When a fitted calibration gets which grade. A limit that is passed lowers the grade.
package struct GradingParameters: Equatable, Sendable {
  /// Predicted heading error, degrees (68 %).
  /// Source: the meaning of the grades (docs/calibration.md).
  package var error = GradeLimits(1, 2, 4, 7)
  /// By how much the worst direction may be worse than the mean one, as a ratio.
  /// Source: chosen on simulated devices.
  package var worstDirection = 2.0
  /// What parts of the log contradict each other by, degrees.
  /// Source: chosen: the next grade's limit of the predicted error.
  package var contradiction = GradeLimits(2, 4, 7, 10)
  /// The part of the variance between parts of the log that counts as error.
  /// Source: chosen on simulated devices.
  package var contradictionPart = 0.25
  /// The strength's standard deviation where it should be constant, percent.
  /// Source: chosen on the calibration logs.
  package var residual = GradeLimits(2.5, 4, 8, 12)
  /// The same less the sensor's noise, percent.
  /// Source: chosen on the calibration logs.
  package var unexplained = GradeLimits(2, 3, 4.5, 5.5)
  /// The part of the fields that was left out.
  /// Source: chosen on the calibration logs.
  package var rejected = GradeLimits(0.05, 0.1, 0.15, 0.2)
  /// By which part the strength may differ from that of the place.
  /// Source: chosen: a wrong range makes a factor of 2.
  package var strength = GradeLimits(0.1, 0.2, 0.3, 0.5)
  /// The part of the cells without a field.
  /// Source: chosen on cuts of the calibration logs.
  package var missing = GradeLimits(0.2, 0.4, 0.5, 0.6)
  /// The least width of the directions, of 2, above which only their number counts.
  /// Source: half a sphere is 1 wide; chosen on cuts of the calibration logs.
  package var fullWidth = 1.2
  /// The least width of the directions: a fit to a narrower cap is bent by noise at its rim.
  /// Source: a third of a sphere is 0.67 wide; chosen on cuts of the calibration logs.
  package var leastWidth = 0.8
  /// The residual above which directions narrower than `fullWidth` determine nothing.
  /// Source: chosen on cuts of the calibration logs.
  package var narrowResidual = 0.04
  /// The standard deviation of the strength in an ordinary room, as part of it.
  /// Source: chosen on the calibration logs: what rooms do.
  package var roomVariation = 0.03
  /// By how much the predicted standard deviations overlap, as a ratio of their sum.
  /// Source: measured on simulated devices (docs/calibration.md).
  package var overlap = 1.3

  package init() {}
}
