import Quantities
import Testing

@testable import Sun

@Suite struct SunEdgeTests {
  @Test(arguments: [-90.0, 90.0])
  func aPoleHasNoSunrise(latitude: Double) throws {
    let pole = try Coordinates(latitude: latitude, longitude: 0)
    let day = SunDay(at: pole, around: 1_780_000_000)
    #expect(day.event(altitude: -0.8333, .rising) == nil)
    #expect(SunDirection(from: pole, unixSeconds: 1_780_000_000).altitude.isFinite)
  }

  // Tromsø, 2026-06-21 and 2026-12-21: the midnight sun and the polar night.
  @Test(arguments: [1_782_036_000.0, 1_797_847_200.0])
  func thePolarSunNeitherRisesNorSets(instant: Double) throws {
    let day = SunDay(at: try Coordinates(latitude: 69.65, longitude: 18.96), around: instant)
    #expect(day.event(altitude: -50.0 / 60, .rising) == nil)
    #expect(day.event(altitude: -50.0 / 60, .setting) == nil)
  }

  @Test func aGrazingEventSaysThatItIsUncertain() throws {
    // 1° below the noon altitude the sun moves slowly, at the horizon fast.
    let day = SunDay(at: try Coordinates(latitude: 59, longitude: 0), around: 1_782_043_200)
    let grazing = try #require(day.event(altitude: day.noonAltitude - 0.001, .setting))
    let steep = try #require(day.event(altitude: 10, .setting))
    #expect(grazing.errorSeconds > 60 && steep.errorSeconds < 15)
  }

  // Meeus, Astronomical Algorithms, 2nd ed., example 16.b: altitude 0.5541°, refraction 24.618′.
  @Test func refractionIsThatOfMeeus() {
    #expect(abs(refraction(altitude: 33.0 / 60 + 14.76 / 3600) * 60 - 24.618) < 0.15)
    #expect(refraction(altitude: 90) >= 0)
  }

  @Test func farBelowTheHorizonThereIsNoRefractionAndNoJump() {
    #expect(refraction(altitude: -5) == 0 && refraction(altitude: -90) == 0)
    var seen = -6.0
    for altitude in stride(from: -6.0, through: 1, by: 0.01) {
      let next = altitude + refraction(altitude: altitude)
      #expect(next >= seen && next - seen < 0.1, "\(altitude)")
      seen = next
    }
  }

  // Meeus, example 25.b: 1992-10-13 0h TD, apparent α 198.378178°, δ −7.783871°.
  @Test func theApparentPlaceIsThatOfMeeus() {
    let sun = SunCoordinates(unixSeconds: 718_934_400 - 59)
    #expect(abs(sun.rightAscension.inDegrees - 198.378178) < 0.0006)
    #expect(abs(sun.declination.inDegrees - -7.783871) < 0.0006)
  }

  @Test func heightMakesTheHorizonLower() {
    #expect(abs(sunsetDepression() - 0.8333) < 1e-3)
    #expect(sunsetDepression(height: 100) - sunsetDepression() > 0.28)
  }
}
