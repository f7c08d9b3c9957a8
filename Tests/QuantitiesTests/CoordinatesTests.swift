import Quantities
import Testing

@Suite struct CoordinatesTests {
  @Test(
    arguments: [
      (0, 0), (90, 180), (-90, -180), (-33.87, 151.21), (21.422487, 39.826206), (-0.0, -0.0),
    ] as [(Double, Double)])
  func placesOnTheEarthAreTaken(latitude: Double, longitude: Double) throws {
    let place = try Coordinates(latitude: latitude, longitude: longitude)
    #expect(place.latitude == latitude && place.longitude == longitude)
  }

  @Test(
    arguments: [
      Double(90).nextUp, Double(-90).nextDown, 151.21, .nan, .infinity, -.infinity, 1e300,
    ] as [Double])
  func aLatitudeBeyondThePolesIsRefused(latitude: Double) {
    #expect(throws: QuantityError.self) { try Coordinates(latitude: latitude, longitude: 0) }
  }

  @Test(
    arguments: [Double(180).nextUp, Double(-180).nextDown, 181, 360, .nan, .infinity] as [Double])
  func aLongitudeIsNotWrappedButRefused(longitude: Double) {
    #expect(throws: QuantityError.self) { try Coordinates(latitude: 0, longitude: longitude) }
  }

  @Test func anErrorSaysWhatAndWhatIsAllowed() {
    let error = #expect(throws: QuantityError.self) {
      try Coordinates(latitude: 151.21, longitude: -33.87)
    }
    #expect(error.map { "\($0)" } == "latitude 151.21 is out of range: -90 to 90 degrees")
  }

  @Test func aPositionNeedsAHeightAndAnErrorThatCanBe() throws {
    let place = try Coordinates(latitude: 1, longitude: 2)
    let good = try Position(coordinates: place, altitudeMetres: -430.5, error68Metres: 0)
    #expect(good.altitudeMetres == -430.5 && good.error68Metres == 0)
    #expect(try Position(coordinates: place).altitudeMetres == nil)
    for altitude in [-20_001, 1_000_001, .nan, .infinity] {
      #expect(throws: QuantityError.self) {
        try Position(coordinates: place, altitudeMetres: altitude)
      }
    }
    for error in [-0.001, .nan, .infinity] {
      #expect(throws: QuantityError.self) { try Position(coordinates: place, error68Metres: error) }
    }
  }

  @Test func aDeclinationIsWithinHalfATurn() throws {
    #expect(try Declination(degrees: -180).degrees == -180)
    for degrees in [Double(180).nextUp, -181, .nan, .infinity] {
      #expect(throws: QuantityError.self) { try Declination(degrees: degrees) }
    }
  }
}
