import Heading
import Testing
import Wire

@testable import Pipeline

/// In which order the reasons of a heading are reported.
@Suite struct WhyOrderTests {
  private var order = WhyOrder(ChangeParameters())

  private mutating func ordered(_ why: WhySet, _ terms: [HeadingErrorCause: Double]) -> [Why] {
    var errors = HeadingErrorBudget()
    for (cause, degrees) in terms { errors[cause] = degrees }
    var why = why
    order.order(&why, by: errors)
    return Array(why)
  }

  @Test mutating func theReasonWithTheLargestTermIsFirst() {
    #expect(
      ordered([.tilt, .accelerating, .warmingUp], [.tilt: 1, .acceleration: 3, .warmUp: 5])
        == [.warmingUp, .accelerating, .tilt])
  }

  @Test mutating func aReasonWithoutATermKeepsItsPlace() {
    #expect(
      ordered([.mountWrong, .tilt, .noPosition, .warmingUp], [.tilt: 1, .warmUp: 5])
        == [.mountWrong, .warmingUp, .noPosition, .tilt])
  }

  @Test mutating func interferenceStandsBeforeALargerWarmUp() {
    #expect(
      ordered(
        [.interferenceStrength, .tilt, .warmingUp], [.fieldResidual: 1, .tilt: 1, .warmUp: 9])
        == [.interferenceStrength, .warmingUp, .tilt])
  }

  @Test mutating func equalTermsAreInTheOrderOfSeverity() {
    #expect(ordered([.tilt, .warmingUp], [.tilt: 4, .warmUp: 5]) == [.tilt, .warmingUp])
    #expect(ordered([.tilt, .warmingUp], [:]) == [.tilt, .warmingUp])
  }

  @Test mutating func theOrderChangesOnlyWhenATermIsClearlyLarger() {
    let reasons: WhySet = [.tilt, .accelerating]
    #expect(ordered(reasons, [.tilt: 2, .acceleration: 3.1]) == [.accelerating, .tilt])
    #expect(ordered(reasons, [.tilt: 4, .acceleration: 3.1]) == [.accelerating, .tilt])
    #expect(ordered(reasons, [.tilt: 5, .acceleration: 3.1]) == [.tilt, .accelerating])
    #expect(ordered(reasons, [.tilt: 5, .acceleration: 7]) == [.tilt, .accelerating])
  }

  @Test mutating func aGapForgetsThePreviousOrder() {
    let reasons: WhySet = [.tilt, .accelerating]
    #expect(ordered(reasons, [.tilt: 1, .acceleration: 3]) == [.accelerating, .tilt])
    order.restart()
    #expect(ordered(reasons, [.tilt: 3, .acceleration: 3]) == [.tilt, .accelerating])
  }
}
