private import Glibc
import Quantities

/// The standard deviations of the unknowns before the log.
struct InertialPrior {
  private(set) var deviations: [Double]

  /// m/s²: the standard deviation of gravity from the standard one.
  /// Source: 9.780 to 9.832 from the equator to the poles (WGS 84), as an even distribution.
  private static let gravityDeviation = 0.015
  /// rad/s for 1 m/s²: the standard deviation of the gyro's bias by specific force.
  /// Source: MPU-6000/MPU-6050 Product Specification, section 6.1: 0.1°/s/g.
  private static let biasPerForce = 0.1.inRadians / standardGravity

  init(
    _ tolerances: InertialTolerances, calibrationError: Double?, _ parameters: CalibrationParameters
  ) {
    let inertial = parameters.inertial
    let (force, gyro) = (tolerances.accelerometer, tolerances.gyro)
    // of two axes turned by themselves half is a common turn, which gravity does not show
    let shear = force.crossAxis / 2.0.squareRoot()
    let cross = hypot(gyro.crossAxis, shear)
    let scale = gyro.scale
    let field = inertial.fieldCalibration * max(1, calibrationError ?? 1)
    func three(_ value: Double) -> [Double] { [value, value, value] }
    deviations = three(force.offset) + three(force.scale) + three(shear)
    deviations.append(Self.gravityDeviation / standardGravity)
    deviations += three(inertial.lever)
    deviations += three(gyro.bias)
    deviations += [scale, cross, cross, cross, scale, cross, cross, cross, scale]
    deviations += three(inertial.biasDrift) + three(Self.biasPerForce)
    deviations += three(Self.biasPerForce) + three(Self.biasPerForce)
    deviations += three(parameters.motion.largestMisalignment)
    deviations += [parameters.motion.fieldDelay, 1]
    deviations += three(field) + three(field) + three(field)
  }
}
