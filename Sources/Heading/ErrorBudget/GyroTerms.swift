import Quantities

/// Terms of the gyro: bias, delay against the magnetometer, scale.
struct GyroTerms: Equatable, Sendable {
  /// rad/s: the largest standard deviation of the three biases.
  var biasError: Double
  /// s: the standard deviation of the magnetometer's delay.
  var magnetometerDelayError: Double
  /// rad/s, about any axis, over 0.4 s.
  var turnRate: Double
  /// rad about down that no field has confirmed yet; negative to the left.
  var unconfirmedTurn: Double
  /// rad²: the part of north's variance that the errors of the gyro's scale and axes make.
  var matrixVariance = 0.0
  /// Whether the accelerometer or the field contradicts the gyro.
  var isContradicted = false

  /// A rate that is wrong by a bias, late or wrong in scale turns the heading.
  func add(to budget: inout HeadingErrorBudget, _ parameters: ErrorBudgetParameters) {
    budget[.gyroBias] = parameters.biasTime * biasError.inDegrees
    budget[.gyroDelay] = parameters.gyroDelay * turnRate.inDegrees
    // Only the part of a turn that is about the vertical turns north.
    budget[.magnetometerDelay] = meanComponent * magnetometerDelayError * turnRate.inDegrees
    if isContradicted { budget[.motionContradiction] = unknownNorth }
    budget[.gyroScale] = parameters.gyroScale * unconfirmedTurn.inDegrees
    budget.add(matrixVariance.squareRoot().inDegrees, for: .gyroScale)
  }
}
