private import Glibc
package import Quantities
private import SensorCalibration

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
  /// Degrees, 68 %: between the axes of a fit of all nine axes and the device's; `nil` where the chips are not known.
  var axesError: Double?
  /// µT: the horizontal part of the reference field; `nil` where it is not known in µT.
  var horizontal: Double?
  /// µT: the distance of the field from those of the calibration, where nothing else confirms the calibration.
  var unproven = 0.0
  /// `nil` for a calibration that fits.
  var stale: Stale?
  /// The weakest horizontal field, µT, that is divided by. Source: numerical.
  static let leastHorizontal = 0.1
  /// The largest ratio of horizontal fields. Source: numerical; 20 µT over 0.4 µT.
  private static let largestRatio = 50.0

  /// Whether the filter has seen too little yet.
  var isWarmingUp: Bool

  func add(to budget: inout HeadingErrorBudget, _ parameters: ErrorBudgetParameters) {
    budget[.calibration] =
      error.isKnown
      ? min(error.degrees * weakness(than: error.horizontal), unknownNorth) : unknownNorth
    if let horizontal, error.isKnown {
      // Strength and inclination show two components of a hard iron that came since; the third one turns north.
      let left = error.microtesla * error.microtesla * twoComponentsSquare
      let seen = max(unproven * unproven - left, 0).squareRoot()
      let angle = (unseenComponent * seen / max(horizontal, Self.leastHorizontal)).inDegrees
      budget.add(min(angle, unknownNorth), for: .calibration)
    }
    budget[.misalignment] =
      error.isAligned
      ? axesError ?? error.misalignment : error.misalignment * weakness(than: usualHorizontal)
    if let stale {
      budget[.staleCalibration] = min(stale.degrees, unknownNorth)
    }
    // It is added in full, so that no heading is called accurate.
    if isWarmingUp { budget[.warmUp] = HeadingErrorBudget.largestAccurate }
  }

  /// How much weaker the horizontal field is than another, µT: what a calibration leaves is a field, and turns north as much
  /// further. 1 where the horizontal field is not known.
  private func weakness(than stated: Double) -> Double {
    guard let horizontal else { return 1 }
    return min(max(stated / max(horizontal, Self.leastHorizontal), 0.5), Self.largestRatio)
  }
}

/// The 68 % quantile of a component of a vector with any direction, in its length.
///
/// Source: Archimedes; each component of an evenly distributed direction is evenly distributed.
let componentQuantile = 0.68

/// The mean of that component. Source: Archimedes; the mean of |cos| over a sphere.
let meanComponent = 0.5

/// The 68 % quantile of that component in the length of the other two: where those are all that is seen of the vector.
///
/// Source: derived; 0.68 / √(1 − 0.68²).
let unseenComponent = 0.927

/// The 68 % quantile of the sum of two squares of independent normal numbers, in their variance. Source: χ² of two.
private let twoComponentsSquare = 2.28

/// Degrees: the error, 68 %, of a heading of which nothing is known.
///
/// Source: derived; the 68 % quantile of what is evenly distributed up to 180°.
package let unknownNorth = componentQuantile * 180

extension CalibrationTerms.Stale {
  /// An offset b changes the strength F by the part of b that points along the field: over directions a
  /// standard deviation of b/√3, which is `spread` · F. Across the field it turns north by as much, and
  /// that part of a vector that points anywhere is within 0.68 b in 68 of 100 cases.
  fileprivate var degrees: Double {
    let offset = 3.0.squareRoot() * spread
    let level = max(horizontal, CalibrationTerms.leastHorizontal)
    return (componentQuantile * offset * strength / level).inDegrees
  }
}

/// Degrees, 68 %: what a calibration leaves in the heading where the horizontal field is `horizontal`.
package struct CalibrationHeadingError: Equatable, Sendable {
  /// As the fit predicted it, or by its grade; `unknownNorth` without a calibration.
  var degrees: Double
  /// µT: the horizontal field for which the degrees are stated: that of the field in which the calibration was made at the
  /// inclination for which a fit predicts its error, 60°; where that field is not known, of the middle latitudes.
  var horizontal = usualHorizontal
  /// Whether there is a calibration. Without one nothing bounds the hard iron: a chip's own offset may be
  /// several times the horizontal field (±100 µT, LSM9DS1, DocID025715 rev. 3, table 3), in any direction.
  var isKnown = true
  /// By how much the magnetometer's axes are turned against the other sensors' and the case. A device that
  /// was calibrated by its maker is taken to know that, and without a calibration it does not matter.
  var misalignment: Double
  /// Whether a fit of all nine axes has aligned the sensors: what is left turns the heading alike in every field.
  var isAligned = false

  package init(_ calibration: Calibration?, _ parameters: ErrorBudgetParameters) {
    let limits = GradingParameters.error
    let range: (Double, Double)
    switch calibration?.grade {
    case .given:
      (degrees, misalignment) = (parameters.givenCalibration, 0)
      return
    case .a: range = (0, limits.a)
    case .b: range = (limits.a, limits.b)
    case .c: range = (limits.b, limits.c)
    case .d: range = (limits.c, limits.d)
    case .f, nil:
      (degrees, misalignment, isKnown) = (unknownNorth, 0, false)
      return
    }
    // A fit that predicted no error has the middle of those that make its grade.
    degrees = calibration?.error68Degrees ?? (range.0 + range.1) / 2
    if let calibration, calibration.error68Degrees != nil, let strength = calibration.radius {
      // Of a level turn it is the horizontal part alone.
      let part = calibration.isLevelOnly ? 1 : cos(middleInclinationDegrees.inRadians)
      horizontal = strength * part
    }
    isAligned = calibration?.inertial?.accelerometer != nil
    misalignment = isAligned ? parameters.caseMisalignment : parameters.misalignment
  }

  /// µT, 68 %: what is left in one axis of the field, at every place. What turns the case against all sensors is the
  /// same for each magnetometer, and no part of it.
  package var microtesla: Double {
    hypot(
      horizontal * degrees.inRadians, isAligned ? 0 : usualHorizontal * misalignment.inRadians)
  }
}
