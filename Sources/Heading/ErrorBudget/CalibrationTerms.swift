private import Glibc
import Quantities

/// Terms of the calibration: what it left, misalignment, a calibration that no longer fits, warm-up.
struct CalibrationTerms: Equatable, Sendable {
  /// A calibration that no longer fits.
  struct Stale: Equatable, Sendable {
    /// The standard deviation of the strength over directions, as a part of it.
    var spread: Double
    /// The strength of the reference field, and its horizontal part, in the magnetometer's unit.
    var strength: Double
    var horizontal: Double
  }

  var error: CalibrationHeadingError
  /// µT: the horizontal part of the reference field; `nil` where it is not known in µT.
  var horizontal: Double?
  /// `nil` for a calibration that fits.
  var stale: Stale?
  /// Whether the filter has seen too little yet.
  var isWarmingUp: Bool

  func add(to budget: inout HeadingErrorBudget, _ parameters: ErrorBudgetParameters) {
    // What a calibration leaves is a field; how far it turns north depends on the horizontal one.
    let weakness = horizontal.map {
      min(max(parameters.usualHorizontal / max($0, 0.1), 0.5), 50)
    }
    budget[.calibration] = error.degrees * (weakness ?? 1)
    budget[.misalignment] = error.misalignment * (weakness ?? 1)
    if let stale {
      budget[.staleCalibration] = min(stale.degrees, parameters.largestStaleError)
    }
    if isWarmingUp { budget[.warmUp] = parameters.warmUp }
  }
}

extension CalibrationTerms.Stale {
  /// An offset b changes the strength F by the part of b that points along the field: over directions a
  /// standard deviation of b/√3, which is `spread` · F. Across the field it turns north by as much, and
  /// that part of a vector that points anywhere is within 0.68 b in 68 of 100 cases.
  fileprivate var degrees: Double {
    let offset = 3.0.squareRoot() * spread
    return (0.68 * offset * strength / max(horizontal, 0.1)).inDegrees
  }
}

/// Degrees, 68 %: what a calibration leaves in the heading where the horizontal field is 20 µT.
struct CalibrationHeadingError: Equatable, Sendable {
  /// As the fit predicted it, or by its grade.
  var degrees: Double
  /// By how much the magnetometer's axes are turned against the other sensors' and the case. A device that
  /// was calibrated by its maker is taken to know that, and without a calibration it does not matter.
  var misalignment: Double

  init(_ calibration: Calibration?, _ parameters: ErrorBudgetParameters = ErrorBudgetParameters()) {
    let byGrade: Double
    switch calibration?.grade {
    case .given:
      (degrees, misalignment) = (parameters.givenCalibration, 0)
      return
    case .a: byGrade = parameters.calibrationA
    case .b: byGrade = parameters.calibrationB
    case .c: byGrade = parameters.calibrationC
    case .d: byGrade = parameters.calibrationD
    case .f, nil:
      (degrees, misalignment) = (parameters.uncalibrated, 0)
      return
    }
    (degrees, misalignment) = (calibration?.error68Degrees ?? byGrade, parameters.misalignment)
  }

  /// Degrees: both as independent errors.
  var total: Double { hypot(degrees, misalignment) }
}
