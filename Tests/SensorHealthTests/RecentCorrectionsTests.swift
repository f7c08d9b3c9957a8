import Glibc
import Quantities
import Randomness
import Testing

@testable import SensorHealth

@Suite struct RecentCorrectionsTests {
  /// Corrections about north of 1, 2, 3 … rad.
  private func corrections(_ count: Int) -> RecentCorrections {
    var corrections = RecentCorrections()
    for index in 0..<count { corrections.append(Vector3(Double(index + 1), 0, 0), tiltVariance: 0) }
    return corrections
  }

  @Test(arguments: [3, 50, 51, 140]) func theSumIsThatOfTheNewest(count: Int) {
    let corrections = corrections(count)
    #expect(corrections.sum(ofNewest: 0) == .zero)
    #expect(corrections.sum(ofNewest: 1).x == Double(count))
    #expect(corrections.sum(ofNewest: 3).x == Double(3 * count - 3))
    let kept = min(count, 50)
    #expect(corrections.sum(ofNewest: 1_000).x == Double(kept * (2 * count - kept + 1) / 2))
  }

  // Corrections that cancel leave nothing; one that is undone neither; of one that stays a third is left after a minute.
  @Test func theTiltsCorrectionsAreSummedAndFade() {
    var corrections = RecentCorrections()
    for index in 0..<300 {
      corrections.append(Vector3(index % 2 == 0 ? 0.01 : -0.01, 0, 5), tiltVariance: 0)
    }
    #expect(corrections.ofTilt.length < 0.01)
    for _ in 0..<10 { corrections.append(Vector3(0.1, 0.2, 0), tiltVariance: 0) }
    #expect((corrections.ofTilt - Vector3(1, 2, 0)).length < 0.05)
    #expect((corrections.undo(newest: 10) - Vector3(1, 2, 0)).length < 1e-9)
    #expect(corrections.ofTilt.length < 0.05)
    corrections.append(Vector3(1, 0, 0), tiltVariance: 0)
    for _ in 0..<600 { corrections.append(.zero, tiltVariance: 0) }
    #expect(abs(corrections.ofTilt.x - exp(-1)) < 0.03)
    corrections.restart()
    #expect(corrections.ofTilt == .zero && corrections.varianceOfTilt == 0)
  }

  // Each update takes σ² from the variance. Independent corrections of that σ stay within 4 σ of their sum; corrections of
  // half the size that all have one sign are beyond 5 σ of it.
  @Test func theVarianceOfTheSumIsThatOfIndependentCorrections() {
    var (independent, shifted) = (RecentCorrections(), RecentCorrections())
    var random = SeededGenerator(seed: 7)
    for step in 1...3_000 {
      independent.expect(tiltVariance: 1.01)
      independent.append(Vector3(0.1 * random.nextNormal(), 0, 0), tiltVariance: 1)
      shifted.expect(tiltVariance: 1.01)
      shifted.append(Vector3(0.05, 0, 0), tiltVariance: 1)
      #expect(
        independent.ofTilt.length < 4 * independent.varianceOfTilt.squareRoot(), "step \(step)")
    }
    // 60 s at 10 updates a second: 0.01 · 600 / 2.
    #expect(abs(independent.varianceOfTilt - 3) < 0.1)
    #expect(shifted.ofTilt.length > 5 * shifted.varianceOfTilt.squareRoot())
  }

  @Test func nothingIsLeftAfterAReset() {
    var corrections = corrections(9)
    corrections.reset()
    #expect(corrections.sum(ofNewest: 50) == .zero && corrections.northOfMagnet == 0)
  }
}
