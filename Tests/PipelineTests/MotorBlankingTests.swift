import Quantities
import Testing
import Wire

@testable import Pipeline

/// When the magnetometer is not believed because of the motor.
@Suite struct MotorBlankingTests {
  private func ms(_ milliseconds: Int64) -> Timestamp {
    Timestamp(microseconds: milliseconds * 1000)
  }

  @Test func fromTheStartToTheSettlingAfterTheEnd() {
    var blanking = MotorBlanking(settleMilliseconds: 150)
    blanking.start(at: ms(1000))
    blanking.end(at: ms(1240))
    let blanked = [999, 1000, 1100, 1240, 1390].map { blanking.isBlanked(at: ms($0)) }
    #expect(blanked == [false, true, true, true, true])
    #expect(!blanking.isBlanked(at: Timestamp(microseconds: 1_390_001)))
  }

  @Test func whileTheMotorRunsTheEndIsNotKnownYet() {
    var blanking = MotorBlanking(settleMilliseconds: 150)
    blanking.start(at: ms(1000))
    #expect(blanking.isBlanked(at: ms(1900)))
  }

  @Test func aSampleThatComesLateIsHeldAgainstTheRunOfItsTime() {
    var blanking = MotorBlanking(settleMilliseconds: 0)
    for run in Int64(1)...4 {
      blanking.start(at: ms(run * 1000))
      blanking.end(at: ms(run * 1000 + 100))
    }
    #expect(blanking.isBlanked(at: ms(2050)) && !blanking.isBlanked(at: ms(2500)))
  }

  @Test func aMotorThatNeverTellsOfItsEndBlanksForFourSecondsAndTheSettling() {
    var blanking = MotorBlanking(settleMilliseconds: 150)
    blanking.start(at: ms(0))
    #expect(blanking.isBlanked(at: ms(4150)) && !blanking.isBlanked(at: ms(4151)))
  }

  @Test func onlyTheFieldIsLeftOut() {
    var blanking = MotorBlanking(settleMilliseconds: 150)
    let sample = LevelDevice().sample(at: 1)
    #expect(blanking.restrict(sample) == sample)
    blanking.start(at: ms(990))
    var expected = sample
    expected.magneticField = nil
    #expect(blanking.restrict(sample) == expected)
    #expect(expected.acceleration != nil && expected.angularRate != nil)
  }

  // A heading on the gyro through a motor that is a magnet of 200 µT.
  @Test func theHeadingDoesNotMoveWithTheMotor() throws {
    var blanking = MotorBlanking(settleMilliseconds: 150)
    blanking.start(at: ms(8000))
    blanking.end(at: ms(8240))
    let samples = LevelDevice(heading: 77).samples(to: 10).map { sample in
      var sample = sample
      if (8.0...8.3).contains(Double(sample.time.microseconds) / 1e6) {
        sample.magneticField?.microtesla = Vector3(200, -120, 60)
      }
      return blanking.restrict(sample)
    }
    let run = Run(samples, try settings())
    for reading in run.readings(from: 5) {
      #expect(abs(try #require(reading.headingMagnetic).degrees - 77) < 0.1)
    }
    #expect(run.events(.interferenceStarted).isEmpty)
  }
}
