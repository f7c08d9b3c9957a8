import Quantities
import Testing

@testable import Heading

/// How the terms of a heading's error are summed.
@Suite struct HeadingErrorBudgetTests {
  private func budget(_ terms: [HeadingErrorCause: Double]) -> HeadingErrorBudget {
    var budget = HeadingErrorBudget()
    for (cause, degrees) in terms { budget[cause] = degrees }
    return budget
  }

  @Test func noTermIsNoError() {
    #expect(HeadingErrorBudget().error68Degrees == 0)
    #expect(HeadingErrorBudget().statusError68Degrees == 0)
    #expect(HeadingErrorBudget().largestFirst.isEmpty)
  }

  @Test func independentTermsAddAsSquares() {
    let errors = budget([.tilt: 2, .gyroBias: 3, .calibration: 6])
    #expect(abs(errors.error68Degrees - 7) < 1e-12)
    #expect(abs(errors.statusError68Degrees - 7) < 1e-12)
  }

  @Test func theWarmUpIsAddedInFull() {
    #expect(abs(budget([.tilt: 3, .gyroBias: 4, .warmUp: 5]).error68Degrees - 10) < 1e-12)
  }

  @Test func whatComesAfterTheFilterAddsAsSquaresAfterTheWarmUp() {
    let errors = budget([
      .tilt: 3, .gyroBias: 4, .warmUp: 1, .declination: 2, .magnetometersDisagree: 3,
    ])
    #expect(abs(errors.error68Degrees - 7) < 1e-12)
  }

  @Test func termsForTheStatusAreNotPublished() {
    let errors = budget([.calibration: 2, .hiddenResidual: 3, .turnRate: 6])
    #expect(errors.error68Degrees == 2)
    #expect(abs(errors.statusError68Degrees - 7) < 1e-12)
  }

  @Test func theOppositeDirectionIsTheWorst() {
    let errors = budget([.calibration: 1e9, .gyroBias: .infinity, .warmUp: 5])
    #expect(errors.error68Degrees == 180)
    #expect(errors[.calibration] == 180)
  }

  @Test func aTermHasNoSign() {
    #expect(budget([.trackingLag: -3])[.trackingLag] == 3)
  }

  @Test func whatIsAddedToATermAddsAsSquares() {
    var errors = budget([.magnetometersDisagree: 3])
    errors.add(4, for: .magnetometersDisagree)
    #expect(abs(errors[.magnetometersDisagree] - 5) < 1e-12)
  }

  @Test func theLargestTermIsFirstAndEqualOnesKeepTheirOrder() {
    let errors = budget([.tilt: 2, .gyroBias: 5, .calibration: 2])
    #expect(errors.largestFirst.map(\.cause) == [.gyroBias, .tilt, .calibration])
  }

  @Test func eachCauseHasATermOfItsOwn() {
    for cause in HeadingErrorCause.allCases {
      #expect(budget([cause: 1]).largestFirst == [HeadingErrorTerm(cause: cause, degrees: 1)])
    }
    #expect(HeadingErrorCause.allCases.count == 31)
  }

  // Only the terms for the status may be missing in the published error.
  @Test(arguments: HeadingErrorCause.allCases) func noTermIsForgotten(cause: HeadingErrorCause) {
    let errors = budget([cause: 3])
    #expect(abs(errors.statusError68Degrees - 3) < 1e-12)
    #expect((errors.error68Degrees > 0) == (cause.combination != .statusOnly))
  }
}
