private import Glibc
public import Quantities

/// A moment at which the sun stands in a direction or opposite to it.
public struct SunInDirection: Equatable, Sendable {
  /// Seconds since 1970-01-01 UTC.
  public let unixSeconds: Double
  /// Whether the sun stands in the opposite direction, so that the shadow of a vertical rod has the direction.
  public let isOpposite: Bool
  /// The sun at that moment.
  public let sun: SunDirection
}

/// When the sun, or the shadow of a vertical rod, has a direction; in order.
///
/// - Parameters:
///   - azimuth: the direction, such as that of the Qibla.
///   - place: the observer. At a pole no direction has an azimuth of its own.
///   - start: seconds since 1970-01-01 UTC, from 1900 to 2100.
///   - altitude: degrees as seen, of which the sun is to be higher.
/// - Returns: the moments of the 24 hours from `start` on; often two, of which one may be in the night, and none where the sun
///   does not reach the direction.
public func sunInDirection(
  _ azimuth: Azimuth<TrueNorth>, at place: Coordinates, from start: Double,
  above altitude: Double = 0
) -> [SunInDirection] {
  // Zero where the sun stands in the vertical plane of the direction.
  func distance(_ instant: Double) -> Double {
    let sun = SunDirection(from: place, unixSeconds: instant)
    return sin((sun.azimuth.degrees - azimuth.degrees).inRadians) * cos(sun.altitude.inRadians)
  }
  let step = 600.0
  var moments: [SunInDirection] = []
  var before = distance(start)
  for number in 0..<Int(86_400 / step) {
    var (low, high) = (start + Double(number) * step, start + Double(number + 1) * step)
    let after = distance(high)
    defer { before = after }
    guard (before < 0) != (after < 0) else { continue }
    while high - low > 0.05 {
      let middle = (low + high) / 2
      if (distance(middle) < 0) == (before < 0) { low = middle } else { high = middle }
    }
    let sun = SunDirection(from: place, unixSeconds: high)
    guard sun.seenAltitude() > altitude else { continue }
    let isOpposite = cos((sun.azimuth.degrees - azimuth.degrees).inRadians) < 0
    moments.append(SunInDirection(unixSeconds: high, isOpposite: isOpposite, sun: sun))
  }
  return moments
}
