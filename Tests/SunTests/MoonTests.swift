import Glibc
import Quantities
import Testing

@testable import Sun

/// PyEphem 4.1.4, without refraction; `scripts/check-times` compares thousands more.
@Suite struct MoonTests {
  // Latitude, longitude, seconds since 1970, azimuth and altitude, degrees, and the lit part.
  @Test(arguments: [
    (51.5, -0.13, 1_782_054_000.0, 131.82, 26.294, 0.4713),
    (-33.87, 151.21, 1_925_244_000, 193.014, -75.39, 0.8054),
    (21.4225, 39.8262, -624_391_200, 90.883, 22.144, 0.0241),
    (69.65, 18.96, 4_081_694_400, 131.27, -12.433, 0.9831),
    (-54.8, -68.3, -2_022_321_600, 134.651, -9.541, 0.2777),
  ])
  func azimuthAltitudeAndLitPartAreThoseOfPyEphem(
    latitude: Double, longitude: Double, instant: Double, azimuth: Double, altitude: Double,
    lit: Double
  ) throws {
    let place = try Coordinates(latitude: latitude, longitude: longitude)
    let moon = MoonDirection(from: place, unixSeconds: instant)
    let across = (moon.azimuth.degrees - azimuth) * cos(altitude.inRadians)
    #expect(abs(across) < 0.03 && abs(moon.altitude - altitude) < 0.03)
    #expect(abs(moon.litPart - lit) < 0.0005)
  }

  // PyEphem: new moon 2027-01-07 20:24:19, full moon 2027-01-22 12:17:18 UTC.
  @Test(arguments: [(1_799_353_459.0, 0.0), (1_800_620_238, 180)])
  func thePhaseIs0AtNewAnd180AtFullMoon(instant: Double, phase: Double) throws {
    let moon = MoonDirection(
      from: try Coordinates(latitude: 0, longitude: 0), unixSeconds: instant)
    #expect(abs(signed((moon.phase - phase).inRadians).inDegrees) < 0.03)
    #expect(abs(moon.litPart - (phase == 0 ? 0 : 1)) < 0.003)
  }

  @Test(arguments: [-90.0, 90])
  func atAPoleTheMoonHasAnAltitude(latitude: Double) throws {
    let moon = MoonDirection(
      from: try Coordinates(latitude: latitude, longitude: 0), unixSeconds: 1_780_000_000)
    #expect(moon.altitude.isFinite && moon.azimuth.degrees.isFinite)
  }
}
