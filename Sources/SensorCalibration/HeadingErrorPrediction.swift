private import Glibc
import Quantities

/// The heading error of a calibration that is slightly wrong.
///
/// A calibrated field that is off by e, as a part of its strength and square to it, turns the heading
/// by up to |e| / cos(inclination); in the mean over attitudes half of e² lies level. Every direction
/// of the field counts the same, covered by the log or not.
struct HeadingErrorPrediction {
  /// rad: where the field is steeper the same calibration is worse.
  private let inclination: Double

  init(inclinationDegrees: Double) { inclination = inclinationDegrees.inRadians }

  /// Degrees of heading error from a tilt that is not measured, in the worst direction.
  func errorOfTilt(degrees: Double) -> Double { degrees * tan(abs(inclination)) }

  /// Degrees of heading error (68 %) that a variance of the field, per axis square to it, makes.
  func degrees(variancePerAxis: Double) -> Double {
    (max(variancePerAxis, 0).squareRoot() / cos(inclination)).inDegrees
  }

  /// The variance per axis, in the mean over all directions and in the worst of them, that the
  /// nine parameters' covariance makes.
  func variance(of shape: FieldShape, _ covariance: SymmetricMatrix) -> (
    mean: Double, worst: Double
  ) {
    guard let inverse = shape.matrix.inverse else { return (.infinity, .infinity) }
    var (sum, worst) = (0.0, 0.0)
    for u in DirectionCells.centres {
      let d = inverse * u
      let (a, b) = Self.square(to: u)
      let variance =
        [a, b].reduce(0) { $0 + covariance.quadraticForm(Self.gradient(shape, along: $1, d)) } / 2
      sum += variance
      worst = max(worst, variance)
    }
    return (sum / Double(DirectionCells.count), worst)
  }

  /// The same of two shapes' difference.
  func variance(between shape: FieldShape, _ other: FieldShape) -> (mean: Double, worst: Double) {
    guard let inverse = shape.matrix.inverse else { return (.infinity, .infinity) }
    var (sum, worst) = (0.0, 0.0)
    for u in DirectionCells.centres {
      let y = other.direction(shape.centre + inverse * u)
      let e = y / max(y.length, 1e-9) - u
      let across = e - u * e.dot(u)
      sum += across.dot(across) / 2
      worst = max(worst, across.dot(across) / 2)
    }
    return (sum / Double(DirectionCells.count), worst)
  }

  /// How the component of the calibrated field along `axis` moves with the nine parameters; `d` is
  /// the raw field less the centre.
  private static func gradient(_ shape: FieldShape, along axis: Vector3, _ d: Vector3) -> [Double] {
    let b = -(shape.matrix * axis)
    return [
      b.x, b.y, b.z, axis.x * d.x, axis.y * d.y, axis.z * d.z, axis.x * d.y + axis.y * d.x,
      axis.x * d.z + axis.z * d.x, axis.y * d.z + axis.z * d.y,
    ]
  }

  private static func square(to u: Vector3) -> (Vector3, Vector3) {
    // any axis that is not near u
    let helper = abs(u.x) < 0.5.squareRoot() ? Vector3(1, 0, 0) : Vector3(0, 1, 0)
    let a = u.cross(helper)
    let unit = a / a.length
    return (unit, u.cross(unit))
  }
}
