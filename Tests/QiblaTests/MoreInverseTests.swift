import Quantities
import Testing

@testable import Qibla

/// Geodesics from, to and near the poles and along the equator, by geographiclib-python 2.1: azimuths
/// there follow conventions, or hang on the last digits of a latitude.
@Suite struct MoreInverseTests {
  // The file prints reduced lengths; where one is below 172 m, 3 nm turn the azimuth by over 1e-9°.
  @Test func twoHundredRowsHoldToFifteenNanometres() throws {
    let rows = try referenceRows("geodesic/more_inverse.csv", separator: ",").dropFirst()
    #expect(rows.count == 200)
    var illConditioned: [String: Int] = [:]
    for row in rows {
      let values = try numbers(row, 2..<10)
      let geodesic = Geodesic(
        from: try place(values[0], values[1]), to: try place(values[2], values[3]))
      #expect(abs(geodesic.distance - values[6]) <= AzimuthError.allowedSideways, "\(row)")
      // Printed to 1e-6 m.
      #expect(abs(geodesic.reducedLength - values[7]) <= 1e-6, "\(row)")
      let isIllConditioned = abs(values[7]) < AzimuthError.illConditionedWithin
      if isIllConditioned { illConditioned[row[1], default: 0] += 1 }
      for (azimuth, expected) in [
        (geodesic.initialAzimuth, values[4]), (geodesic.finalAzimuth, values[5]),
      ] {
        let error = try AzimuthError(azimuth, expected: expected, reducedLength: values[7])
        #expect(error.isWithinTolerance(isIllConditioned: isIllConditioned), "\(row): \(error)")
      }
    }
    #expect(Set(illConditioned.keys) == ["both-near-poles", "pole-to-pole", "equator"])
    #expect(illConditioned.values.reduce(0, +) == 36)
  }

  // From pole to pole every meridian is as short; the one of the first longitude's convention is taken.
  @Test func fromPoleToPoleTheAzimuthIsTheConventionsToo() throws {
    let rows = try referenceRows("geodesic/more_inverse.csv", separator: ",")
      .filter { $0.contains("pole-to-pole") }
    #expect(rows.count == 10)
    for row in rows {
      let values = try numbers(row, 2..<10)
      let geodesic = Geodesic(
        from: try place(values[0], values[1]), to: try place(values[2], values[3]))
      for (azimuth, expected) in [
        (geodesic.initialAzimuth, values[4]), (geodesic.finalAzimuth, values[5]),
      ] {
        let error = try AzimuthError(azimuth, expected: expected, reducedLength: 0)
        #expect(error.degrees <= 1e-11, "\(row): \(error)")
      }
    }
  }
}
