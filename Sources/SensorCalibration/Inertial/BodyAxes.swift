private import Glibc
import Quantities

/// Which axes the body has, between those of the accelerometer and those of the gyro.
///
/// Gravity does not show a turn that all axes of the accelerometer have in common, but the log shows the
/// difference of that turn from the gyro's. With data sheets that allow σa and σg about each axis, a difference δ
/// is a turn of the accelerometer of δ σa² / (σa² + σg² + σδ²) most likely: half of it for equal sensors, which
/// leaves σa / √2.
struct BodyAxes {
  /// Accelerometer's axes → body's.
  let fromAccelerometer: Matrix3

  /// χ² with 3 degrees of freedom that 0.1 % exceed: no tolerance explains such a difference, but a gyro on a
  /// board of its own that was not placed exactly. Source: tables of the distribution.
  private static let largestDifference = 16.27

  init(
    _ model: TumbleModel, _ covariance: SymmetricMatrix, _ tolerances: InertialTolerances
  ) {
    let (accelerometer, gyro) = (tolerances.accelerometerTurnVariance, tolerances.gyroTurnVariance)
    let difference = model.rateMatrix.axialVector
    let variances = TumbleModel.rateTurnVariances(covariance)
    func part(_ difference: Double, _ variance: Double) -> (turn: Double, square: Double) {
      let all = accelerometer + gyro + variance
      return (difference * accelerometer / all, difference * difference / all)
    }
    let x = part(difference.x, variances.x)
    let y = part(difference.y, variances.y)
    let z = part(difference.z, variances.z)
    guard x.square + y.square + z.square < Self.largestDifference else {
      fromAccelerometer = .identity
      return
    }
    // The gyro's matrix turns into the accelerometer's axes; from those the body is this turn away.
    fromAccelerometer =
      Quaternion(rotationVector: Vector3(x.turn, y.turn, z.turn)).inverse.matrix
  }
}

extension TumbleModel {
  /// rad²: of each component of the axial vector of the gyro's matrix.
  fileprivate static func rateTurnVariances(_ covariance: SymmetricMatrix) -> Vector3 {
    let (x, y, z) = (Unknown.rateMatrix, Unknown.rateMatrix + 3, Unknown.rateMatrix + 3 + 3)
    func variance(_ a: Int, _ b: Int) -> Double {
      (covariance[a, a] + covariance[b, b] - 2 * covariance[a, b]) / 2 / 2
    }
    return Vector3(variance(z + 1, y + 2), variance(x + 2, z), variance(y, x + 1))
  }
}

extension AxesCalibration {
  /// Turns what is calibrated.
  mutating func turn(by rotation: Matrix3) { matrix = rotation * matrix }
}

extension Misalignment {
  /// Turns the axes that the magnetometer's are turned into.
  mutating func turn(by turn: Matrix3) {
    rotation = (Quaternion(turn) * rotation).normalized
    covariance = turn * covariance * turn.transposed
  }
}
