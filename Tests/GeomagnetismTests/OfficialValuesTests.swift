import Glibc
import Quantities
import Testing

@testable import Geomagnetism

/// Against NOAA's own evaluations of WMM2025, published with its coefficients.
@Suite struct OfficialValuesTests {
  // Columns as the head of the file names them.
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
      try comparison.expect(field.east, 8, within: 0.001)
      try comparison.expect(field.down, 9, within: 0.001)
      try comparison.expect(field.total, 10, within: 0.001)
      try comparison.expect(field.declinationDegrees, 4)
      try comparison.expect(field.inclinationDegrees, 5)
      try comparison.expect(try #require(field.declinationChangeDegrees), 11)
      try comparison.expect(try #require(field.inclinationChangeDegrees), 12)
      try comparison.expect(try #require(field.horizontalChange), 13)
      try comparison.expect(field.northChange, 14)
      try comparison.expect(field.eastChange, 15)
      try comparison.expect(field.downChange, 16)
      try comparison.expect(try #require(field.totalChange), 17)
    }
  }
}
