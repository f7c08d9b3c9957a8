import Quantities
import Testing

@testable import Qibla

@Suite struct DirectionTests {
  private func direction(
    _ latitude: Double, _ longitude: Double, error: Double? = nil
  ) throws -> Direction {
    Direction(
      from: try Position(
        coordinates: try Coordinates(latitude: latitude, longitude: longitude),
        error68Metres: error),
      to: kaaba)
  }

  @Test func insideAHundredMetresNoDirectionIsClaimed() throws {
    // 0.0008° of latitude are 89 m, 0.001° are 111 m (R = 6371.0 km).
    let inside = try direction(kaaba.latitude + 0.0008, kaaba.longitude)
    #expect(inside.note == .atTarget)
    #expect(inside.bearing == nil)
    #expect(try direction(kaaba.latitude + 0.001, kaaba.longitude).note == .nearTarget)
  }

  // 15 m are 1° at 15 / tan 1° = 859 m.
  @Test func nearTheKaabaEndsWhereFifteenMetresAreOneDegree() throws {
    let metresPerDegree = 111_195.0
    let near = try direction(kaaba.latitude + 850 / metresPerDegree, kaaba.longitude)
    let far = try direction(kaaba.latitude + 870 / metresPerDegree, kaaba.longitude)
    #expect(near.note == .nearTarget)
    #expect(far.note == .none)
    #expect(abs((far.bearing?.degrees ?? 0) - 180) < 1e-6)
  }

  @Test func thePolesAndTheAntipodeAreNamed() throws {
    #expect(try direction(90, 0).note == .pole)
    #expect(try direction(-90, 77).note == .pole)
    #expect(try direction(-kaaba.latitude, kaaba.longitude - 180).note == .antipode)
  }

  @Test func theBearingsErrorIsTheStepOverTheDistance() throws {
    let metresPerDegree = 111_195.0
    let place = try direction(
      kaaba.latitude + 10_000 / metresPerDegree, kaaba.longitude, error: 100)
    // 100 / 10,000 in degrees; the ellipsoid's metres differ from the sphere's by up to 0.6 %.
    #expect(abs((place.error68Degrees ?? 0) - 0.573) < 0.0035)
    #expect(try direction(51.5, -0.1).error68Degrees == nil)
  }

  @Test func theMethodChoosesTheBearing() throws {
    let london = try place(51.5074, -0.1278)
    let ways = [Direction.Method.greatCircle, .geodesic, .rhumb].map {
      Direction(from: london, to: kaaba, by: $0)
    }
    #expect(ways.map(\.bearing) == [ways[0].greatCircle, ways[0].geodesic, ways[0].rhumb])
    #expect(Set(ways.map { $0.bearing?.degrees ?? 0 }).count == 3)
    #expect(Direction(from: london, to: kaaba) == ways[0])
  }

  @Test func insideAHundredMetresTheMathematicalBearingsStay() throws {
    let way = try direction(kaaba.latitude + 0.0008, kaaba.longitude, error: 5)
    #expect(way.bearing == nil && way.error68Degrees == nil)
    for bearing in [way.greatCircle, way.geodesic, way.rhumb] {
      #expect(abs((bearing?.degrees ?? 0) - 180) < 1e-6)
    }
    let there = try direction(kaaba.latitude, kaaba.longitude)
    #expect(there.note == .atTarget && there.greatCircle == nil && there.geodesic == nil)
    #expect(there.distance == 0)
  }

  // A degree of latitude at 21.42° is 110.74 km on the ellipsoid and 111.19 on the sphere, so 99.8 m
  // of the one are 100.2 m of the other.
  @Test func theBorderOfAtTargetIsByTheEllipsoidsDistance() throws {
    let way = try direction(kaaba.latitude + 0.000_901, kaaba.longitude)
    #expect(way.distance < 100 && way.greatCircleDistance > 100)
    #expect(way.note == .atTarget)
  }

  @Test func aPositionsErrorTurnsTheBearingByZeroToHalfATurn() throws {
    #expect(try direction(51.5, -0.1, error: 0).error68Degrees == 0)
    let error = try #require(try direction(51.5, -0.1, error: 2e7).error68Degrees)
    #expect(error == 180)
    #expect(try direction(51.5, -0.1).error68Degrees == nil)
    // At the antipode nothing is known of it, unless the position is known without error.
    let antipode = try place(-kaaba.latitude, kaaba.longitude - 180)
    let way = Direction(from: antipode, to: kaaba, error68Metres: 1, by: .geodesic)
    #expect(way.bearing != nil && way.error68Degrees == 180)
  }

  @Test func atAPoleTheBearingIsByTheMeridianGiven() throws {
    for longitude in [-180.0, -77, 0, 12, 180] {
      let north = try direction(90, longitude)
      let south = try direction(-90, longitude)
      let east = kaaba.longitude - longitude
      #expect(north.note == .pole && south.note == .pole)
      for (bearing, expected) in [
        (north.bearing, 180 - east), (north.geodesic, 180 - east), (south.bearing, east),
        (south.geodesic, east),
      ] {
        #expect(try AzimuthError(bearing, expected: expected, reducedLength: 0).degrees < 1e-11)
      }
      #expect(north.rhumb == nil && south.rhumb == nil)
    }
  }

  @Test func nothingJumpsAtTheAntimeridian() throws {
    for latitude in stride(from: -89.5, through: 89.5, by: 0.5) {
      let west = try direction(latitude, 180 - 1e-9, error: 10)
      let east = try direction(latitude, -180 + 1e-9, error: 10)
      let (a, b) = (try direction(latitude, 180), try direction(latitude, -180))
      #expect(west.note == east.note && a.note == east.note && b.note == east.note)
      for way in [east, a, b] {
        for (one, other) in [(way.greatCircle, west.greatCircle), (way.geodesic, west.geodesic)] {
          let turn = RelativeBearing(of: try #require(one), from: try #require(other))
          #expect(abs(turn.degrees) < 1e-6, "\(latitude)")
        }
      }
    }
  }
}
