import Quantities
import Randomness
import Testing

@testable import SensorHealth

@Suite struct GyroRangeTests {
  /// A turn about a crooked axis with a peak of `peak`°/s, 100 Hz, cut off at `range`°/s.
  private func turn(peak: Double, range: Double, noise: Double = 0.1) -> [Vector3] {
    var random = SeededGenerator(seed: 4)
    return (0..<140).map { index in
      let part = Double(index) / 140
      let rate = Vector3(0.3, -0.2, 0.93) * (peak * 16 * part * part * (1 - part) * (1 - part))
      let normal = Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal())
      let whole = rate + normal * noise
      let cut = Vector3(cut(whole.x, range), cut(whole.y, range), cut(whole.z, range))
      return cut * 1.0.inRadians
    }
  }

  private func cut(_ value: Double, _ range: Double) -> Double { min(max(value, -range), range) }

  private func exceeded(_ rates: [Vector3]) -> [Bool] {
    var range = GyroRange()
    return rates.map {
      range.update($0)
      return range.isExceeded
    }
  }

  // The turn is over where the rate is under 90°/s: 93 % of a quarter of the peak.
  @Test(arguments: [125.0, 250, 500, 2000]) func aTurnBeyondTheRangeIsSeenAndItsEnd(range: Double) {
    let seen = exceeded(turn(peak: 1.6 * range, range: range))
    #expect(seen[70] && !seen[0] && seen.last == false)
  }

  @Test func aTurnWithinTheRangeIsNot() {
    for peak in stride(from: 100.0, to: 500, by: 7) {
      #expect(!exceeded(turn(peak: peak, range: 500)).contains(true))
    }
  }

  // Made-up rates stand without being at an end.
  @Test func anEvenTurnWithoutNoiseIsNot() {
    let rate = Vector3(0.1, -3, 4)
    #expect(!exceeded(Array(repeating: rate, count: 500)).contains(true))
    let wobbling = (0..<500).map { rate + Vector3(1e-12, 0, 0) * Double($0 % 2) }
    #expect(!exceeded(wobbling).contains(true))
  }

  // 4200°/s on each axis: no such gyro is sold.
  @Test func aRateThatNoGyroHasIsNone() {
    #expect(exceeded([Vector3(1e6, 0, 1)]) == [true])
  }
}
