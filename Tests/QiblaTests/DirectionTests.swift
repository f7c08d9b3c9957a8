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
}
