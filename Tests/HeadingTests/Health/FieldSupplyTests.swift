import Quantities
import SensorHealth
import Testing

@testable import Heading

struct FieldSupplyTests {
  /// Four seconds of a magnetometer alone, level, and the estimate so many ms after its last sample.
  private func estimate(
    after milliseconds: Int64, rateHz: Int64 = 100, _ supply: FieldSupply
  ) -> HeadingEstimate {
    var filter = HeadingFilter(mount: .identity, calibration: .given)
    var time = Timestamp(microseconds: 0)
    for sample in 0...4 * rateHz {
      time = Timestamp(microseconds: sample * 1_000_000 / rateHz)
      filter.update(
        Sample(time: time, magneticField: MagneticField(microtesla: Vector3(13.1, -17.8, 41.2))))
    }
    filter.fieldSupply = supply
    return filter.estimate(at: time.advanced(byMicroseconds: milliseconds * 1000))
  }

  private func isMissing(
    after milliseconds: Int64, rateHz: Int64 = 100, _ supply: FieldSupply
  ) -> Bool {
    estimate(after: milliseconds, rateHz: rateHz, supply).conditions.contains(.fieldMissing)
  }

  // With a tick of 17 ms and the 3 ms that one waits for late samples: under 250 ms.
  @Test func aSilentMagnetometerIsMissingAfterAFifthOfASecond() {
    #expect(!isMissing(after: 195, .flowing))
    #expect(isMissing(after: 205, .flowing))
  }

  @Test func aSlowOneIsGivenThreeAndAHalfOfItsIntervals() {
    #expect(!isMissing(after: 340, rateHz: 10, .flowing))
    #expect(isMissing(after: 360, rateHz: 10, .flowing))
  }

  // A gap says nothing of how often a sensor speaks that came back.
  @Test func afterAGapASilenceIsNoticedAsSoonAsBefore() {
    var clock = SensorActivity()
    var time = Timestamp(microseconds: 0)
    for step in 0..<110 {
      time = time.advanced(byMicroseconds: step == 100 ? 1_600_000 : 10_000)
      _ = clock.noteSample(at: time)
    }
    #expect(clock.isAlive(at: time.advanced(byMicroseconds: 190_000), atLeast: 0.2))
    #expect(!clock.isAlive(at: time.advanced(byMicroseconds: 210_000), atLeast: 0.2))
  }

  @Test func aSensorThatBecomesSlowIsTakenForSlow() {
    var clock = SensorActivity()
    var time = Timestamp(microseconds: 0)
    for step in 0..<115 {
      time = time.advanced(byMicroseconds: step < 100 ? 10_000 : 100_000)
      _ = clock.noteSample(at: time)
    }
    #expect(clock.isAlive(at: time.advanced(byMicroseconds: 230_000), atLeast: 0.2))
  }

  @Test func oneThatIsKnownToBeLostIsMissingAtOnceAndGivesNoHeading() {
    #expect(estimate(after: 0, .flowing).heading != nil)
    #expect(isMissing(after: 0, .lost))
    #expect(estimate(after: 0, .lost).heading == nil)
  }

  // Two clicks of 60 ms with 120 between, and 150 of settling, are no loss.
  @Test func whatIsWithheldForAMotorIsNotMissing() {
    #expect(!isMissing(after: 60 + 120 + 60 + 150, .withheld))
    #expect(isMissing(after: 460, .withheld))
  }
}
