private import Glibc
import Quantities

/// Whether the device is shaken or pushed: the specific force differs from gravity.
struct AccelerationDetector {
  /// m/s²: the strength of the specific force less gravity, without its sign, in the mean of a second.
  private var excess = ScalarLowPass(timeConstant: 1)
  /// Whether it is larger than `HeadingParameters.acceleration`.
  private(set) var isAccelerating = false
  private let limits: ClosedRange<Double>

  init(_ parameters: HeadingParameters) { limits = parameters.acceleration }

  /// Takes in a specific force, m/s².
  mutating func update(force: Vector3, interval: Double) {
    excess.update(abs(force.length - standardGravity), interval: interval)
    isAccelerating = (excess.value ?? 0) > (isAccelerating ? limits.lowerBound : limits.upperBound)
  }
}
