private import Glibc
internal import Quantities

/// The apparent place of the sun on the sky of the Earth's centre, and the sidereal time.
///
/// For 1900 to 2100 within 2″ (0.0006°).
/// - Source: J. Meeus, *Astronomical Algorithms*, 2nd ed., chapters 12, 22 and 25 (higher accuracy).
public struct SunCoordinates: Equatable, Sendable {
  /// Radians, [0, 2π).
  public let rightAscension: Double
  /// Radians, north positive.
  public let declination: Double
  /// Astronomical units.
  public let distance: Double
  /// Apparent sidereal time at Greenwich, radians, [0, 2π).
  public let siderealTime: Double

  /// - Parameter unixSeconds: seconds since 1970-01-01 UTC. UTC stands for UT1, which differs by
  ///   0.9 s at most.
  public init(unixSeconds: Double) {
    let days = (unixSeconds - 946_728_000) / 86_400  // of Universal Time since J2000
    let year = 2000 + days / 365.25
    // Centuries of Terrestrial Time since J2000.
    let century = (days + deltaT(year: year) / 86_400) / 36_525
    let orbit = earthOrbit(century / 10)
    let nutation = Nutation(century)
    // The reference of the coordinates (FK5), and the light's way at the speed of the Earth.
    let correction = (-0.09033 - 20.4898 / orbit.distance) / 3600
    let longitude = orbit.longitude + .pi + correction.inRadians + nutation.longitude
    let ε = nutation.obliquity
    rightAscension = wrapped(atan2(cos(ε) * sin(longitude), cos(longitude)))
    declination = asin(sin(ε) * sin(longitude))
    distance = orbit.distance
    let centuries = days / 36_525
    let mean = 280.46061837 + 360.98564736629 * days + 0.000387933 * centuries * centuries
    siderealTime = wrapped(
      mean.truncatingRemainder(dividingBy: 360).inRadians + nutation.longitude * cos(ε))
  }
}

/// Nutation in longitude, and the true obliquity of the ecliptic, radians; within 0.5″.
struct Nutation {
  let longitude, obliquity: Double

  init(_ century: Double) {
    let node = (125.04452 - 1934.136261 * century).inRadians
    let sun = (280.4665 + 36_000.7698 * century).inRadians
    let moon = (218.3165 + 481_267.8813 * century).inRadians
    let seconds =
      -17.20 * sin(node) - 1.32 * sin(2 * sun) - 0.23 * sin(2 * moon) + 0.21 * sin(2 * node)
    longitude = (seconds / 3600).inRadians
    let tilt =
      9.20 * cos(node) + 0.57 * cos(2 * sun) + 0.10 * cos(2 * moon) - 0.09 * cos(2 * node)
    obliquity = (23.4392911 - (46.8150 * century - tilt) / 3600).inRadians
  }
}

/// The angle in [0, 2π).
func wrapped(_ angle: Double) -> Double {
  let rest = angle.truncatingRemainder(dividingBy: 2 * .pi)
  return rest < 0 ? rest + 2 * .pi : rest
}

/// The angle in [−π, π).
func signed(_ angle: Double) -> Double { wrapped(angle + .pi) - .pi }
