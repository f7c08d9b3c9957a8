import Quantities
import Testing

@testable import SensorHealth

@Suite struct RecentCorrectionsTests {
  /// Corrections about north of 1, 2, 3 … rad.
  private func corrections(_ count: Int) -> RecentCorrections {
    var corrections = RecentCorrections()
    for index in 0..<count { corrections.append(Vector3(Double(index + 1), 0, 0)) }
    return corrections
  }

  @Test(arguments: [3, 50, 51, 140]) func theSumIsThatOfTheNewest(count: Int) {
    let corrections = corrections(count)
    #expect(corrections.sum(ofNewest: 0) == .zero)
    #expect(corrections.sum(ofNewest: 1).x == Double(count))
    #expect(corrections.sum(ofNewest: 3).x == Double(3 * count - 3))
    let kept = min(count, 50)
    #expect(corrections.sum(ofNewest: 1_000).x == Double(kept * (2 * count - kept + 1) / 2))
  }

  @Test func nothingIsLeftAfterAReset() {
    var corrections = corrections(9)
    corrections.reset()
    #expect(corrections.sum(ofNewest: 50) == .zero && corrections.northOfMagnet == 0)
  }
}
