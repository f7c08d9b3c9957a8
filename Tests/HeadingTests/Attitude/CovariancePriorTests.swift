import Quantities
import Testing

@testable import Heading

/// What was known of a part before anything was measured can be replaced afterwards.
@Suite struct CovariancePriorTests {
  private static let (part, other) = (StateIndex.gyroMatrix, StateIndex.north)

  /// Two parts, of which the first turns the second, after three measurements of the second, and their values.
  private func measured(prior: Double) -> (covariance: Covariance, part: Double, other: Double) {
    var covariance = Covariance()
    covariance.add(variance: prior, from: Self.part, count: 1)
    covariance.add(variance: 0.5, from: Self.other, count: 1)
    var (part, other) = (0.0, 0.0)
    for value in [0.3, 0.9, 1.4] {
      covariance.add(-2, times: Self.part, to: Self.other)
      other -= 2 * part
      var row = StateVector.zero
      row[Self.other] = 1
      covariance.update(row, innovation: value - other, variance: 0.2)
      let correction = covariance.takeCorrection()
      part += correction[Self.part]
      other += correction[Self.other]
    }
    return (covariance, part, other)
  }

  // The same as if the wider variance had been known from the start: a Kalman filter is linear.
  @Test func replacingAPriorIsAsIfItHadNeverBeen() {
    var replaced = measured(prior: 0.01)
    replaced.covariance.replacePrior(
      of: Self.part, mean: 0 - replaced.part, variance: 0.01, wider: 1)
    let wanted = measured(prior: 1)
    let correction = replaced.covariance.correction
    #expect(abs(replaced.part + correction[Self.part] - wanted.part) < 1e-12)
    #expect(abs(replaced.other + correction[Self.other] - wanted.other) < 1e-12)
    for row in [Self.part, Self.other] {
      for column in [Self.part, Self.other] {
        #expect(abs(replaced.covariance[row, column] - wanted.covariance[row, column]) < 1e-12)
      }
    }
  }

  @Test func aPartOfWhichNothingWasMeasuredGetsTheWiderVariance() {
    var covariance = Covariance()
    covariance.add(variance: 0.01, from: Self.part, count: 1)
    covariance.replacePrior(of: Self.part, mean: 0, variance: 0.01, wider: 1)
    #expect(abs(covariance[Self.part, Self.part] - 1) < 1e-12)
    #expect(covariance.correction[Self.part] == 0)
  }

  // A considered part may have a little more variance left than it began with.
  @Test func aPartThatIsLessCertainThanBeforeIsNotMoreCertainThanTheWiderPrior() {
    var covariance = Covariance()
    covariance.add(variance: 0.011, from: Self.part, count: 1)
    covariance.replacePrior(of: Self.part, mean: 0, variance: 0.01, wider: 1)
    #expect(abs(covariance[Self.part, Self.part] - 1) < 1e-12)
  }
}
