import Foundation
import Quantities
import Testing

@testable import Qibla

/// The `sph_` columns of kaaba_inverse.csv, which the textbook's formula made in another language.
@Suite struct GreatCircleReferenceTests {
  /// Rows within 172 m of the Kaaba. Coordinates are rounded to 7e-15°, 0.8 nm, when they are turned
  /// to radians, and of places metres apart only the difference counts.
  private static let metresFromTheKaaba: Set = [
    1432, 1433, 1436, 1438, 1445, 1449, 1453, 1455, 1465, 1481, 1482, 1485, 1486, 1490, 1492, 1494,
    1505, 1506, 1510, 1511, 1519, 1521, 1530, 1538, 1552, 1557, 1563, 1578, 1583, 1590, 1598, 1621,
  ]

  /// Rows within 172 m of the antipode, where the lines to the Kaaba meet again. The formula also
  /// loses what the sine of nearly 180° rounds away.
  private static let metresFromTheAntipode: Set = [
    1635, 1651, 1662, 1667, 1670, 1674, 1676, 1681, 1689, 1699, 1710, 1726, 1728, 1730, 1735, 1739,
    1748, 1758, 1759, 1760, 1779, 1780,
  ]

  /// The antipode itself: every direction leads to the Kaaba. The file's 90° is the direction of what
  /// rounding left of two zeros, 7e-16 long; ours says `nil` below 1e-12.
  private static let antipode = 2098

  private static func rows() throws -> [(id: Int, values: [Double])] {
    try referenceRows("geodesic/kaaba_inverse.csv", separator: ",").dropFirst().map { row in
      (try #require(Int(row[0])), try numbers(row, 2..<10))
    }
  }

  /// R·|sin(d/R)|: metres that a turn of 1 rad at the place moves the line's end.
  private static func reach(_ distance: Double) -> Double {
    meanEarthRadius * abs(sin(distance / meanEarthRadius))
  }

  @Test func everyBearingIsThatOfTheFile() throws {
    let rows = try Self.rows()
    #expect(rows.count == 630)
    var compared = 0
    for (id, values) in rows where id != Self.antipode {
      let place = try Coordinates(latitude: values[0], longitude: values[1])
      let error = try AzimuthError(
        initialBearing(from: place, to: kaaba), expected: values[6],
        reducedLength: Self.reach(values[7]))
      let isNamed = Self.metresFromTheKaaba.union(Self.metresFromTheAntipode).contains(id)
      #expect(error.isWithinTolerance(isIllConditioned: isNamed), "\(id): \(error)")
      compared += 1
    }
    #expect(compared == 629)
  }

  @Test func theNamedRowsAreThoseWhereRoundingMatters() throws {
    var near: Set<Int> = []
    var opposite: Set<Int> = []
    for (id, values) in try Self.rows() where id != Self.antipode {
      guard Self.reach(values[7]) < AzimuthError.illConditionedWithin else { continue }
      if values[7] < 1e7 { near.insert(id) } else { opposite.insert(id) }
    }
    #expect(near == Self.metresFromTheKaaba)
    #expect(opposite == Self.metresFromTheAntipode)
  }

  @Test func fromTheExactAntipodeThereIsNoBearing() throws {
    let row = try #require(try Self.rows().first { $0.id == Self.antipode })
    let place = try Coordinates(latitude: row.values[0], longitude: row.values[1])
    #expect(initialBearing(from: place, to: kaaba) == nil)
    #expect(row.values[6] == 90)
  }

  @Test func everyDistanceIsThatOfTheFileToItsLastDigit() throws {
    for (id, values) in try Self.rows() {
      let place = try Coordinates(latitude: values[0], longitude: values[1])
      let distance = greatCircleDistance(from: place, to: kaaba)
      // Half of the last digit, and 15 nm for rounding.
      #expect(abs(distance - values[7]) <= 0.0005 + 15e-9, "\(id): \(distance)")
    }
  }
}
