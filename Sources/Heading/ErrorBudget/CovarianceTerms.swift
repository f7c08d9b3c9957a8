import Quantities

/// Terms from the covariance of the filter.
enum CovarianceTerms: Equatable, Sendable {
  /// With a gyro: north's variance, rad², now and when a field was last accepted, and `NavigationState.northVarianceOfTilt`.
  /// `tiltCorrection` and `northCorrection`, rad, are what corrections of tilt and north that the covariance does not explain make of north.
  case north(
    variance: Double, accepted: Double, ofTilt: Double, tiltCorrection: Double = 0,
    northCorrection: Double = 0)
  /// Without a gyro: the tracked attitude's variance, rad², along the direction that is shown.
  case tracked(variance: Double)

  /// With a gyro the variance at the last accepted field counts in part, and all of its growth since. What the tilt makes counts
  /// in full: no other term has it, and where a vehicle pushes the device it is large.
  /// Without one the whole standard deviation counts.
  func add(to budget: inout HeadingErrorBudget, _ parameters: ErrorBudgetParameters) {
    switch self {
    case .north(let variance, let accepted, let ofTilt, let tiltCorrection, let northCorrection):
      let accepted = min(variance, accepted)
      budget[.filterCovariance] = parameters.acceptedShare * max(accepted, 0).squareRoot().inDegrees
      let tilt = min(accepted, ofTilt)
      let other = parameters.acceptedShare * max(accepted - tilt, 0).squareRoot()
      budget[.filterCovariance] = (other * other + tilt).squareRoot().inDegrees
      budget[.covarianceGrowth] = (variance - accepted).squareRoot().inDegrees
      budget[.tiltCorrection] = min(tiltCorrection, .pi).inDegrees
      budget[.northCorrection] = min(northCorrection, .pi).inDegrees
    case .tracked(let variance):
      budget[.filterCovariance] = max(variance, 0).squareRoot().inDegrees
    }
  }
}
