package import Quantities

/// Whether the device is shaken or pushed: the specific force differs from gravity.
package struct AccelerationDetector: Sendable {
  /// m/s²: the strength of the specific force less gravity, without its sign, in the mean of a second.
  private var excess = ScalarLowPass(timeConstant: 1)
  /// Whether it is larger than the limits.
  package private(set) var isAccelerating = false
  private let limits: ClosedRange<Double>

  /// - Parameter limits: m/s²: under the lower one the device no longer accelerates, above the upper one it begins to.
  package init(limits: ClosedRange<Double>) { self.limits = limits }

  /// Takes in a specific force, m/s².
  package mutating func update(force: Vector3, interval: Double) {
    excess.update(abs(force.length - standardGravity), interval: interval)
    isAccelerating = (excess.value ?? 0) > (isAccelerating ? limits.lowerBound : limits.upperBound)
  }
}
