import Testing
import Wire

@Suite struct DistanceTextTests {
  // 4,793.778 km is London to the Kaaba on a sphere, 4,794.753 km on WGS84.
  @Test(
    arguments: [
      (0, "0 m"), (0.5, "1 m"), (999.4, "999 m"), (999.5, "1.0 km"), (1049, "1.0 km"),
      (1050, "1.1 km"), (9949, "9.9 km"), (9950, "10 km"), (10_499, "10 km"), (999_499, "999 km"),
      (999_500, "1,000 km"), (4_793_778.487, "4,794 km"), (4_794_752.669, "4,795 km"),
      (20_003_931.459, "20,004 km"), (1_002_003_000, "1,002,003 km"),
    ] as [(Double, String)])
  func distancesAreRoundedAndGrouped(metres: Double, expected: String) {
    #expect(DistanceText.text(metres: metres) == expected)
  }

  @Test(arguments: [-1, .nan, .infinity, -.infinity, 2e12])
  func anImpossibleDistanceHasNoText(metres: Double) {
    #expect(DistanceText.text(metres: metres) == nil)
  }
}
