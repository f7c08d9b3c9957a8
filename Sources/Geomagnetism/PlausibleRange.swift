/// The range of a coefficient of the Earth's field from 2000 to 2100, with a wide margin.
///
/// It rejects other units, other planets and swapped columns, but it cannot detect a wrong digit.
/// From WMM2010 to WMM2025 g(1, 0) went from −29,496.6 to −29,351.8 nT, g(1, 1) from −1,586.3 to
/// −1,410.8 and h(1, 1) from 4,944.4 to 4,545.4; no coefficient changed by over 31 nT a year.
struct PlausibleRange {
  let range: ClosedRange<Double>

  init(_ column: CoefficientColumn, degree: Int, order: Int) {
    range =
      switch (column, degree, order) {
      case (.sine, _, 0), (.sineChange, _, 0): 0...0
      case (.cosine, 1, 0): -35_000...(-25_000)
      case (.cosine, 1, 1): -5_000...2_000
      case (.sine, 1, 1): 1_000...8_000
      case (.cosine, _, _), (.sine, _, _): -10_000...10_000
      default: -200...200
      }
  }

  /// The range as text for messages.
  var text: String {
    range.lowerBound == range.upperBound
      ? "\(Int(range.lowerBound))" : "\(Int(range.lowerBound)) to \(Int(range.upperBound))"
  }
}
