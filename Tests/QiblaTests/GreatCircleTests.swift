import Quantities
import Testing

@testable import Qibla

@Suite struct GreatCircleTests {
  // E. Williams, Aviation Formulary v1.47, worked example: LAX to JFK, 1.150035 rad and 0.623585 rad.
  @Test func bearingAndDistanceMatchTheAviationFormulary() throws {
    let lax = try Coordinates(latitude: 33 + 57.0 / 60, longitude: -(118 + 24.0 / 60))
    let jfk = try Coordinates(latitude: 40 + 38.0 / 60, longitude: -(73 + 47.0 / 60))
    let bearing = try #require(initialBearing(from: lax, to: jfk))
    #expect(abs(bearing.degrees.inRadians - 1.150035) < 1e-6)  // printed to 1e-6 rad
    let angle = greatCircleDistance(from: lax, to: jfk) / meanEarthRadius
    #expect(abs(angle - 0.623585) < 1e-6)
  }

  /// Values of batoulapps/adhan-js, test/qibla.test.ts (compared there to 3 decimals), which has the
  /// same coordinates of the Kaaba.
  @Test(arguments: [
    (38.9072, -77.0369, 56.56), (40.7128, -74.0059, 58.4817), (37.7749, -122.4194, 18.8438),
    (61.2181, -149.9003, 350.883), (-33.8688, 151.2093, 277.4996), (-36.8485, 174.7633, 261.197),
    (51.5074, -0.1278, 118.987), (48.8566, 2.3522, 119.163), (59.9139, 10.7522, 139.0278),
    (33.7294, 73.0931, 255.882), (35.6895, 139.6917, 293.021),
  ])
  func bearingToTheKaabaIsThatOfTheAdhanLibraries(
    latitude: Double, longitude: Double, expected: Double
  ) throws {
    let origin = try Coordinates(latitude: latitude, longitude: longitude)
    let bearing = try #require(initialBearing(from: origin, to: kaaba))
    #expect(abs(bearing.degrees - expected) < 0.0005)
  }

  // Haversine distances on R = 6371.0088 km, computed with geographiclib-python 2.1's constants.
  @Test(arguments: [
    (40.7128, -74.006, 10306.317388), (51.5074, -0.1278, 4793.778487),
    (-33.8688, 151.2093, 13236.276678),
  ])
  func distanceToTheKaabaIsTheHaversineOne(
    latitude: Double, longitude: Double, kilometres: Double
  ) throws {
    let origin = try Coordinates(latitude: latitude, longitude: longitude)
    #expect(abs(greatCircleDistance(from: origin, to: kaaba) / 1000 - kilometres) < 1e-6)
  }

  @Test func noDirectionLeadsToWhereOneIsOrToTheAntipode() throws {
    let antipode = try Coordinates(latitude: -kaaba.latitude, longitude: kaaba.longitude - 180)
    for origin in [kaaba, antipode] {
      #expect(initialBearing(from: origin, to: kaaba) == nil)
    }
  }

  // The meridian's direction is the limit along it: 180° − Δλ in the north, Δλ in the south.
  @Test func atAPoleTheBearingIsThatOfTheGivenMeridian() throws {
    let north = try Coordinates(latitude: 90, longitude: 12)
    let south = try Coordinates(latitude: -90, longitude: 12)
    let difference = kaaba.longitude - 12
    let (a, b) = (
      try #require(initialBearing(from: north, to: kaaba)),
      try #require(initialBearing(from: south, to: kaaba))
    )
    #expect(abs(a.degrees - (180 - difference)) < 1e-12)
    #expect(abs(b.degrees - difference) < 1e-12)
  }

  @Test func theAntipodeIsHalfTheEarthAwayToTheMillimetre() throws {
    let antipode = try Coordinates(latitude: -kaaba.latitude, longitude: kaaba.longitude - 180)
    let half = Double.pi * meanEarthRadius
    #expect(abs(greatCircleDistance(from: kaaba, to: antipode) - half) < 1e-3)
  }

  // On one meridian the great circle is the meridian; on the equator it is the equator.
  @Test func meridianAndEquatorAreGreatCircles() throws {
    let origin = try Coordinates(latitude: 0, longitude: 30)
    let cases: [(Double, Double, Double)] = [(10, 30, 0), (0, 31, 90), (-5, 30, 180), (0, 29, 270)]
    for (latitude, longitude, expected) in cases {
      let place = try Coordinates(latitude: latitude, longitude: longitude)
      let bearing = try #require(initialBearing(from: origin, to: place))
      #expect(abs(RelativeBearing(degrees: bearing.degrees - expected).degrees) < 1e-9)
    }
  }

  @Test func bearingDoesNotJumpAcrossTheAntimeridian() throws {
    let west = try Coordinates(latitude: -17, longitude: 179.9999)
    let east = try Coordinates(latitude: -17, longitude: -179.9999)
    let a = try #require(initialBearing(from: west, to: kaaba)).degrees
    let b = try #require(initialBearing(from: east, to: kaaba)).degrees
    #expect(abs(a - b) < 0.001)
  }

  @Test func turningAllLongitudesChangesNothing() throws {
    let bearing = try #require(
      initialBearing(
        from: try Coordinates(latitude: 52, longitude: 13),
        to: try Coordinates(latitude: 21, longitude: 40)))
    for turn in stride(from: -140.0, through: 120, by: 20) {
      let turned = try #require(
        initialBearing(
          from: try Coordinates(latitude: 52, longitude: 13 + turn),
          to: try Coordinates(latitude: 21, longitude: 40 + turn)))
      #expect(abs(turned.degrees - bearing.degrees) < 1e-9)
    }
  }
}
