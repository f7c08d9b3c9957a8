import Quantities
import SensorCalibration

extension HeadingFilter {
  /// Degrees, 68 %: what a calibration that no longer fits makes of north; zero for one that does.
  ///
  /// An offset b changes the strength F by the part of b that points along the field: over directions a
  /// standard deviation of b/√3, which is `spread` · F. Across the field it turns north by as much, and
  /// that part of a vector that points anywhere is within 0.68 b in 68 of 100 cases.
  ///
  /// - Parameters:
  ///   - strength: F, the place's field.
  ///   - horizontal: the part of it that points to north.
  func staleError(strength: Double, horizontal: Double) -> Double {
    guard calibrationCheck.isStale else { return 0 }
    let offset = 3.0.squareRoot() * (calibrationCheck.spread ?? 0)
    return min((0.68 * offset * strength / max(horizontal, 0.1)).inDegrees, 120)
  }
}
