private import Glibc

/// The cube root of a number above 0.
func cubeRoot(_ value: Double) -> Double { cbrt(value) }

/// The standard deviation of normally distributed values by the median of their absolute values.
///
/// Source: 1 / Φ⁻¹(¾).
let deviationPerMedian = 1.4826

/// The median; 0 of nothing.
func median(_ values: [Double]) -> Double {
  guard !values.isEmpty else { return 0 }
  let sorted = values.sorted()
  return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
}
