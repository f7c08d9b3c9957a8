private import Glibc
import Quantities

/// Terms from the field: residuals (measured − expected), the reference field, the magnetic model.
struct FieldTerms: Equatable, Sendable {
  /// What the filter measures of a residual.
  enum Residual: Equatable, Sendable {
    /// With a gyro: the angle, rad, that the horizontal residual can turn north by at most, over 10 s and over 0.4 s.
    case horizontal(slow: Double, now: Double)
    /// Without a gyro: strength, as a part of the reference's, and inclination, rad. `slope` is the tangent
    /// of the reference's inclination.
    case strengthAndInclination(strength: Double, inclination: Double, slope: Double)
  }

  var residual: Residual
  /// How many spots with fields of their own the device has been at since the start, the first not counted;
  /// `nil` without a gyro.
  var spots: Double?
  /// µT: how far the fields of single spots are from the reference field, along north.
  var localAnomaly = 0.0
  /// µT: the horizontal part of the reference field.
  var horizontal = usualHorizontal
  /// rad: the largest horizontal residual of the last minute.
  var remembered = 0.0
  /// rad, 68 %: the field of the device itself.
  var recurring = 0.0
  /// rad, 68 %: how far a reference field that is not proven turns north.
  var unprovenReference = 0.0
  /// rad, 68 %: how far the field that the magnetic model expects would turn north.
  var modelDisagreement = 0.0

  /// µT: the horizontal field for which `spotError` is stated. Source: measured; the first 3 s of the recordings without
  /// magnets on which it was chosen (BROAD 02 to 21) have 15.5 to 15.7 µT.
  private static let statedHorizontal = 15.5

  /// Degrees: what a calibrated magnetometer makes of the residual of 10 s. Source: measured on the recordings without magnets.
  private static let residualNoise = 0.85

  /// Part of the field's strength: what a calibration leaves of strength and inclination, which `calibration` has.
  /// Source: derived; 68 % of vectors whose two components have a standard deviation of 1.2 % (docs/accuracy.md, the
  /// perturbed copies) are shorter: 0.012 · √2.28.
  private static let leftByCalibration = 0.0181

  /// Each residual counts beyond what noise makes of it.
  func add(to budget: inout HeadingErrorBudget, _ parameters: ErrorBudgetParameters) {
    if let spots {
      // A weaker field is turned further by the same one.
      let weakness = max(Self.statedHorizontal / max(horizontal, leastField), 1)
      budget[.localField] = parameters.spotError * weakness / (1 + spots).squareRoot()
      // Across north an anomaly is as large as along it, and the gyro does not keep all of it away.
      let angle = (localAnomaly / max(horizontal, leastField)).inDegrees
      budget.add(parameters.localFieldShare * angle, for: .localField)
    }
    budget[.fieldResidual] = residualDegrees(parameters)
    budget[.rememberedResidual] = parameters.remembered.degrees(remembered)
    budget[.recurringResidual] = recurring.inDegrees
    budget[.unprovenReference] = unprovenReference.inDegrees
    budget[.modelDisagreement] = modelDisagreement.inDegrees
  }

  /// Degrees. A disturbance Δ of the field turns north by Δ/H at most, H being the horizontal part.
  private func residualDegrees(_ parameters: ErrorBudgetParameters) -> Double {
    switch residual {
    case .horizontal(let slow, let now):
      let lasting = ResidualWeight(
        share: parameters.localFieldShare * meanComponent, beyond: Self.residualNoise)
      return lasting.degrees(slow) + parameters.newResidual.degrees(now)
    case .strengthAndInclination(let strength, let inclination, let slope):
      let seen = strength * strength + inclination * inclination
      let excess = seen - Self.leftByCalibration * Self.leftByCalibration
      guard excess > 0 else { return 0 }
      let disturbance = excess.squareRoot() * hypot(1, slope)
      return min(unseenComponent * disturbance.inDegrees, unknownNorth)
    }
  }
}
