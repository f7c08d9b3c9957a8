import Testing

@testable import Heading

@Suite struct PlaceDoubtTests {
  /// A place that was believed for 30 s by a resting device.
  private var settled: PlaceDoubt {
    var doubt = PlaceDoubt()
    for _ in 0..<300 { doubt.fits(interval: 0.1, turning: 0.001) }
    return doubt
  }

  /// Then a disturbance.
  private var disturbed: PlaceDoubt {
    var doubt = settled
    for step in 0..<20 { doubt.misfits(angle: step == 7 ? 0.6 : 0.2) }
    return doubt
  }

  @Test func whatHasPassedLeavesNoDoubt() {
    var doubt = disturbed
    doubt.returned()
    doubt.replaced()
    #expect(doubt.angle68 == 0)
  }

  // As far as the field was off, until the device has turned for as long as the old place was believed.
  @Test func anotherPlaceIsDoubted() {
    var doubt = disturbed
    doubt.replaced()
    #expect(abs(doubt.angle68 - 0.6) < 1e-9)
    for _ in 0..<300 { doubt.fits(interval: 0.1, turning: 0.1) }
    #expect(abs(doubt.angle68 - 0.3) < 1e-9)
  }
}
