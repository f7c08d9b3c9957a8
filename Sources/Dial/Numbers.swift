/// `value` with a fixed number of decimals; `?` for a value that is not finite or above 1e9.
func fixed(_ value: Double, _ decimals: Int) -> String {
  guard value.isFinite, abs(value) < 1e9 else { return "?" }
  let scale = decimals == 0 ? 1 : decimals == 1 ? 10 : 100
  let scaled = Int((abs(value) * Double(scale)).rounded())
  let sign = value < 0 && scaled != 0 ? "-" : ""
  guard scale > 1 else { return sign + String(scaled) }
  let fraction = String(scaled % scale)
  let zeros = String(repeating: "0", count: max(decimals - fraction.count, 0))
  return "\(sign)\(scaled / scale).\(zeros)\(fraction)"
}

/// An azimuth with one decimal; a value that rounds to 360 is 0.
func azimuthText(_ degrees: Double) -> String { fixed(degrees >= 359.95 ? 0 : degrees, 1) }

/// The size of an angle, degrees: whole from 10 on, with one decimal below.
func angleText(_ degrees: Double) -> String {
  fixed(abs(degrees), abs(degrees) < 9.95 ? 1 : 0)
}

/// A duration as text, in whole seconds, minutes or hours.
package func durationText(_ seconds: Double) -> String {
  switch seconds {
  case ..<60: fixed(seconds.rounded(.down), 0) + " s"
  case ..<3600: fixed((seconds / 60).rounded(.down), 0) + " min"
  default: fixed((seconds / 3600).rounded(.down), 0) + " h"
  }
}
