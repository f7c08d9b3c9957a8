import Quantities
import Randomness
import Testing

@testable import SensorHealth

/// What counts as a change of a chip's temperature.
@Suite struct ChipTemperatureTests {
  /// K: the changes that were counted in values at 100 Hz, with a noise of 0.05 K.
  private func changes(seconds: Double, _ celsius: (_ time: Double) -> Double) -> [Double] {
    var generator = SeededGenerator(seed: 5)
    var temperature = ChipTemperature()
    return (0..<Int(seconds * 100)).compactMap { step in
      let time = Double(step) / 100
      let value = celsius(time) + 0.05 * generator.nextNormal()
      let change = temperature.take(value, at: Timestamp(microseconds: Int64(time * 1e6)))
      return change == 0 ? nil : change
    }
  }

  @Test func theNoiseOfAThermometerIsNoChange() {
    #expect(changes(seconds: 3600) { _ in 31.4 }.isEmpty)
  }

  @Test(arguments: [10.0, -10]) func allOfAWarmingIsCounted(kelvins: Double) {
    let counted = changes(seconds: 60) { 20 + kelvins * min($0 / 50, 1) }
    #expect(abs(counted.reduce(0, +) - kelvins) < 0.2)
    #expect(counted.allSatisfy { $0 * kelvins > 0 && abs($0) < 0.2 })
  }

  // One value that says 60 K more: a hundredth of it, and back.
  @Test func aSpikeIsNearlyNoChange() {
    let counted = changes(seconds: 60) { abs($0 - 30) < 0.005 ? 91.4 : 31.4 }
    #expect(!counted.isEmpty && counted.allSatisfy { abs($0) < 0.7 })
    #expect(abs(counted.reduce(0, +)) < 0.2)
  }

  @Test func aValueFromBeforeTheLastOneChangesNothing() {
    var temperature = ChipTemperature()
    _ = temperature.take(20, at: Timestamp(microseconds: 5_000_000))
    #expect(temperature.take(80, at: Timestamp(microseconds: 1_000_000)) == 0)
  }
}
