import Quantities
import Testing

@testable import qiblad

/// When the motor disturbs the magnetometer.
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

  @Test func aSampleThatComesLateIsComparedWithTheRunOfItsTime() {
    var blanking = MotorBlanking(settleMilliseconds: 0)
    for run in Int64(1)...4 {
      blanking.start(at: ms(run * 1000))
      blanking.end(at: ms(run * 1000 + 100))
    }
    #expect(blanking.isBlanked(at: ms(2050)) && !blanking.isBlanked(at: ms(2500)))
  }

  @Test func aRunWithoutAnEndBlanksForFourSecondsAndTheSettling() {
    var blanking = MotorBlanking(settleMilliseconds: 150)
    blanking.start(at: ms(0))
    #expect(blanking.isBlanked(at: ms(4150)) && !blanking.isBlanked(at: ms(4151)))
  }
}
