public import Quantities

/// Every second one is one of the eight that everybody knows.
private let compassPoints = [
  "N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW",
  "NNW",
]

extension Azimuth {
  /// The nearest of the 16 compass points: `N`, `NNE` … `NNW`.
  public var cardinal: String { compassPoints[Int((degrees / 22.5).rounded()) % 16] }

  /// To be shown: `119° SE`, the whole degree with the nearest of the 8 compass points; beside the
  /// number the word only has to be known.
  public var text: String {
    "\(wholeDegrees)° \(compassPoints[Int((degrees / 45).rounded()) % 8 * 2])"
  }

  /// The nearest whole degree, 0 to 359.
  public var wholeDegrees: Int { Int(degrees.rounded()) % 360 }
}
