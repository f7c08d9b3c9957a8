import Quantities
import SensorCalibration

/// How well each of the 24 axis rotations explains the field of a turning device: running sums of fixed
/// size, from which any of them is judged.
///
/// The field h stands still in the earth frame. With R the gyro's attitude (inertial chip's axes → those
/// at the beginning), b a hard iron and P the rotation by which the magnetometer's axes differ from
/// where they are taken to be, what is measured is m = P Rᵀh + b. With m' = Pᵀm and b' = Pᵀb
///
///     R m' = h + R b'
///
/// for all attitudes. Both h and b' are unknown and enter linearly. Let u be the covariance of R with m',
/// u = mean(R m') − mean(R) mean(m'), and V the variance of m (all three axes). Least squares in h, and in b'
/// with a weak prior λ|b' − mean(m')|² where an axis was not turned, leave the part
///
///     ρ = 1 − uᵀ (1 + λ) ((1 + λ) I − R̄R̄ᵀ)⁻¹ u / V,   R̄ = mean(R),
///
/// of V unexplained: 0 for the true P and no noise. The matrix is the same for all P, and u follows from
/// the sums of R ⊗ m, so one set of sums judges all rotations. The units of m cancel.
///
/// A frame that is mirrored is one of −P: a field that is negated turns as evenly. So P says how the field
/// turns, and not whether the frame is a mirror image; only the field's dip tells that.
struct TurnRegression: Sendable {
  private var weight = 0.0
  /// Σ R
  private var attitude = Matrix3.zero
  /// Σ m
  private var field = Vector3.zero
  /// Σ |m|²
  private var square = 0.0
  /// Σ R · m.x, Σ R · m.y, Σ R · m.z
  private var products = (x: Matrix3.zero, y: Matrix3.zero, z: Matrix3.zero)

  /// λ, the weight of the prior. The Earth's field itself costs this part of its square.
  /// Source: numerical; far below what a wrong rotation leaves.
  private static let prior = 1e-3

  /// Adds a field (any unit) at an attitude.
  ///
  /// - Parameters:
  ///   - weight: the angle turned since the last field.
  ///   - keeping: the factor of all earlier weights.
  mutating func add(
    field m: Vector3, attitude: Quaternion, weight: Double, keeping: Double
  ) {
    let rotation = Matrix3(attitude) * weight
    self.weight = self.weight * keeping + weight
    self.attitude = self.attitude * keeping + rotation
    field = field * keeping + m * weight
    square = square * keeping + m.dot(m) * weight
    products.x = products.x * keeping + rotation * m.x
    products.y = products.y * keeping + rotation * m.y
    products.z = products.z * keeping + rotation * m.z
  }

  /// The spread of the attitudes: half the trace of I − R̄R̄ᵀ. In an even turn by φ about one axis it is
  /// 1 − (sin(φ/2) / (φ/2))².
  var spread: Double {
    guard weight > 0 else { return 0 }
    let mean = attitude * (1 / weight)
    let squares =
      mean.row0.dot(mean.row0) + mean.row1.dot(mean.row1) + mean.row2.dot(mean.row2)
    return (3 - squares) / 2
  }

  /// The part of the field's variance that each of `axisRotations` does not explain, 0 to 1; `nil` where the
  /// field did not vary.
  var residuals: InlineArray<24, Double>? {
    guard weight > 0 else { return nil }
    let rotation = attitude * (1 / weight)
    let mean = field / weight
    let variance = square / weight - mean.dot(mean)
    guard variance > 0, variance.isFinite, let kernel = Self.kernel(rotation) else { return nil }
    // cov(R, m) for each component of m
    let x = (products.x * (1 / weight)) + rotation * -mean.x
    let y = (products.y * (1 / weight)) + rotation * -mean.y
    let z = (products.z * (1 / weight)) + rotation * -mean.z
    var residuals = InlineArray<24, Double>(repeating: 1)
    for index in residuals.indices {
      let candidate = axisRotations[index]
      let u = x * candidate.row0 + y * candidate.row1 + z * candidate.row2
      residuals[index] = min(max(1 - u.dot(kernel * u) / variance, 0), 1)
    }
    return residuals
  }

  /// (1 + λ) ((1 + λ) I − R̄R̄ᵀ)⁻¹.
  private static func kernel(_ mean: Matrix3) -> Matrix3? {
    let scale = 1 + prior
    let square = mean * mean.transposed
    let inverted = (Matrix3.identity * scale + square * -1).inverse
    return inverted.map { $0 * scale }
  }
}
