private import Glibc
import Quantities

/// Whether the device is shaken or pushed: the specific force differs from gravity.
struct Agitation {
  /// m/s²: the strength of the specific force less gravity, without its sign, in the mean of a second.
  private var excess = ScalarLowPass(timeConstant: 1)
  /// From 2 m/s² on, until it is under 1.
  private(set) var isAccelerating = false

  /// Takes in a specific force, m/s².
  mutating func update(force: Vector3, interval: Double) {
    excess.update(abs(force.length - standardGravity), interval: interval)
    isAccelerating = (excess.value ?? 0) > (isAccelerating ? 1 : 2)
  }
}
