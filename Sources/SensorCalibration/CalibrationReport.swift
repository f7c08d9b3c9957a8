package import Quantities

/// What a fit found, and how certain it is.
package struct CalibrationReport: Equatable, Sendable {
  /// `nil` where the fit refuses; its grade is then F.
  package var calibration: Calibration?
  package var grade: Calibration.Grade
  /// Why the grade is not better; empty for a clean A.
  package var reasons: [CalibrationReason] = []
  package var model: CalibrationModel?
  /// The mean strength of the calibrated field, in the log's unit; `nil` where there is no fit.
  package var radius: Double?
  /// Root mean square of strength / radius − 1, each fifth of the time by a fit to the other four.
  package var holdOutResidual: Double?
  /// The same of the fit to the whole log, which is smaller.
  package var residual: Double?
  /// Degrees, 68 %: what the calibration leaves in a heading, over all attitudes.
  package var error68Degrees: Double?
  /// Degrees, 68 %: the same where the field comes from the worst direction.
  package var worstError68Degrees: Double?
  /// Square root of the largest by the smallest eigenvalue of the fit's scaled normal equations.
  package var condition: Double?
  /// The part of 48 equal cells of the sphere that hold a sample, 0 to 1.
  package var coverage = 0.0
  /// Different fields in the log.
  package var sampleCount = 0
  /// The part of them that the fit left out, 0 to 1.
  package var rejected = 0.0

  /// A report without a calibration.
  static func refused(_ reasons: [CalibrationReason], samples: Int) -> CalibrationReport {
    CalibrationReport(calibration: nil, grade: .f, reasons: reasons, sampleCount: samples)
  }
}
