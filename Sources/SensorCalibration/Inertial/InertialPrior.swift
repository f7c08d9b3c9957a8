private import Glibc
import Quantities

/// The standard deviations of the unknowns before the log.
struct InertialPrior {
  private(set) var deviations: [Double]

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
    deviations.append(inertial.gravityDeviation / standardGravity)
    deviations += three(gyro.bias)
    deviations += [scale, cross, cross, cross, scale, cross, cross, cross, scale]
    deviations += three(inertial.biasDrift) + three(inertial.biasPerForce)
    deviations += three(inertial.biasPerForce) + three(inertial.biasPerForce)
    deviations += three(parameters.motion.largestMisalignment)
    deviations += [parameters.motion.fieldDelay, 1]
    deviations += three(field) + three(field) + three(field)
  }
}
