/// Standard gravity, m/s² (CGPM 1901); the Earth's own varies by ±0.3 %.
package let standardGravity = 9.80665

extension Vector3 {
  /// Whether a specific force, m/s², is as long as that of a device that does not accelerate, within a part of it.
  package func isGravity(within tolerance: Double) -> Bool {
    abs(length - standardGravity) < tolerance * standardGravity
  }
}
