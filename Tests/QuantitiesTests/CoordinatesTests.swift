import Quantities
import Randomness
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
    arguments: [
      (181, -179), (359.5, -0.5), (360, 0), (270, -90), (Double(180).nextUp, -180 + 0x1p-45),
      (Double(360).nextDown, -0x1p-44), (180, 180), (Double(180).nextDown, Double(180).nextDown),
    ] as [(Double, Double)])
  func aLongitudeCountedTo360IsTheSamePlace(longitude: Double, expected: Double) throws {
    let place = try Coordinates(latitude: 0, longitude: longitude)
    #expect(place.longitude == expected)
    #expect(place.longitude.sign == .plus || place.longitude < 0, "no negative zero")
  }

  @Test func wrappingALongitudeIsExact() throws {
    var random = SeededGenerator(seed: 360)
    for _ in 0..<10_000 {
      let longitude = Double.random(in: Double(180).nextUp...360, using: &random)
      let wrapped = try Coordinates(latitude: 0, longitude: longitude).longitude
      #expect(wrapped > -180 && wrapped <= 0)
      #expect(wrapped + 360 == longitude)
    }
  }

  @Test(
    arguments: [
      Double(360).nextUp, Double(-180).nextDown, -181, 361, .nan, .infinity, -.infinity,
    ] as [Double])
  func aLongitudeBeyondEitherCountIsRefused(longitude: Double) {
    #expect(throws: QuantityError.self) { try Coordinates(latitude: 0, longitude: longitude) }
  }

  @Test func aRefusedLongitudeSaysWhatIsAllowed() {
    let error = #expect(throws: QuantityError.self) {
      try Coordinates(latitude: 0, longitude: 361)
    }
    #expect(error.map { "\($0)" } == "longitude 361.0 is out of range: -180 to 360 degrees")
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
