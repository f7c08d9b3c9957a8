import Foundation
import Quantities
import Testing

@testable import Heading

/// What corrections of the tilt say beside their covariance.
@Suite struct RecentTiltCorrectionTests {
  /// sin(0.36 · 90°)², rounded: the part of a correction that is an error, 68 %.
  private static let share = 0.287

  /// Ten corrections of so many rad about north and east, each of which took `reduction` rad² from the covariance.
  private func corrected(
    north: Double, east: Double = 0, down: Double = 0, reduction: Double = 0
  ) -> RecentTiltCorrection {
    var recent = RecentTiltCorrection()
    for _ in 0..<10 { recent.add(Vector3(north, east, down), reduction: reduction) }
    return recent
  }

  @Test func withoutCorrectionsThereIsNothing() {
    #expect(RecentTiltCorrection().variance == 0)
    #expect(corrected(north: 0, down: 1).variance == 0)
  }

  // One standard deviation each, to one side and then to the other.
  @Test func correctionsThatTheCovarianceExplainsAreNoError() {
    var recent = RecentTiltCorrection()
    for index in 0..<50 {
      let side = index.isMultiple(of: 2) ? 0.01 : -0.01
      recent.add(Vector3(side, -side, 0), reduction: 0.01 * 0.01)
      #expect(recent.variance == 0)
      recent.advance(0.1)
    }
  }

  // A sum of one standard deviation about each axis.
  @Test func aFirstCorrectionAsLargeAsTheTiltWasUncertainIsNoError() {
    var recent = RecentTiltCorrection()
    recent.add(Vector3(0.03, 0.03, 0), reduction: 0.03 * 0.03)
    #expect(recent.variance == 0)
  }

  @Test func correctionsToOneSideBeyondTheCovarianceAreAVariance() {
    let variance = corrected(north: 0.005, reduction: 1e-6).variance
    #expect(abs(variance - (0.05 * 0.05 * Self.share - 1e-5)) < 1e-12)
    // In any horizontal direction.
    let slanted = corrected(north: -0.003, east: 0.004, reduction: 1e-6).variance
    #expect(abs(slanted - variance) < 1e-12)
  }

  @Test func aCovarianceThatGrewExplainsNothing() {
    let grown = corrected(north: 0.005, reduction: -1).variance
    #expect(grown == corrected(north: 0.005).variance)
  }

  // A time constant of 10 s.
  @Test func correctionsAreForgotten() {
    let before = corrected(north: 0.005)
    var (once, often) = (before, before)
    once.advance(10)
    for _ in 0..<100 { often.advance(0.1) }
    #expect(abs(once.variance - before.variance * exp(-2)) < 1e-12)
    #expect(abs(often.variance - once.variance) < 1e-12)
    // What explains them is forgotten as fast: nothing that was explained becomes an error.
    var explained = corrected(north: 0.005, reduction: 0.05 * 0.05 * Self.share / 10)
    for _ in 0..<100 {
      explained.advance(1)
      #expect(explained.variance < 1e-12)
    }
  }
}
