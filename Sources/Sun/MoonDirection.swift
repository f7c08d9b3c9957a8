private import Glibc
public import Quantities

/// Where the moon stands for an observer, and how much of it is lit.
///
/// For 1900 to 2100 within 0.03°, without refraction; `scripts/check-times` compares it with an ephemeris.
public struct MoonDirection: Equatable, Sendable {
  /// The azimuth of the moon's centre.
  public let azimuth: Azimuth<TrueNorth>
  /// Degrees of the moon's centre above the horizontal plane, without refraction, with parallax (up to 1°).
  public let altitude: Double
  /// The lit part of the disk, 0 at new moon to 1 at full moon.
  public let litPart: Double
  /// Degrees in longitude by which the moon is ahead of the sun, in [0, 360): 0 at new moon, 180 at full moon; below 180 it
  /// grows.
  public let phase: Double

  /// - Parameters:
  ///   - place: the observer.
  ///   - unixSeconds: seconds since 1970-01-01 UTC, from 1900 to 2100.
  /// - Source: J. Meeus, *Astronomical Algorithms*, 2nd ed., chapters 13, 40, 47 and 48.
  public init(from place: Coordinates, unixSeconds: Double) {
    let sun = SunCoordinates(unixSeconds: unixSeconds)
    let days = (unixSeconds - 946_728_000) / 86_400
    let century = (days + deltaT(year: 2000 + days / 365.25) / 86_400) / 36_525
    let nutation = Nutation(century)
    let orbit = moonOrbit(century)
    let (β, ε) = (orbit.latitude, nutation.obliquity)
    let λ = orbit.longitude + nutation.longitude
    let rightAscension = atan2(sin(λ) * cos(ε) - tan(β) * sin(ε), cos(λ))
    let δ = asin(sin(β) * cos(ε) + cos(β) * sin(ε) * sin(λ))

    // From the centre of the Earth to the observer on the ellipsoid: the moon is near enough to be seen elsewhere.
    let φ = place.latitude.inRadians
    let u = atan(0.99664719 * tan(φ))
    let hourAngle = sun.siderealTime + place.longitude.inRadians - rightAscension
    let earthRadii = orbit.distance / 6_378_140
    // Along the meridian's plane of the equator (x), west (y) and north (z).
    let x = cos(δ) * cos(hourAngle) * earthRadii - cos(u)
    let y = cos(δ) * sin(hourAngle) * earthRadii
    let z = sin(δ) * earthRadii - 0.99664719 * sin(u)
    let up = x * cos(φ) + z * sin(φ)
    let north = z * cos(φ) - x * sin(φ)
    azimuth = Azimuth(degrees: atan2(-y, north).inDegrees)
    altitude = atan2(up, (y * y + north * north).squareRoot()).inDegrees

    let sunLongitude = atan2(
      sin(sun.rightAscension) * cos(ε) + tan(sun.declination) * sin(ε),
      cos(sun.rightAscension))
    phase = wrapped(λ - sunLongitude).inDegrees
    // The angle at the Earth between both, and then that at the moon.
    let elongation = acos(cos(β) * cos(λ - sunLongitude))
    let sunDistance = sun.distance * 149_597_870_700
    let angle = atan2(sunDistance * sin(elongation), orbit.distance - sunDistance * cos(elongation))
    litPart = (1 + cos(angle)) / 2
  }
}
