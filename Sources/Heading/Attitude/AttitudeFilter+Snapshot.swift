import Quantities
import SensorHealth

extension AttitudeFilter {
  /// The filter's result for one instant.
  struct Snapshot {
    /// Body → earth.
    var attitude: Quaternion
    /// rad/s, body frame.
    var rate: Vector3
    /// What the error is made from, as far as this filter has it.
    var covarianceTerms: CovarianceTerms
    var fieldTerms: FieldTerms
    var gyroTerms: GyroTerms
    var hasSettled: Bool
    var residuals: ResidualStatistics
    /// Which tests the field fails, where it is disturbed or the geomagnetic model contradicts it.
    var reasons: HeadingEstimate.Conditions
    var interference: HeadingEstimate.Interference
    /// What disturbs; `nil` where nothing does.
    var disturbance: InterferenceClassifier?
    /// µT: the horizontal part of the reference field.
    var horizontal: Double
    /// µT: the strength of the reference field.
    var strength: Double
  }

  /// The result for `time`, which is not before the newest sample.
  func snapshot(at time: Timestamp, _ earth: EarthModel) -> Snapshot {
    let reference = monitor.isInflated ? monitor.checkpoint.reference : state.reference
    return Snapshot(
      attitude: attitude(at: time), rate: rate, covarianceTerms: covarianceTerms,
      fieldTerms: fieldTerms(earth), gyroTerms: gyroTerms, hasSettled: start.hasSettled,
      residuals: residuals, reasons: monitor.isDisturbed ? reasons : modelReasons(earth),
      interference: monitor.interference, disturbance: monitor.classifier,
      horizontal: reference.horizontal, strength: state.reference.vector.length)
  }

  private var reasons: HeadingEstimate.Conditions {
    monitor.isPlausible(state.reference.vector) ? residuals.reasons : .interferenceStrength
  }

  /// Which test of the geomagnetic model the reference fails, where that makes the heading uncertain.
  private func modelReasons(_ earth: EarthModel) -> HeadingEstimate.Conditions {
    modelError68(earth) > 0 ? earth.reason(against: state.reference.vector) : []
  }
}

extension AttitudeFilter {
  /// The terms of the error that the covariance has.
  var covarianceTerms: CovarianceTerms {
    .north(
      variance: state.northVariance, accepted: residuals.confirmedVariance,
      ofTilt: state.northVarianceOfTilt,
      tiltCorrection: state.correctionSums.unexplainedTilt
        * TiltTerms.slope(inclination: abs(state.reference.vector.inclination)),
      northCorrection: state.correctionSums.unexplainedNorth)
  }

  /// The terms of the error from the field.
  func fieldTerms(_ earth: EarthModel) -> FieldTerms {
    FieldTerms(
      residual: .horizontal(slow: residuals.residual, now: residuals.newResidual),
      spots: residuals.spots, localAnomaly: state.localAnomaly.northSquare.squareRoot(),
      horizontal: state.reference.horizontal,
      remembered: residuals.memory,
      recurring: isCalibrated ? ownField.error68(state.reference) : 0,
      unprovenReference: monitor.uncertainty.angle68,
      modelDisagreement: modelError68(earth))
  }

  /// The terms of the error from the gyro.
  var gyroTerms: GyroTerms {
    let delayVariance = state.covariance[StateIndex.delay, StateIndex.delay]
    return GyroTerms(
      biasError: state.largestGyroBiasError,
      magnetometerDelayError: max(delayVariance, 0).squareRoot(),
      turnRate: residuals.turnRate, unconfirmedTurn: residuals.unconfirmedTurn,
      matrixVariance: state.northVariance(from: StateIndex.gyroMatrixParts),
      missedTurn: gyro.intervals.missedTurn, isBiasImplausible: isGyroBiasImplausible)
  }
}
