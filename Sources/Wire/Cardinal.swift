public import Quantities

/// The 16 compass points, clockwise from north.
private let compassPoints = [
  "N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW",
  "NNW",
]

extension Azimuth {
  /// The nearest of the 16 compass points: `N`, `NNE` … `NNW`.
  public var cardinal: String { compassPoints[Int((degrees / 22.5).rounded()) % 16] }

  /// Text for people: `119° ESE`, the whole degree with `cardinal`.
  public var text: String { "\(wholeDegrees)° \(cardinal)" }

  /// The nearest whole degree, 0 to 359.
  public var wholeDegrees: Int { Int(degrees.rounded()) % 360 }
}
