/// A value with one decimal.
func tenths(_ value: Double) -> String { rounded(value, 10) }

/// A value with two decimals.
func hundredths(_ value: Double) -> String { rounded(value, 100) }

private func rounded(_ value: Double, _ parts: Double) -> String {
  let rounded = (value * parts).rounded() / parts
  return "\(rounded == 0 ? 0 : rounded)"  // never "-0.0"
}
