import Quantities
import Testing

@testable import Geomagnetism

/// Against the consensus of three other evaluations of WMM2025: all zones, heights to 850 km, both
/// poles' surroundings, the antimeridian.
@Suite struct VectorFileTests {
  // The angles are printed to 1e-7° from evaluations in full precision, and so they are met to 1e-6°
  // also where H is small and the components' printed digits would not give them.
  @Test func theVectorsAreMet() throws {
    let rows = try referenceRows("wmm2025_vectors.csv", separator: ",", headerLines: 1)
    #expect(rows.count == 488)
    for row in rows {
      #expect(row.count == 14)
      let place = try coordinates(latitude: row[0], longitude: row[1])
      let field = GeomagneticModel.wmm2025.field(
        at: place, altitudeMetres: try number(row[2]) * 1_000, decimalYear: try number(row[3]))
      let comparison = Comparison(row)
      try comparison.expect(field.declinationDegrees, 4, within: 1e-6)
      try comparison.expect(field.inclinationDegrees, 5, within: 1e-6)
      try comparison.expect(field.horizontal, 6, within: 0.001)
      try comparison.expect(field.north, 7, within: 0.001)
      try comparison.expect(field.east, 8, within: 0.001)
      try comparison.expect(field.down, 9, within: 0.001)
      try comparison.expect(field.total, 10, within: 0.001)
      try comparison.expect(try #require(field.declinationChangeDegrees), 11)
      #expect(field.zone.rawValue == row[12])
      try comparison.expect(field.error68.declinationDegrees, 13)
    }
  }

  // The same model in the file, byte by byte; the file is the one that NOAA publishes.
  @Test func theCompiledTextIsThePublishedFile() throws {
    #expect(try Array(wmm2025Text.utf8) == referenceBytes("WMM2025.COF"))
    #expect(GeomagneticModel.wmm2025.name == "WMM2025")
    #expect(GeomagneticModel.wmm2025.epoch == 2025)
  }
}
