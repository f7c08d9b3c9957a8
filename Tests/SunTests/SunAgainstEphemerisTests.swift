import Quantities
import Testing

@testable import Sun

/// PyEphem 4.2.1 (VSOP87), without refraction; `scripts/check-times` compares thousands more.
@Suite struct SunAgainstEphemerisTests {
  // Latitude, longitude, seconds since 1970, azimuth and altitude, degrees.
  @Test(arguments: [
    (51.5, -0.13, 1_782_054_000.0, 247.5462, 45.9946),
    (-33.87, 151.21, 1_925_244_000, 94.5758, 36.812),
    (21.4225, 39.8262, -624_391_200, 106.2699, 34.6982),
    (69.65, 18.96, 4_081_694_400, 321.744, 0.6912),
    (-54.8, -68.3, -2_022_321_600, 83.2212, 31.6295),
  ])
  func azimuthAndAltitudeAreThoseOfPyEphem(
    latitude: Double, longitude: Double, instant: Double, azimuth: Double, altitude: Double
  ) throws {
    let place = try Coordinates(latitude: latitude, longitude: longitude)
    let sun = SunDirection(from: place, unixSeconds: instant)
    #expect(abs(sun.azimuth.degrees - azimuth) < 0.006)  // UT1 differs by up to 0.9 s
    #expect(abs(sun.altitude - altitude) < 0.006)
  }

  // Latitude, longitude, transit, sunrise, sunset and −12° in the morning.
  @Test(arguments: [
    (51.5, -0.13, 1_782_043_340.3, 1_782_013_388.9, 1_782_073_291.3, 1_782_006_047.7),
    (-33.87, 151.21, 1_925_171_961.6, 1_925_146_132.3, 1_925_197_779.5, 1_925_142_261.5),
    (21.4225, 39.8262, -624_378_695.2, -624_400_465.9, -624_356_905.7, -624_403_345.6),
    (-54.8, -68.3, 4_099_825_336.2, 4_099_794_954.6, 4_099_855_770.2, 4_099_786_193.8),
  ])
  func eventsAreThoseOfPyEphemWithin5Seconds(
    latitude: Double, longitude: Double, transit: Double, rise: Double, set: Double, dawn: Double
  ) throws {
    let place = try Coordinates(latitude: latitude, longitude: longitude)
    let day = SunDay(at: place, around: transit + 1000)
    #expect(abs(day.transit - transit) < 1)
    let horizon = -50.0 / 60
    // PyEphem adds the parallax of 8.8″ to the altitude, up to 2 s.
    #expect(abs(try #require(day.event(altitude: horizon, .rising)).unixSeconds - rise) < 5)
    #expect(abs(try #require(day.event(altitude: horizon, .setting)).unixSeconds - set) < 5)
    #expect(abs(try #require(day.event(altitude: -12, .rising)).unixSeconds - dawn) < 5)
  }

  // PyEphem's transits of 2027-05-28 and 2027-07-16 at the Kaaba.
  @Test func theSunStandsOverTheKaabaWithin1Second() throws {
    let kaaba = try Coordinates(latitude: 21.4225241, longitude: 39.8261818)
    let moments = try #require(sunOverhead(at: kaaba, year: 2027))
    #expect(abs(moments.first - 1_811_495_876.5) < 1)
    #expect(abs(moments.second - 1_815_730_006.5) < 1)
    #expect(SunDirection(from: kaaba, unixSeconds: moments.first).altitude > 89.9)
  }

  @Test func theSunNeverStandsOverLondon() throws {
    let london = try Coordinates(latitude: 51.5, longitude: -0.13)
    #expect(sunOverhead(at: london, year: 2027) == nil)
  }
}
