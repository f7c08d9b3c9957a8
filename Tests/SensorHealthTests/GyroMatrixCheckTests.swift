import Quantities
import Testing

@testable import SensorHealth

/// A gyro's scale or axes that the field contradicts are not the calibrated ones.
@Suite struct GyroMatrixCheckTests {
  /// Part of 1: what a maker's calibration leaves, and its variance.
  private static let deviation = 0.001
  private static let prior = Matrix3 { _, _ in deviation * deviation }
  /// The part of the variance that an estimate leaves.
  private static let leftPart = 0.96

  /// What was found, and what is known then.
  private struct Result {
    var count = 0
    var known = GyroMatrixCheck.Known()
  }

  /// Feeds `seconds` of an estimate, ten times a second.
  ///
  /// - Parameter deviations: the estimate in units of √(P₀ − P), in one element; the others are as known.
  private func run(
    deviations: Double, row: Int = 0, column: Int = 0, seconds: Double, prior: Matrix3 = prior,
    leftPart: Double = leftPart
  ) -> Result {
    var check = GyroMatrixCheck(mean: .zero, variances: prior)
    var result = Result()
    let before = prior[row, column]
    let change = deviations * (before * (1 - leftPart)).squareRoot()
    let estimate = Matrix3 { $0 == row && $1 == column ? change : 0 }
    let left = prior * leftPart
    for _ in 0..<Int(seconds * 10) {
      guard check.take(estimate, variances: left, interval: 0.1) != nil else { continue }
      result.count += 1
    }
    result.known = check.known
    return result
  }

  @Test func anEstimateWithinFiveDeviationsIsNotContradicted() {
    #expect(run(deviations: 5, seconds: 60).count == 0)
  }

  @Test func aContradictionCountsAfterASecond() {
    #expect(run(deviations: 8, seconds: 1).count == 0)
    #expect(run(deviations: 8, seconds: 1.2).count == 1)
  }

  // n (P₀ + R) − R with R = P₀ P / (P₀ − P).
  @Test func theScaleGetsTheVarianceThatMakesTheEstimateLikeliest() {
    let before = Self.deviation * Self.deviation
    let noise = before * 0.5 / 0.5
    let known = run(deviations: 8, seconds: 1.2, leftPart: 0.5).known
    #expect(abs(known.variances[0, 0] / (64 * (before + noise) - noise) - 1) < 1e-12)
    #expect(known.variances[1, 1] == known.variances[0, 0])
  }

  // 0.15 % is what a temperature makes of a scale, 68 %.
  @Test func aGyroWithAnotherScaleHasOtherAxesToo() {
    let prior = Matrix3 { $0 == $1 ? 1e-6 : 1e-8 }
    let known = run(deviations: 8, seconds: 1.2, prior: prior, leftPart: 0.5).known
    #expect(abs(known.variances[0, 1].squareRoot() - 3 * 0.00154) < 1e-9)
    let sameScale = run(deviations: 8, row: 0, column: 1, seconds: 1.2, prior: prior).known
    #expect(abs(sameScale.variances[0, 1] / 4e-8 - 1) < 1e-9)
  }

  // An MPU-6050 on the calibration of another one: 3 % of scale, which leaves nothing to contradict, and 2.8 % of an axis.
  @Test func theAxesOfAGyroWithTheScaleOfACheapOneAreJudged() {
    var check = GyroMatrixCheck(mean: .zero, variances: Matrix3 { $0 == $1 ? 1e-6 : 1e-8 })
    let estimate = Matrix3 { $0 == $1 ? 0.03 : $0 == 0 && $1 == 2 ? 0.028 : 0 }
    for _ in 0..<100 {
      _ = check.take(estimate, variances: check.known.variances * 0.5, interval: 0.1)
    }
    let cheap = InertialTolerances.cheapBoard.gyro
    #expect(check.known.variances[0, 0] == cheap.scale * cheap.scale)
    #expect(abs(check.known.variances[0, 2].squareRoot() - 2 * 3 * 0.00154) < 1e-9)
  }

  @Test func aDistrustedGyroIsAsUncertainAsACheapOneUntilItIsLearned() {
    let cheap = InertialTolerances.cheapBoard.gyro
    var check = GyroMatrixCheck(mean: .zero, variances: Self.prior)
    #expect(check.distrust()?.variances == Self.prior)
    #expect(
      check.known.variances
        == Matrix3 { $0 == $1 ? cheap.scale * cheap.scale : cheap.crossAxis * cheap.crossAxis })
    check.note(.zero, variances: Self.prior)
    #expect(check.distrust() == nil)
  }

  // A cheap gyro has nothing to be distrusted for; what is learned of it later is kept.
  @Test func distrustKeepsWhatWasLearnedOfAGyroThatWasTakenForCheap() {
    let cheap = InertialTolerances.cheapBoard.gyro
    var check = GyroMatrixCheck(
      mean: .zero,
      variances: Matrix3 {
        $0 == $1 ? cheap.scale * cheap.scale : cheap.crossAxis * cheap.crossAxis
      }
    )
    #expect(check.distrust() == nil)
    check.note(.zero, variances: Self.prior)
    #expect(check.distrust() == nil)
  }

  @Test func theDeviationOfTheAxesIsDoubledAtMost() {
    let before = Self.deviation * Self.deviation
    let known = run(deviations: 30, row: 1, column: 2, seconds: 1.2).known
    #expect(abs(known.variances[1, 2] / (4 * before) - 1) < 1e-12)
    #expect(abs(known.variances[2, 0] / (4 * before) - 1) < 1e-12)
    #expect(known.variances[0, 0] == before)
  }

  @Test func theScaleIsNotWorseThanACheapOne() {
    let cheap = InertialTolerances.cheapBoard.gyro.scale
    #expect(run(deviations: 1000, seconds: 1.2).known.variances[0, 0] == cheap * cheap)
  }

  // Less than 3 % of the variance learned: coloured noise moves an estimate so.
  @Test func anEstimateThatHasLearnedLittleIsNotJudged() {
    #expect(run(deviations: 20, seconds: 60, leftPart: 0.98).count == 0)
  }

  @Test func aCheapGyroIsNotContradicted() {
    let scale = InertialTolerances.cheapBoard.gyro.scale
    let prior = Matrix3 { _, _ in scale * scale }
    #expect(run(deviations: 100, seconds: 60, prior: prior).count == 0)
  }

  @Test func aDisturbanceBetweenRestartsTheCheck() {
    var check = GyroMatrixCheck(mean: .zero, variances: Self.prior)
    let estimate = Matrix3 { row, column in row == column ? Self.deviation * 10 : 0 }
    for index in 0..<100 {
      if index % 8 == 7 { check.note(.zero, variances: Self.prior) }
      #expect(check.take(estimate, variances: Self.prior * 0.9, interval: 0.1) == nil)
    }
    #expect(!check.known.isPrior)
  }
}
