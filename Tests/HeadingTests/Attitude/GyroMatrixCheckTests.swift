import Quantities
import Testing

@testable import Heading

/// A gyro's scale that the field contradicts is not the calibrated one.
@Suite struct GyroMatrixCheckTests {
  /// Part of 1: what a maker's calibration leaves, and its variance.
  private static let deviation = 0.001
  private static let prior = Matrix3 { _, _ in deviation * deviation }

  /// Feeds `seconds` of an estimate of the scale about x with a tenth of the deviation learned, ten times a second.
  ///
  /// - Returns: how often variance was added, and how much to the scale about x.
  private func run(
    scale: Double, seconds: Double, prior: Matrix3 = prior
  ) -> (count: Int, added: Double) {
    var check = GyroMatrixCheck(value: .zero, variances: prior)
    var (count, added) = (0, 0.0)
    let left = Matrix3 { _, _ in prior.row0.x * 0.99 }
    for _ in 0..<Int(seconds * 10) {
      let estimate = Matrix3 { row, column in row == 0 && column == 0 ? scale : 0 }
      guard let more = check.take(estimate, variances: left, interval: 0.1) else { continue }
      count += 1
      added += more.row0.x
    }
    return (count, added)
  }

  // The estimate has left zero by √(P₀ − P) = 0.1 · deviation (68 %): 5 of those are chance in a field with anomalies.
  @Test func anEstimateWithinFiveDeviationsIsNotContradicted() {
    #expect(run(scale: 5 * 0.1 * Self.deviation, seconds: 60).count == 0)
  }

  @Test func aContradictionOfTwoSecondsDoublesTheDeviation() {
    #expect(run(scale: 7 * 0.1 * Self.deviation, seconds: 1.9).count == 0)
    let (count, added) = run(scale: 7 * 0.1 * Self.deviation, seconds: 2.2)
    #expect(count == 1)
    #expect(abs(added - 3 * Self.deviation * Self.deviation) < 1e-12)
  }

  // After a step the estimate is compared with what it was at that step.
  @Test func anEstimateThatStaysIsContradictedOnce() {
    #expect(run(scale: 7 * 0.1 * Self.deviation, seconds: 60).count == 1)
  }

  @Test func aCheapGyroIsNotContradicted() {
    let scale = InertialTolerances.cheapBoard.gyro.scale
    let prior = Matrix3 { _, _ in scale * scale }
    #expect(run(scale: 10 * scale, seconds: 60, prior: prior).count == 0)
  }

  @Test func aDisturbanceBetweenRestartsTheCheck() {
    var check = GyroMatrixCheck(value: .zero, variances: Self.prior)
    let left = Matrix3 { _, _ in Self.prior.row0.x * 0.99 }
    let estimate = Matrix3 { row, column in row == column ? Self.deviation : 0 }
    for index in 0..<100 {
      if index % 15 == 14 { check.note(.zero, variances: Self.prior) }
      #expect(check.take(estimate, variances: left, interval: 0.1) == nil)
    }
  }
}
