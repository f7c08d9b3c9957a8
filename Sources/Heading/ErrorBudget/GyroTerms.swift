import Quantities
import SensorHealth

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
  /// s since the gyro's newest sample.
  var sampleAge = 0.0
  /// s by which a sample may be late, beyond `gyroDelay`; 0 where the driver reports it.
  var unknownDelay = 0.0
  /// rad, 68 %: by how much the device may have turned otherwise while samples were missing.
  var missedTurn = 0.0
  /// Whether the gyro has a bias that no chip has.
  var isBiasImplausible = false

  /// s between samples of the recordings by which `gyroDelay` was chosen. Source: measured; 95 Hz (BROAD).
  private static let intervalOfRecordings = 0.0105

  /// The terms of a gyro that was sampled so, for the instant `time`.
  ///
  /// - Parameter knowsDelay: whether the driver reports by how much a sample is late.
  func sampled(_ activity: SensorActivity, knowsDelay: Bool, at time: Timestamp) -> GyroTerms {
    var terms = self
    terms.sampleAge = activity.last.map { max(time.seconds(since: $0), 0) } ?? 0
    // A rate of one instant of its interval is early or late by up to half of that.
    if !knowsDelay, let interval = activity.interval {
      terms.unknownDelay = componentQuantile * max(interval - Self.intervalOfRecordings, 0) / 2
    }
    return terms
  }

  /// A rate that is wrong by a bias, late or wrong in scale turns the heading.
  func add(to budget: inout HeadingErrorBudget, _ parameters: ErrorBudgetParameters) {
    budget[.gyroBias] = parameters.biasTime * biasError.inDegrees
    budget[.gyroDelay] = (parameters.gyroDelay + unknownDelay) * turnRate.inDegrees
    // The rate of the newest sample holds until the next one; a hand changes it, or stops.
    let change = IntervalRate.handAcceleration * sampleAge * sampleAge / 2
    budget.add(min(change, turnRate * sampleAge).inDegrees, for: .gyroDelay)
    budget.add(missedTurn.inDegrees, for: .gyroDelay)
    // Only the part of a turn that is about the vertical turns north.
    budget[.magnetometerDelay] = meanComponent * magnetometerDelayError * turnRate.inDegrees
    if isBiasImplausible { budget[.motionContradiction] = unknownNorth }
    budget[.gyroScale] = parameters.gyroScale * unconfirmedTurn.inDegrees
    budget.add(matrixVariance.squareRoot().inDegrees, for: .gyroScale)
  }
}
