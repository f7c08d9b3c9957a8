import Quantities
import SensorHealth
import Testing

@Suite struct SensorActivityTests {
  private func second(_ seconds: Double) -> Timestamp {
    Timestamp(microseconds: Int64((seconds * 1e6).rounded()))
  }

  /// A sensor that measured at 50 Hz for 2 s.
  private var steady: SensorActivity {
    var activity = SensorActivity()
    for step in 0...100 { _ = activity.noteSample(at: second(Double(step) * 0.02)) }
    return activity
  }

  @Test func theIntervalIsTheMeanOfTheSamples() throws {
    #expect(abs(try #require(steady.interval) - 0.02) < 1e-9)
    #expect(SensorActivity().interval == nil)
  }

  // Two samples that came late, both moved to the instant of the second one: the mean stays.
  @Test func samplesOfOneInstantCountInTheMean() throws {
    var activity = steady
    for pair in 1...50 {
      for _ in 0..<2 { _ = activity.noteSample(at: second(2 + Double(pair) * 0.04)) }
    }
    // Just after such a pair: 0.1 of the newest interval, which is 0, is in it.
    #expect(abs(try #require(activity.interval) - 0.02) < 0.003)
  }

  @Test func aBurstAtOneInstantMakesNoRateThatNoSensorHas() throws {
    var activity = steady
    for _ in 0..<10_000 { #expect(activity.noteSample(at: second(2)) == 0) }
    #expect(try #require(activity.interval) == 1e-4)
    // It grows by a quarter with each sample: 0.1 · (3.5 − 1).
    for step in 1...60 { _ = activity.noteSample(at: second(2 + Double(step) * 0.02)) }
    #expect(abs(try #require(activity.interval) - 0.02) < 1e-3)
  }
}
