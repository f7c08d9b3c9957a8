private import Glibc
import Quantities

/// A first, cautious estimate of how wrong a heading is, in degrees: 68 % lie within.
///
/// Independent causes add as squares. A tilt error ε turns the vertical field into a heading error
/// of about ε · tan(inclination) (M. Caruso, "Applications of magnetic sensors for low cost compass
/// systems", IEEE PLANS 2000, eq. 8); a disturbance Δ of the field does Δ/H at most, H being the
/// horizontal part, and 0.6 of that in the mean over its directions.
struct HeadingError {
  /// Degrees: what the calibration leaves.
  var calibration: Double
  /// Degrees: how far north in the gyro's frame may be off, the gyro's scale aside.
  private(set) var north: Double?
  /// rad about down, since the field was averaged.
  private var turned = 0.0
  /// m/s², of the specific force about gravity over the last seconds.
  private(set) var agitation = ScalarLowPass(timeConstant: 1)

  /// Whether it is shaken or pushed: from 2 m/s² on, until it is under 1.
  private(set) var isAccelerating = false
  /// rad, over about a second: how far the field points from the north that the gyro holds. Noise and
  /// late samples cancel in it; what stays is a field or a gyro that is wrong.
  private var innovation = ScalarLowPass(timeConstant: 1)

  init(calibration: Double) { self.calibration = calibration }

  /// Takes in a specific force, m/s².
  mutating func update(force: Vector3, interval: Double) {
    agitation.update(abs(force.length - standardGravity), interval: interval)
    isAccelerating = (agitation.value ?? 0) > (isAccelerating ? 1 : 2)
  }

  /// Takes in by how much a field sample points to the right of the north that is held, rad.
  mutating func update(innovation sample: Double, interval: Double) {
    innovation.update(sample, interval: interval)
  }

  /// The error of one field sample.
  ///
  /// - Parameters:
  ///   - monitor: what the field looks like against the reference.
  ///   - tilt: degrees, the error of "down".
  func ofSample(_ monitor: FieldMonitor, tilt: Double) -> Double {
    let inclination = monitor.referenceInclination ?? 1.05  // 60°, the mid-latitudes'
    let slope = min(abs(tan(inclination)), 20)
    let strength = abs(monitor.strengthError ?? 0)
    let dip = abs(monitor.inclinationError ?? 0)
    let disturbance =
      (strength * strength + dip * dip).squareRoot() * (1 + slope * slope).squareRoot()
    let field = hypot(min(0.6 * disturbance.inDegrees, 120), (innovation.value ?? 0).inDegrees)
    return hypot(hypot(calibration, tilt * slope), field)
  }

  /// Takes the error of a sample into that of the average, with the sample's own weight in it.
  mutating func average(sample: Double, step: Double) {
    turned *= 1 - step
    guard let old = north else {
      north = sample
      return
    }
    north = (old * old + (sample * sample - old * old) * step).squareRoot()
  }

  /// Lets the average's error grow by what the gyro may have drifted.
  ///
  /// - Parameters:
  ///   - bias: rad/s, the uncertainty of the gyro's bias.
  ///   - turn: rad, by how much the device turned about down meanwhile.
  mutating func drift(bias: Double, turn: Double, interval: Double) {
    turned += turn
    if let north { self.north = min(north + (bias * interval).inDegrees, 180) }
  }

  /// Degrees: how far north may be off, with what a gyro whose scale is off by 0.3 % makes of the
  /// turn since the field was averaged; turning back takes it away again.
  var total: Double? { north.map { hypot($0, (0.003 * turned).inDegrees) } }
}
