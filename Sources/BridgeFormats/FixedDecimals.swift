/// A number with a fixed count of decimals, halves away from zero; never `-0`.
///
/// - Parameter decimals: 0 to 6.
/// - Returns: `nil` for a value that is not finite or is 1e9 or larger: no quantity of a compass is.
func fixedText(_ value: Double, decimals: Int) -> String? {
  guard value.isFinite, abs(value) < 1e9 else { return nil }
  var scale = 1
  for _ in 0..<decimals { scale *= 10 }
  let scaled = Int((value * Double(scale)).rounded())
  let size = scaled.magnitude
  let sign = scaled < 0 ? "-" : ""
  guard decimals > 0 else { return "\(sign)\(size)" }
  let fraction = "\(size % UInt(scale))"
  let zeros = String(repeating: "0", count: decimals - fraction.utf8.count)
  return "\(sign)\(size / UInt(scale)).\(zeros)\(fraction)"
}

/// An azimuth with one decimal, in [0, 360): 359.96 is `0.0`.
func azimuthText(_ degrees: Double) -> String {
  let tenths = Int((degrees * 10).rounded()) % 3600
  return "\(tenths / 10).\(tenths % 10)"
}
