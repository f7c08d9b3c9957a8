import Quantities

extension AttitudeFilter {
  /// The terms of the error that the covariance has.
  var covarianceTerms: CovarianceTerms {
    .north(variance: state.northVariance, accepted: residuals.confirmedVariance)
  }

  /// The terms of the error from the field.
  func fieldTerms(_ earth: EarthModel) -> FieldTerms {
    FieldTerms(
      residual: .horizontal(slow: residuals.residual, now: residuals.newResidual),
      spots: residuals.spots,
      remembered: residuals.memory, unprovenReference: monitor.uncertainty.angle68,
      modelDisagreement: modelError68(earth))
  }

  /// The terms of the error from the gyro.
  var gyroTerms: GyroTerms {
    let delayVariance = state.covariance[StateIndex.delay, StateIndex.delay]
    return GyroTerms(
      biasError: state.largestGyroBiasError,
      magnetometerDelayError: max(delayVariance, 0).squareRoot(),
      turnRate: residuals.turnRate, unconfirmedTurn: residuals.unconfirmedTurn,
      isContradicted: isMotionContradicted)
  }
}
