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
  func ofField(_ reference: ScalarReference) -> Double {
    let strength = reference.strengthError ?? 0
    let dip = reference.inclinationError ?? 0
    let disturbance = hypot(strength, dip) * hypot(1, reference.slope)
    return min(0.5 * disturbance.inDegrees, 120)
  }
}

extension HeadingFilter {
  /// Degrees: what a calibration leaves in the heading, as the fit predicted it or by its grade.
  ///
  /// Of a good one the strays of the field tell the rest, but for one thing: by how much the
  /// magnetometer's axes are turned against the other sensors' and the case. A device that was
  /// calibrated by its maker is taken to know that.
  static func error68(of calibration: Calibration?) -> Double {
    let byGrade: Double
    switch calibration?.grade {
    case .given: return 0.3
    case .a: byGrade = 0.5
    case .b: byGrade = 1
    case .c: byGrade = 2.5
    case .d: byGrade = 5
    case .f, nil: return 60
    }
    return hypot(calibration?.error68Degrees ?? byGrade, unseenMisalignment)
  }

  /// Degrees.
  private static let unseenMisalignment = 2.1
}
