import Testing

/// Headings against the truth of eight cameras (BROAD: D. Laidig, M. Caruso, A. Cereatti, T. Seel,
/// "BROAD – A Benchmark for Robust Inertial Orientation Estimation", Data 6 (2021)).
///
/// `scripts/score` prints the whole table for all recordings with truth.
@Suite struct ScoreTests {
  private static let undisturbed = ["02", "05", "07", "09", "11", "14"].map { "broad_\($0)_" }

  @Test(
    .enabled(
      if: undisturbed.allSatisfy { Recordings.path($0) != nil },
      "no BROAD recordings in ../shared/data/traces"),
    arguments: undisturbed)
  func anUndisturbedHeadingIsWithinFiveDegreesOfTheTruthAndItsErrorBarIsTrue(recording: String)
    throws
  {
    let trace = try ScoredTrace(path: try #require(Recordings.path(recording)))
    let score = try #require(Score(trace))
    #expect(score.count > 3000)
    #expect(score.motionRMSE < 5)
    #expect(abs(score.freeOffset) < 3)  // a wrong frame, sign or mirror would show here
    #expect(score.haveHeading >= 0.99)
    #expect(score.errorsMissing == 0)
    #expect(score.lied == 0)
    // Two thirds, give or take what one recording in one room can tell of that.
    #expect((0.5...0.85).contains(score.coverage))
  }
}
