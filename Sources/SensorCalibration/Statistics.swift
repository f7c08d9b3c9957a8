private import Glibc

/// The error, in standard deviations, that is not chance.
///
/// Source: the rule of three standard deviations; 99.7 % of normally distributed errors are smaller.
let significantDeviations = 3.0

/// The residual, in robust standard deviations, from which Tukey's biweight leaves no weight.
///
/// Source: 95 % efficiency with normally distributed errors; P. Holland, R. Welsch, *Robust regression
/// using iteratively reweighted least-squares*, Commun. Statist. A6, 1977.
let tukeyWidth = 4.685

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

/// The cube root of a number above 0.
func cubeRoot(_ value: Double) -> Double { cbrt(value) }
