import Foundation
import Quantities
import Testing

@testable import Qibla

@Suite struct GeodesicTests {
  /// 15 nm, what Karney (2013) claims for double precision.
  private let tolerance = 15e-9

  private func turn(_ azimuth: Azimuth<TrueNorth>?, _ expected: Double) throws -> Double {
    abs(RelativeBearing(degrees: try #require(azimuth).degrees - expected).degrees)
  }

  @Test func fiveHundredRowsOfKarneysTestSetHoldToFifteenNanometres() throws {
    let rows = try referenceRows("geodesic/GeodTest-short-500.dat", separator: " ")
    #expect(rows.count == 500)
    for row in rows {
      let values = try row.map { try #require(Double($0)) }
      let geodesic = Geodesic(
        from: try Coordinates(latitude: values[0], longitude: values[1]),
        to: try Coordinates(latitude: values[3], longitude: values[4]))
      #expect(abs(geodesic.distance - values[6]) <= tolerance, "\(row)")
      // The arc follows the azimuth, which is ill-conditioned near vertices; 1.1e-11° is the worst.
      #expect(abs(geodesic.arcDegrees - values[7]) <= 2e-11, "\(row)")
      // An azimuth is known no better than the point that it leads to: near vertices 4e-4°.
      for (azimuth, expected) in [
        (geodesic.initialAzimuth, values[2]), (geodesic.finalAzimuth, values[5]),
      ] {
        let sideways = try turn(azimuth, expected).inRadians * abs(values[8])
        #expect(sideways <= tolerance, "\(row)")
      }
    }
  }

  // The file has no reduced length; beyond 1 km its own two sources agree to 7e-12°.
  @Test func theWayToTheKaabaIsThatOfGeographicLib() throws {
    let rows = try referenceRows("geodesic/kaaba_inverse.csv", separator: ",").dropFirst()
    #expect(rows.count == 630)
    for row in rows {
      let values = try (2..<8).map { try #require(Double(row[$0])) }
      let geodesic = Geodesic(
        from: try Coordinates(latitude: values[0], longitude: values[1]), to: kaaba)
      #expect(abs(geodesic.distance - values[4]) <= tolerance, "\(row)")
      for (azimuth, expected) in [
        (geodesic.initialAzimuth, values[2]), (geodesic.finalAzimuth, values[3]),
      ] {
        let degrees = try turn(azimuth, expected)
        let sideways = degrees.inRadians * abs(geodesic.reducedLength)
        #expect(degrees <= 1e-9 || sideways <= tolerance, "\(row)")
      }
    }
  }

  // Nearly opposite meridians beside a pole: the first guess once led west, and 342 km astray.
  // Values: geographiclib-python 2.1.
  @Test func acrossAPoleAndAlongTheEquatorNearlyHalfATurnAway() throws {
    let polar = Geodesic(
      from: try Coordinates(latitude: -82.79354399454938, longitude: 180),
      to: try Coordinates(latitude: -85.81482943341007, longitude: 3.7629755414662595e-08))
    #expect(abs(polar.distance - 1272324.940068261) <= tolerance)
    #expect(try turn(polar.initialAzimuth, -179.99999998609576) < 1e-13)
    let equatorial = Geodesic(
      from: try Coordinates(latitude: 0, longitude: 0),
      to: try Coordinates(latitude: 0, longitude: 179.8))
    #expect(abs(equatorial.distance - 20000239.43772467) <= tolerance)
    #expect(try turn(equatorial.initialAzimuth, 19.368626538729576) < 1e-10)
    #expect(!equatorial.isUnique)
  }

  @Test func waysThatAreNotUniqueSaySo() throws {
    func way(_ a: (Double, Double), _ b: (Double, Double)) throws -> Geodesic {
      Geodesic(
        from: try Coordinates(latitude: a.0, longitude: a.1),
        to: try Coordinates(latitude: b.0, longitude: b.1))
    }
    #expect(try !way((90, 0), (-90, 20)).isUnique)
    #expect(try !way((0, 0), (0, 180)).isUnique)
    #expect(try !way((-30, 0), (30, 179.9)).isUnique)
    #expect(try way((-30, 0), (30, 170)).isUnique)
    #expect(try way((-30, 0), (30.001, 180)).isUnique)
    let antipodal = try way((21, 40), (-21, -140))
    #expect(!antipodal.isUnique)
    #expect(antipodal.initialAzimuth?.degrees == 0)  // over the pole of the first point
    let same = try way((12, 180), (12, -180))
    #expect(same.initialAzimuth == nil && same.distance == 0)
    #expect(try way((90, 5), (90, -70)).initialAzimuth == nil)
    #expect(
      try way((90, 10), (21, 40)).initialAzimuth.map { abs($0.degrees - 150) < 1e-12 } == true)
    #expect(
      try way((-90, 10), (21, 40)).initialAzimuth.map { abs($0.degrees - 30) < 1e-12 } == true)
  }
}
