private import Glibc
import Quantities

/// How wrong a heading is for causes that no filter averages away, in degrees: 68 % lie within.
///
/// Independent causes add as squares. A disturbance Δ of the field does Δ/H at most, H being the
/// horizontal part, and about half of that in the mean over its directions.
struct HeadingError {
  /// Degrees: what the calibration leaves.
  var calibration: Double
  /// m/s², of the specific force about gravity over the last seconds.
  private(set) var agitation = ScalarLowPass(timeConstant: 1)
  /// Whether it is shaken or pushed: from 2 m/s² on, until it is under 1.
  private(set) var isAccelerating = false

  init(calibration: Double) { self.calibration = calibration }

  /// Takes in a specific force, m/s².
  mutating func update(force: Vector3, interval: Double) {
    agitation.update(abs(force.length - standardGravity), interval: interval)
    isAccelerating = (agitation.value ?? 0) > (isAccelerating ? 1 : 2)
  }

  /// Degrees: what a field does that is not quite the reference's.
  func ofField(_ monitor: FieldMonitor) -> Double {
    let strength = monitor.strengthError ?? 0
    let dip = monitor.inclinationError ?? 0
    let disturbance = hypot(strength, dip) * hypot(1, monitor.slope)
    return min(0.5 * disturbance.inDegrees, 120)
  }
}

extension FieldMonitor {
  /// By how much more the field points down than north: what a tilt's error is multiplied with.
  ///
  /// - Source: M. Caruso, "Applications of magnetic sensors for low cost compass systems", IEEE PLANS
  ///   2000, eq. 8. 60° of inclination, the mid-latitudes', stand for one that is not known.
  var slope: Double { min(abs(tan(referenceInclination ?? 60.0.inRadians)), 20) }
}
