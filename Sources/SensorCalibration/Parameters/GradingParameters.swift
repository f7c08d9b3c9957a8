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

  /// For each grade the limit of the next one; the last goes on by the same step.
  var next: GradeLimits { GradeLimits(b, c, d, d + (d - c)) }
}

/// When a fitted calibration gets which grade. A limit that is passed lowers the grade.
package struct GradingParameters: Equatable, Sendable {
  /// The part of the variance between parts of the log that counts as error.
  /// Source: chosen on simulated devices.
  package var contradictionPart = 0.25
  /// The strength's standard deviation where it should be constant, as part of it.
  /// Source: chosen on the calibration logs.
  package var residual = GradeLimits(0.025, 0.04, 0.08, 0.12)
  /// The same less the sensor's noise. An ordinary room has at most that of grade B.
  /// Source: chosen on the calibration logs.
  package var unexplained = GradeLimits(0.02, 0.03, 0.045, 0.055)
  /// The part of the fields that was left out.
  /// Source: chosen on the calibration logs.
  package var rejected = GradeLimits(0.05, 0.1, 0.15, 0.2)
  /// By which part the strength may differ from that of the place.
  /// Source: chosen: a wrong range makes a factor of 2.
  package var strength = GradeLimits(0.1, 0.2, 0.3, 0.5)
  /// The part of the cells without a field.
  /// Source: chosen on cuts of the calibration logs.
  package var missing = GradeLimits(0.2, 0.4, 0.5, 0.6)
  /// The least widths of the directions, of 2, for grade D and for a better one. A fit to a narrower cap
  /// is bent by noise at its rim.
  /// Source: a third of a sphere is 0.67 wide, half of one 1; chosen on cuts of the calibration logs.
  package var width = 0.8...1.2

  package init() {}

  /// Predicted heading error, degrees (68 %). Source: the definition of the grades (docs/calibration.md).
  package static let error = GradeLimits(1, 2, 4, 7)
  /// The error of a calibration that has none, degrees (68 %): the middle of grade C.
  static let unknownError = (error.b + error.c) / 2
  /// The errors, degrees (68 %), of calibrations that can be refined: from half of grade A's limit to
  /// the middle of grade D.
  static let refinableErrors = (error.a / 2)...((error.c + error.d) / 2)

  /// The coverage of a grade A.
  var goodCoverage: Double { 1 - missing.a }
  /// The least coverage that is not refused.
  var leastCoverage: Double { 1 - missing.d }
}
