import Testing

@testable import Heading

@Suite struct PlaceDoubtTests {
  /// A place that was believed for 30 s by a resting device.
  private var settled: PlaceDoubt {
    var doubt = PlaceDoubt()
    for _ in 0..<300 { doubt.fits(interval: 0.1, turning: 0.001) }
    return doubt
  }

  private func disturbed(turning: Double, after before: PlaceDoubt? = nil) -> PlaceDoubt {
    var doubt = before ?? settled
    for step in 0..<20 { doubt.misfits(angle: step == 7 ? 0.6 : 0.2, turning: turning / 20) }
    return doubt
  }

  @Test func whatPassesARestingDeviceLeavesNoDoubt() {
    var doubt = disturbed(turning: 0.1)
    for _ in 0..<5 {
      doubt.returned()
      doubt = disturbed(turning: 0.1, after: doubt)
    }
    #expect(doubt.angle68 == 0)
  }

  // The first time it may have been a magnet that passed.
  @Test func whatComesAndGoesWithTurnsMayBeTheDevicesOwn() {
    var doubt = disturbed(turning: 1.5)
    doubt.returned()
    #expect(doubt.angle68 == 0)
    for _ in 0..<100 { doubt.fits(interval: 0.1, turning: 0.001) }
    doubt = disturbed(turning: 1.5, after: doubt)
    doubt.returned()
    #expect(abs(doubt.angle68 - 0.6) < 1e-9)
    for _ in 0..<10_000 { doubt.fits(interval: 0.1, turning: 0.0005) }
    #expect(doubt.angle68 > 0.3)  // 20 s against the 20 that so slow a sway counts for in 1000
    for _ in 0..<2000 { doubt.fits(interval: 0.1, turning: 0.1) }
    #expect(doubt.angle68 < 0.1)
  }

  // As far as the field was off, until the device has turned for as long as the old place was believed.
  @Test func anotherPlaceIsDoubted() {
    var doubt = disturbed(turning: 7)
    doubt.replaced()
    #expect(abs(doubt.angle68 - 0.6) < 1e-9)
    for _ in 0..<300 { doubt.fits(interval: 0.1, turning: 0.1) }
    #expect(abs(doubt.angle68 - 0.3) < 1e-9)
  }
}
