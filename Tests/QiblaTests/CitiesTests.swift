import Quantities
import Testing

@testable import Qibla

/// Cities and both poles to the Kaaba, by geographiclib-python 2.1 and by the textbook's formulas.
@Suite struct CitiesTests {
  private struct City {
    let name: String
    let place: Coordinates
    /// Columns from `wgs84_azimuth_deg` on.
    let expected: [Double]
  }

  private static func cities() throws -> [City] {
    try referenceRows("qibla/cities.csv", separator: ",").dropFirst().map { row in
      let values = try numbers(row, 1..<8)
      return City(
        name: row[0], place: try place(values[0], values[1]), expected: Array(values[2...]))
    }
  }

  // Angles are printed to 1e-9°, and 1e-9° is what is claimed; kilometres of the geodesic to 1 µm.
  @Test func everyColumnIsHeldToItsDigits() throws {
    let cities = try Self.cities()
    #expect(cities.count == 33)
    for city in cities {
      let way = Direction(from: city.place, to: kaaba)
      func turn(_ bearing: Azimuth<TrueNorth>?, _ expected: Double) throws -> Double {
        try AzimuthError(bearing, expected: expected, reducedLength: 0).degrees
      }
      #expect(try turn(way.geodesic, city.expected[0]) <= 1.5e-9, "\(city.name)")
      #expect(abs(way.distance - city.expected[1] * 1000) <= 0.5e-6 + 15e-9, "\(city.name)")
      #expect(try turn(way.greatCircle, city.expected[2]) <= 1.5e-9, "\(city.name)")
      let onSphere = way.greatCircleDistance
      #expect(abs(onSphere - city.expected[3] * 1000) <= 0.5e-3 + 15e-9, "\(city.name)")
      let (sphere, ellipsoid) = (try #require(way.greatCircle), try #require(way.geodesic))
      let difference = RelativeBearing(of: sphere, from: ellipsoid).degrees
      #expect(abs(difference - city.expected[4]) <= 0.5e-6 + 2e-9, "\(city.name)")
    }
  }

  // At longitude 0: 180° − 39.8261818° from the north pole, 39.8261818° from the south pole.
  @Test func theFileHasBothPolesByTheConvention() throws {
    let poles = try Self.cities().filter { abs($0.place.latitude) == 90 }
    #expect(poles.map(\.name) == ["North Pole", "South Pole"])
    #expect(poles.map(\.expected[0]) == [140.1738182, 39.8261818])
    #expect(poles.map(\.expected[2]) == [140.1738182, 39.8261818])
  }
}
