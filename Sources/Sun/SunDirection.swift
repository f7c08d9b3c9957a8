private import Glibc
public import Quantities

/// Where the sun stands for an observer.
public struct SunDirection: Equatable, Sendable {
  /// The azimuth of the sun's centre. In the zenith, and at the poles, rounding decides it.
  public let azimuth: Azimuth<TrueNorth>
  /// Degrees of the sun's centre above the horizontal plane, without refraction, with parallax.
  public let altitude: Double
  /// Degrees a minute by which the azimuth grows.
  public let azimuthRate: Double
  /// Degrees a minute by which the altitude grows.
  public let altitudeRate: Double

  /// - Parameters:
  ///   - place: the observer.
  ///   - unixSeconds: seconds since 1970-01-01 UTC, from 1900 to 2100.
  public init(from place: Coordinates, unixSeconds: Double) {
    let now = Self.direction(place, unixSeconds)
    let later = Self.direction(place, unixSeconds + 1)
    azimuth = Azimuth(degrees: now.azimuth.inDegrees)
    altitude = now.altitude.inDegrees
    azimuthRate = signed(later.azimuth - now.azimuth).inDegrees * 60
    altitudeRate = (later.altitude - now.altitude).inDegrees * 60
  }

  /// Degrees of the sun's centre above the horizon as it is seen, with refraction.
  ///
  /// - Parameters:
  ///   - pressure: hPa, at the place itself.
  ///   - temperature: °C.
  public func seenAltitude(pressure: Double = 1010, temperature: Double = 10) -> Double {
    altitude + refraction(altitude: altitude, pressure: pressure, temperature: temperature)
  }

  private static func direction(
    _ place: Coordinates, _ unixSeconds: Double
  ) -> (azimuth: Double, altitude: Double) {
    let sun = SunCoordinates(unixSeconds: unixSeconds)
    let φ = place.latitude.inRadians
    let hourAngle = sun.siderealTime + place.longitude.inRadians - sun.rightAscension
    let azimuth = atan2(-sin(hourAngle), tan(sun.declination) * cos(φ) - sin(φ) * cos(hourAngle))
    let sine = sin(φ) * sin(sun.declination) + cos(φ) * cos(sun.declination) * cos(hourAngle)
    let altitude = asin(min(max(sine, -1), 1))
    let parallax = (8.794 / 3600).inRadians / sun.distance * cos(altitude)
    return (azimuth, altitude - parallax)
  }
}

/// The refraction of the air, degrees, by which an altitude seems higher than it is.
///
/// Below −1.9° the sun is not seen, and the formula has no meaning: the value falls to 0 at −5°.
/// - Parameters:
///   - altitude: degrees, without refraction.
///   - pressure: hPa.
///   - temperature: °C.
/// - Source: Þ. Sæmundsson, *Sky and Telescope* 72 (1986), 70; in J. Meeus, *Astronomical
///   Algorithms*, 2nd ed., formula 16.4. Within 0.1′ above 15°, at the horizon within some minutes of
///   arc, because the air differs.
public func refraction(
  altitude: Double, pressure: Double = 1010, temperature: Double = 10
) -> Double {
  let h = max(altitude, -1.9)
  let minutes = 1.02 / tan((h + 10.3 / (h + 5.11)).inRadians)
  let seenShare = min(max((altitude + 5) / 3.1, 0), 1)
  return max(0, seenShare * minutes / 60 * pressure / 1010 * 283 / (273 + temperature))
}

/// The depression of the sun's centre below the horizontal plane at sunrise and sunset, degrees.
///
/// 34′ of refraction and 16′ of the sun's radius, which all almanacs use, and the dip of the horizon of
/// the sea.
/// - Parameter height: metres above the surroundings out to the horizon; 0 or more.
/// - Source: *Explanatory Supplement to the Astronomical Almanac*; dip of 1.76′ √height with refraction.
public func sunsetDepression(height: Double = 0) -> Double {
  50.0 / 60 + 1.76 / 60 * max(0, height).squareRoot()
}
