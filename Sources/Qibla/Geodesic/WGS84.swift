/// The ellipsoid of WGS84.
///
/// - Source: NGA.STND.0036_1.0.0_WGS84 (2014), table 3.1: a and 1/f; the rest follows from them.
enum WGS84 {
  /// Equatorial radius, metres.
  static let a = 6_378_137.0
  /// Flattening, (a − b)/a.
  static let f = 1 / 298.257223563
  /// Polar radius, metres.
  static let b = a * (1 - f)
  /// Third flattening, (a − b)/(a + b).
  static let n = f / (2 - f)
  /// First eccentricity squared, (a² − b²)/a².
  static let eccentricitySquared = f * (2 - f)
  /// Second eccentricity squared, (a² − b²)/b².
  static let secondEccentricitySquared = eccentricitySquared / ((1 - f) * (1 - f))
}
