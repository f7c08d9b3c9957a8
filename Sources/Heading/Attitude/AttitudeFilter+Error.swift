import Quantities

extension AttitudeFilter {
  /// Notes how an interval's field compares with the place's.
  mutating func note(_ view: FieldView, interval: Double) {
    quality.update(
      field: view.measured - view.attitude * disturbance.hardIron,
      refined: view.measured - view.attitude * hardIron, reference: referenceField,
      isDisturbed: surroundings.isDisturbed, interval: interval)
  }

  /// The terms of the error that the covariance has.
  var covarianceTerms: CovarianceTerms {
    .north(variance: northVariance, accepted: quality.confirmedVariance)
  }

  /// The terms of the error from the field.
  var fieldTerms: FieldTerms {
    FieldTerms(
      residual: .horizontal(slow: quality.stray, now: quality.strayNow), spots: quality.spots,
      remembered: quality.memory, unprovenReference: disturbance.northDoubt.angle68,
      modelDisagreement: modelDoubt)
  }

  /// The terms of the error from the gyro.
  var gyroTerms: GyroTerms {
    GyroTerms(
      biasError: largestBiasError,
      magnetometerDelayError: max(covariance[StateIndex.delay, StateIndex.delay], 0).squareRoot(),
      turnRate: quality.turnRate, unconfirmedTurn: quality.unconfirmedTurn)
  }

  /// Notes when the first seconds are over and north is known as well as it will soon be.
  ///
  /// With a bias that is still unknown what looks like north is in part the gyro's drift.
  mutating func noteSettling() {
    guard !hasSettled else { return }
    hasSettled =
      elapsed >= parameters.warmUp && northVariance.squareRoot() < Self.settledNorth
      && largestBiasError < Self.settledBias
  }

  /// rad.
  private static let settledNorth = 0.1
  /// rad/s.
  private static let settledBias = 0.35.inRadians

  private var largestBiasError: Double {
    let variances = covariance.variances(from: StateIndex.gyroBias)
    return max(variances.x, variances.y, variances.z).squareRoot()
  }
}
