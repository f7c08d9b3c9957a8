public import Quantities

/// The 16 compass points, clockwise from north. Those with an even index are the 8 main ones.
private let compassPoints = [
  "N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW",
  "NNW",
]

extension Azimuth {
  /// The nearest of the 16 compass points: `N`, `NNE` … `NNW`.
  public var cardinal: String { compassPoints[Int((degrees / 22.5).rounded()) % 16] }

  /// Text for people: `119° SE`, the whole degree with the nearest of the 8 main compass points.
  /// The number is exact enough, so the name only has to be familiar.
  public var text: String {
    "\(wholeDegrees)° \(compassPoints[Int((degrees / 45).rounded()) % 8 * 2])"
  }

  /// The nearest whole degree, 0 to 359.
  public var wholeDegrees: Int { Int(degrees.rounded()) % 360 }
}
