import Heading
import Testing
import Wire

@testable import Pipeline

/// The reasons of a reading agree with its status.
@Suite struct WhyOfStatusTests {
  private var whyOfStatus = WhyOfStatus(ChangeParameters())

  private mutating func completed(
    _ why: WhySet, _ status: Reading.Status, _ terms: [HeadingErrorCause: Double] = [:]
  ) -> [Why] {
    var errors = HeadingErrorBudget()
    for (cause, degrees) in terms { errors[cause] = degrees }
    var why = why
    whyOfStatus.complete(&why, status: status, errors: errors)
    return Array(why)
  }

  @Test(arguments: HeadingErrorCause.allCases)
  mutating func anUncertainHeadingHasAReasonForEachCause(cause: HeadingErrorCause) {
    #expect(completed([], .uncertain, [cause: 20]).count == 1)
  }

  @Test mutating func theReasonStandsForTheLargestPartOfTheError() {
    #expect(completed([], .uncertain, [.fieldResidual: 6, .turnRate: 1]) == [.fieldUneven])
    #expect(completed([], .uncertain, [.fieldResidual: 1, .turnRate: 6]) == [.turningFast])
    #expect(completed([], .uncertain, [.calibration: 4, .misalignment: 4]) == [.calibrationPoor])
    // Two terms of one reason are more than a larger one of another.
    whyOfStatus = WhyOfStatus(ChangeParameters())
    #expect(
      completed([], .uncertain, [.localField: 4, .fieldResidual: 4, .turnRate: 5])
        == [.fieldUneven])
  }

  @Test mutating func theReasonChangesOnlyWhenAnotherIsClearlyLarger() {
    #expect(completed([], .uncertain, [.fieldResidual: 6, .turnRate: 5]) == [.fieldUneven])
    #expect(completed([], .uncertain, [.fieldResidual: 5, .turnRate: 6]) == [.fieldUneven])
    #expect(completed([], .uncertain, [.fieldResidual: 5, .turnRate: 8]) == [.turningFast])
  }

  @Test mutating func aReasonOfTheHeadingIsEnough() {
    #expect(completed([.warmingUp], .uncertain, [.fieldResidual: 6]) == [.warmingUp])
  }

  @Test mutating func whatIsNotKnownOfThePlaceComesLast() {
    #expect(
      completed([.noPosition, .noDeclination], .uncertain, [.turnRate: 6])
        == [.turningFast, .noPosition, .noDeclination])
    #expect(
      completed([.noPosition, .sensorMissing], .unavailable) == [.sensorMissing, .noPosition])
  }

  @Test mutating func aDeclinationThatMakesTheErrorStaysFirst() {
    #expect(
      completed([.declinationManual], .uncertain, [.declination: 9, .turnRate: 1])
        == [.declinationManual])
  }

  @Test mutating func aBrokenMagnetometerStandsBeforeTheInterferenceThatItLooksLike() {
    #expect(
      completed([.interferenceInclination, .sensorStuck, .gyroHold], .interference)
        == [.sensorStuck, .interferenceInclination, .gyroHold])
    #expect(
      completed([.interferenceStrength, .tilt, .sensorSaturated, .noPosition], .interference)
        == [.sensorSaturated, .interferenceStrength, .tilt, .noPosition])
  }

  @Test mutating func anAccurateHeadingIsNotCalledTooSteepOrShaken() {
    #expect(completed([.tilt, .accelerating, .noPosition], .accurate) == [.noPosition])
  }
}
