import Glibc
import Quantities
import Testing

@testable import Geomagnetism

/// Against NOAA's own evaluations of WMM2025, published with its coefficients.
@Suite struct OfficialValuesTests {
  // Columns as the head of the file names them. The table's X and its change, alone among the
  // components, are off by up to 2.6e-8 of Z and of its change, in no order (Y agrees to 5e-7 nT,
  // Z to 3e-6): noise of the program that made it, which H and F and their changes inherit.
  @Test func theHundredTestValuesAreMet() throws {
    let rows = try referenceRows("WMM2025_TestValues.txt")
    #expect(rows.count == 100)
    for row in rows {
      #expect(row.count == 18)
      let place = try coordinates(latitude: row[2], longitude: row[3])
      let field = GeomagneticModel.wmm2025.field(
        at: place, altitudeMetres: try number(row[1]) * 1_000, decimalYear: try number(row[0]))
      let comparison = Comparison(row)
      try comparison.expect(field.horizontal, 6, within: 0.001)
      try comparison.expect(field.north, 7, within: 0.001)
      try comparison.expect(field.east, 8, within: 1e-6)
      try comparison.expect(field.down, 9, within: 1e-5)
      try comparison.expect(field.total, 10, within: 0.001)
      try comparison.expect(field.declinationDegrees, 4)
      try comparison.expect(field.inclinationDegrees, 5)
      try comparison.expect(try #require(field.declinationChangeDegrees), 11)
      try comparison.expect(try #require(field.inclinationChangeDegrees), 12)
      try comparison.expect(try #require(field.horizontalChange), 13, within: 1.5e-6)
      try comparison.expect(field.northChange, 14, within: 1.5e-6)
      try comparison.expect(field.eastChange, 15)
      try comparison.expect(field.downChange, 16)
      try comparison.expect(try #require(field.totalChange), 17, within: 1.5e-6)
    }
  }

  // The printed declination has two digits; the row's X and Y say more. 2e-6° is 0.001 nT across at
  // 28,600 nT; where H is smaller the noise of X weighs more, as far as it lies across the field,
  // and near the magnetic poles, where that could fail the test, X happens to be good.
  @Test func theDeclinationIsThatOfTheHundredRowsComponents() throws {
    let rows = try referenceRows("WMM2025_TestValues.txt")
    #expect(rows.count == 100)
    for row in rows {
      let place = try coordinates(latitude: row[2], longitude: row[3])
      let field = GeomagneticModel.wmm2025.field(
        at: place, altitudeMetres: try number(row[1]) * 1_000, decimalYear: try number(row[0]))
      let expected = atan2(try number(row[8]), try number(row[7])) * 180 / .pi
      #expect(abs(field.declinationDegrees - expected) < 2e-6, "\(row)")
    }
  }

  // The technical report's own table, also as the file names its columns; grid variation left out.
  @Test func theReportsTableIsMetToItsDigits() throws {
    let rows = try referenceRows("WMM2025_TEST_VALUE_TABLE_FOR_REPORT.txt")
    #expect(rows.count == 12)
    for row in rows {
      #expect(row.count == 19)
      let place = try coordinates(latitude: row[2], longitude: row[3])
      let field = GeomagneticModel.wmm2025.field(
        at: place, altitudeMetres: try number(row[1]) * 1_000, decimalYear: try number(row[0]))
      let comparison = Comparison(row)
      let values: [Double] = [
        field.north, field.east, field.down, field.horizontal, field.total,
        field.inclinationDegrees, field.declinationDegrees, .nan,
        field.northChange, field.eastChange, field.downChange,
        try #require(field.horizontalChange), try #require(field.totalChange),
        try #require(field.inclinationChangeDegrees),
        try #require(field.declinationChangeDegrees),
      ]
      for (index, value) in values.enumerated() where index != 7 {
        try comparison.expect(value, index + 4)
      }
    }
  }
}
