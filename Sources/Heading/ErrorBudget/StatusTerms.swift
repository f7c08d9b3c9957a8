import Quantities

/// Terms that count for the status only: not part of `error68`, but a user should know.
struct StatusTerms: Equatable, Sendable {
  /// rad: what the residual of an undisturbed field over 10 s turns north by at most; 0 without a gyro.
  var undisturbedResidual = 0.0
  /// Degrees a second about down; clockwise positive.
  var turnRate = 0.0

  /// A room whose field differs from spot to spot may hide more than its residuals show, and than `localField` counts.
  func add(to budget: inout HeadingErrorBudget, _ parameters: ErrorBudgetParameters) {
    let hidden = parameters.hiddenResidualShare * undisturbedResidual.inDegrees
    let counted = budget[.localField]
    budget[.hiddenResidual] = max(hidden * hidden - counted * counted, 0).squareRoot()
    budget[.turnRate] = parameters.readingDelay * turnRate
  }
}
