import Heading
import Testing
import Wire

@testable import Pipeline

/// In which order the reasons of a heading are reported.
@Suite struct WhyOrderTests {
  private var order = WhyOrder()

  private mutating func ordered(
    _ why: WhySet, _ terms: [HeadingErrorCause: Double]
  ) -> [Why] {
    var errors = HeadingErrorBudget()
    for (cause, degrees) in terms { errors[cause] = degrees }
    var why = why
    order.order(&why, by: errors)
    return Array(why)
  }

  @Test mutating func theLargestTermIsFirst() {
    #expect(
      ordered([.tilt, .accelerating, .warmingUp], [.tilt: 1, .acceleration: 3, .warmUp: 5])
        == [.warmingUp, .accelerating, .tilt])
  }

  @Test mutating func aReasonWithoutATermKeepsItsPlace() {
    #expect(
      ordered([.mountWrong, .tilt, .noPosition, .warmingUp], [.tilt: 1, .warmUp: 5])
        == [.mountWrong, .warmingUp, .noPosition, .tilt])
  }

  @Test mutating func equalTermsAreInTheOrderOfSeverity() {
    #expect(ordered([.tilt, .warmingUp], [.tilt: 4, .warmUp: 5]) == [.tilt, .warmingUp])
    #expect(ordered([.tilt, .warmingUp], [:]) == [.tilt, .warmingUp])
  }

  // Not 60 times a second.
  @Test mutating func theOrderChangesOnlyWhenATermIsClearlyLarger() {
    let set: WhySet = [.tilt, .accelerating]
    #expect(ordered(set, [.tilt: 2, .acceleration: 3.1]) == [.accelerating, .tilt])
    #expect(ordered(set, [.tilt: 4, .acceleration: 3.1]) == [.accelerating, .tilt])
    #expect(ordered(set, [.tilt: 5, .acceleration: 3.1]) == [.tilt, .accelerating])
    #expect(ordered(set, [.tilt: 5, .acceleration: 7]) == [.tilt, .accelerating])
    order.restart()
    #expect(ordered(set, [.tilt: 5, .acceleration: 7]) == [.tilt, .accelerating])
  }

  @Test func aSetIsEqualInAnyOrder() {
    var set: WhySet = [.tilt, .warmingUp]
    set.reorder { $0.rawValue > $1.rawValue }
    #expect(Array(set) == [.warmingUp, .tilt] && set == [.tilt, .warmingUp])
    #expect(set.first == .warmingUp && set.count == 2)
  }
}
