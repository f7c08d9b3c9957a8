public import Quantities

extension Azimuth {
  /// The nearest of the 16 compass points: `N`, `NNE` … `NNW`.
  public var cardinal: String {
    let points = [
      "N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW",
      "NNW",
    ]
    return points[Int((degrees / 22.5).rounded()) % points.count]
  }

  /// The nearest whole degree, 0 to 359.
  public var wholeDegrees: Int { Int(degrees.rounded()) % 360 }
}
