import Randomness
import Quantities
import Testing

@Suite struct AzimuthTests {
  private func wrapped(_ degrees: Double) -> Double { Azimuth<TrueNorth>(degrees: degrees).degrees }

  @Test(
    arguments: [
      (0, 0), (360, 0), (-360, 0), (720, 0), (-0.0, 0), (359.9999999, 359.9999999), (361, 1),
      (-1, 359), (-90, 270), (540, 180), (-1e-20, 0), (360 - 1e-13, 360 - 1e-13), (-725, 355),
      (360.0.nextDown, 360.0.nextDown), (-Double.leastNonzeroMagnitude, 0),
    ] as [(Double, Double)])
  func anyFiniteAngleIsWrapped(degrees: Double, expected: Double) {
    #expect(abs(wrapped(degrees) - expected) < 1e-12)
  }

  @Test func threeHundredAndSixtyIsNeverReached() {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<10_000 {
      let tiny = Double(
        sign: .minus, exponent: .random(in: -1074 ... -1, using: &random), significand: 1)
      #expect((0..<360).contains(wrapped(tiny)))
      let big = Double.random(in: -1e15...1e15, using: &random)
      #expect((0..<360).contains(wrapped(big)))
    }
    #expect((0..<360).contains(wrapped(.greatestFiniteMagnitude)))
    #expect((0..<360).contains(wrapped(-.greatestFiniteMagnitude)))
  }

  @Test(
    arguments: [
      (1, 0, 0), (1, 1, 45), (0, 1, 90), (-1, 0, 180), (0, -1, 270), (1, -1, 315), (-1, -1, 225),
    ] as [(Double, Double, Double)])
  func aHorizontalVectorHasTheAzimuthOfTheCompassRose(
    north: Double, east: Double, degrees: Double
  ) throws {
    let azimuth = try #require(Azimuth<MagneticNorth>(north: north, east: east))
    #expect(abs(azimuth.degrees - degrees) < 1e-12)
  }

  @Test func aVectorWithoutDirectionHasNoAzimuth() {
    #expect(Azimuth<TrueNorth>(north: 0, east: 0) == nil)
    #expect(Azimuth<TrueNorth>(north: -0.0, east: 0) == nil)
    #expect(Azimuth<TrueNorth>(north: .nan, east: 1) == nil)
    #expect(Azimuth<TrueNorth>(north: 1, east: .infinity) == nil)
    #expect(Azimuth<TrueNorth>(north: .leastNonzeroMagnitude, east: 0)?.degrees == 0)
  }

  @Test func declinationIsAddedTowardsTrueNorth() throws {
    // east declination: the needle points right of true north, so true headings are larger
    let east = try Declination(degrees: 3)
    #expect(Azimuth<MagneticNorth>(degrees: 358).trueAzimuth(east).degrees == 1)
    let west = try Declination(degrees: -20)
    #expect(Azimuth<MagneticNorth>(degrees: 10).trueAzimuth(west).degrees == 350)
  }

  @Test func trueIsMagneticPlusDeclinationAllRound() throws {
    var random = SeededGenerator(seed: 2)
    for _ in 0..<1_000 {
      let declination = try Declination(degrees: .random(in: -180...180, using: &random))
      let heading = Azimuth<MagneticNorth>(degrees: .random(in: 0..<360, using: &random))
      let degrees = heading.trueAzimuth(declination).degrees - declination.degrees
      let back = Azimuth<MagneticNorth>(degrees: degrees)
      #expect(abs(RelativeBearing(of: back, from: heading).degrees) < 1e-9)
    }
  }
}
