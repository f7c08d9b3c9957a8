private import Glibc
import Quantities

extension FieldMonitor {
  /// By how much more the field points down than north: what a tilt's error is multiplied with.
  ///
  /// - Source: M. Caruso, "Applications of magnetic sensors for low cost compass systems", IEEE PLANS
  ///   2000, eq. 8. 60° of inclination, the mid-latitudes', stand for one that is not known.
  var slope: Double { min(abs(tan(referenceInclination ?? 60.0.inRadians)), 20) }
}
