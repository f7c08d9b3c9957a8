/// A distance as text for people: `850 m`, `3.4 km`, `4,794 km`.
public enum DistanceText {
  /// The distance as text.
  ///
  /// Whole metres below 1 km, one decimal below 10 km, whole kilometres with `,` between thousands
  /// from there on. The rounded value decides: 999.5 m is `1.0 km` and 9,950 m is `10 km`. Halves
  /// round away from zero.
  ///
  /// - Parameter metres: 0 to 1e12.
  /// - Returns: `nil` for a value out of range, NaN included.
  public static func text(metres: Double) -> String? {
    guard metres >= 0, metres <= 1e12 else { return nil }
    let whole = metres.rounded()
    if whole < 1000 { return "\(Int(whole)) m" }
    let tenths = Int((metres / 100).rounded())
    if tenths < 100 { return "\(tenths / 10).\(tenths % 10) km" }
    return grouped(Int((metres / 1000).rounded())) + " km"
  }

  private static func grouped(_ number: Int) -> String {
    guard number >= 1000 else { return "\(number)" }
    let rest = number % 1000
    let zeros = rest < 10 ? "00" : (rest < 100 ? "0" : "")
    return grouped(number / 1000) + ",\(zeros)\(rest)"
  }
}
