import Randomness
import Quantities
import Testing

@Suite struct RelativeBearingTests {
  @Test(
    arguments: [
      (0, 0), (180, -180), (-180, -180), (180.0.nextDown, 180.0.nextDown), (179.5, 179.5),
      (-179.5, -179.5), (181, -179), (-181, 179), (360, 0), (540, -180), (-540, -180), (-1e-20, 0),
      (-90, -90), (270, -90),
    ] as [(Double, Double)])
  func theTurnIsTheShortOne(degrees: Double, expected: Double) {
    #expect(abs(RelativeBearing(degrees: degrees).degrees - expected) < 1e-12)
  }

  @Test(
    arguments: [
      (10, 350, 20), (350, 10, -20), (0, 180, -180), (180, 0, -180), (359, 1, -2), (90, 90, 0),
    ] as [(Double, Double, Double)])
  func rightIsPositiveAndNorthIsNoSeam(bearing: Double, heading: Double, expected: Double) {
    let turn = RelativeBearing(
      of: Azimuth<TrueNorth>(degrees: bearing), from: Azimuth<TrueNorth>(degrees: heading))
    #expect(turn.degrees == expected)
  }

  @Test func theRangeIsHalfOpenForAnyTwoAzimuths() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<10_000 {
      let bearing = Azimuth<TrueNorth>(degrees: .random(in: 0..<360, using: &random))
      let heading = Azimuth<TrueNorth>(degrees: .random(in: 0..<360, using: &random))
      let turn = RelativeBearing(of: bearing, from: heading).degrees
      #expect((-180..<180).contains(turn))
      let reached = Azimuth<TrueNorth>(degrees: heading.degrees + turn)
      #expect(abs(RelativeBearing(of: reached, from: bearing).degrees) < 1e-9)
    }
  }
}
