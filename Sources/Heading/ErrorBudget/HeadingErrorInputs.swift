/// All that the error of a heading is made from, by groups of causes.
///
/// `HeadingFilter` fills it for each reading; the budget depends on nothing else.
struct HeadingErrorInputs: Equatable, Sendable {
  var covariance: CovarianceTerms
  var field: FieldTerms
  /// `nil` without a gyro.
  var gyro: GyroTerms?
  /// `nil` with a gyro.
  var motion: MotionTerms?
  var tilt: TiltTerms
  var calibration: CalibrationTerms
  var status: StatusTerms
}

extension HeadingErrorBudget {
  /// The terms of the filter for one reading.
  init(_ inputs: HeadingErrorInputs, _ parameters: ErrorBudgetParameters) {
    inputs.covariance.add(to: &self, parameters)
    inputs.field.add(to: &self, parameters)
    inputs.gyro?.add(to: &self, parameters)
    inputs.motion?.add(to: &self, parameters)
    inputs.tilt.add(to: &self, parameters)
    inputs.calibration.add(to: &self, parameters)
    inputs.status.add(to: &self, parameters)
  }
}
