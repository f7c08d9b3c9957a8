import Foundation
import Quantities
import Testing

@testable import Qibla

@Suite struct GeodesicTests {
  /// 15 nm, what Karney (2013) claims for double precision.
  private let tolerance = AzimuthError.allowedSideways

  /// Lines of GeodTest-short-500.dat that are too short to know an azimuth to 1e-9°.
  private static let shortLines: Set = [151, 157, 168, 170, 173, 184, 185, 189, 193, 195]
  /// Lines of it from pole to pole, nearly: at the end all meridians meet again.
  private static let linesFromPoleToPole: Set = [259, 261, 266, 269, 273, 289, 293, 294]
  /// Lines of it from vertex to opposite vertex, where a point of the caustic is the end: m₁₂ is 0,
  /// and there 1 nm of latitude may turn the azimuth by 1e-4°.
  private static let linesBetweenVertices = Set(401...500)

  /// Rows of kaaba_inverse.csv within 172 m of the Kaaba. Towards the antipode no row is
  /// ill-conditioned on the ellipsoid: the astroid on which m₁₂ is 0 is some 58 km to each side, and none is
  /// near its edge.
  private static let metresFromTheKaaba: Set = [
    1432, 1433, 1436, 1438, 1445, 1449, 1453, 1455, 1465, 1481, 1482, 1485, 1486, 1490, 1492, 1494,
    1505, 1506, 1510, 1511, 1519, 1521, 1530, 1538, 1552, 1557, 1563, 1578, 1583, 1590, 1598, 1621,
  ]

  private func turn(_ azimuth: Azimuth<TrueNorth>?, _ expected: Double) throws -> Double {
    try AzimuthError(azimuth, expected: expected, reducedLength: 0).degrees
  }

  @Test func fiveHundredRowsOfKarneysTestSetHoldToFifteenNanometres() throws {
    let rows = try referenceRows("geodesic/GeodTest-short-500.dat", separator: " ")
    #expect(rows.count == 500)
    let named = Self.shortLines.union(Self.linesFromPoleToPole).union(Self.linesBetweenVertices)
    for (line, row) in zip(1..., rows) {
      let values = try numbers(row, 0..<9)
      let geodesic = Geodesic(
        from: try Coordinates(latitude: values[0], longitude: values[1]),
        to: try Coordinates(latitude: values[3], longitude: values[4]))
      #expect(abs(geodesic.distance - values[6]) <= tolerance, "line \(line)")
      // The arc follows the azimuth, which is ill-conditioned near vertices; 1.1e-11° is the worst.
      #expect(abs(geodesic.arcDegrees - values[7]) <= 2e-11, "line \(line)")
      for (azimuth, expected) in [
        (geodesic.initialAzimuth, values[2]), (geodesic.finalAzimuth, values[5]),
      ] {
        let error = try AzimuthError(azimuth, expected: expected, reducedLength: values[8])
        let isNamed = named.contains(line)
        #expect(error.isWithinTolerance(isIllConditioned: isNamed), "line \(line): \(error)")
        #expect(error.sideways <= tolerance, "line \(line): \(error)")
      }
      let isIllConditioned = abs(values[8]) < AzimuthError.illConditionedWithin
      #expect(named.contains(line) == isIllConditioned, "line \(line)")
    }
  }

  // The file has no reduced length, so it is ours; beyond 1 km its own two sources agree to 7e-12°.
  @Test func theWayToTheKaabaIsThatOfGeographicLib() throws {
    let rows = try referenceRows("geodesic/kaaba_inverse.csv", separator: ",").dropFirst()
    #expect(rows.count == 630)
    for row in rows {
      let id = try #require(Int(row[0]))
      let values = try numbers(row, 2..<8)
      let geodesic = Geodesic(
        from: try Coordinates(latitude: values[0], longitude: values[1]), to: kaaba)
      let isNamed = Self.metresFromTheKaaba.contains(id)
      #expect(abs(geodesic.distance - values[4]) <= tolerance, "\(id)")
      for (azimuth, expected) in [
        (geodesic.initialAzimuth, values[2]), (geodesic.finalAzimuth, values[3]),
      ] {
        let error = try AzimuthError(
          azimuth, expected: expected, reducedLength: geodesic.reducedLength)
        #expect(error.isWithinTolerance(isIllConditioned: isNamed), "\(id): \(error)")
      }
      let isShort = abs(geodesic.reducedLength) < AzimuthError.illConditionedWithin
      #expect(isNamed == isShort, "\(id)")
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
