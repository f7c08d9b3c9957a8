/// Standard gravity, m/s² (CGPM 1901); the Earth's own varies by ±0.3 %.
// Computed and public, because the compiler inlines only public code in other modules, which use it for each sample.
@inlinable public var standardGravity: Double { 9.80665 }

extension Vector3 {
  /// Whether a specific force, m/s², is as long as that of a device that does not accelerate, within a part of it, in
  /// [0, 1).
  @inlinable package func isGravity(within tolerance: Double) -> Bool {
    let square = dot(self) / (standardGravity * standardGravity)
    let (least, largest) = (1 - tolerance, 1 + tolerance)
    return square > least * least && square < largest * largest
  }
}
