import Glibc
import HeadingCheck
import Quantities
import Randomness
import Testing

@Suite struct DeviationCurveTests {
  private func headings(
    first: Double, a: Double = 0, b: Double = 0, c: Double = 0, d: Double = 0, e: Double = 0,
    noise: (Int) -> Double = { _ in 0 }
  ) -> [Double] {
    (0..<8).map { index in
      let direction = first + 45 * Double(index)
      let angle = direction.inRadians
      let error = a + b * sin(angle) + c * cos(angle) + d * sin(2 * angle) + e * cos(2 * angle)
      return Azimuth<TrueNorth>(degrees: direction + error + noise(index)).degrees
    }
  }

  @Test(arguments: [0.0, 10, 123.4, 180, 337.5, 359.7])
  func theCoefficientsAreThoseOfTheErrors(first: Double) throws {
    let curve = try DeviationCurve(
      headings(first: first, a: 1.5, b: -3, c: 2, d: 0.7, e: -0.4), first: first)
    #expect(abs(try #require(curve.a) - 1.5) < 1e-9)
    #expect(abs(curve.b + 3) < 1e-9 && abs(curve.c - 2) < 1e-9)
    #expect(abs(curve.d - 0.7) < 1e-9 && abs(curve.e + 0.4) < 1e-9)
    #expect(curve.residual < 1e-9)
  }

  /// By the rules of the Handbook of Magnetic Compass Adjustment: B = (east − west) / 2, C = (north − south) / 2,
  /// D = (north-east + south-west − south-east − north-west) / 4, E = (north + south − east − west) / 4, here of the
  /// errors; with errors that have these terms only, both rules agree.
  @Test func theRulesOfTheHandbookGiveTheSame() throws {
    let curve = try DeviationCurve(headings(first: 0, a: 0.5, b: 4, c: -1, d: 2, e: 1), first: 0)
    let error = curve.errors
    #expect(abs((error[2] - error[6]) / 2 - curve.b) < 1e-9)
    #expect(abs((error[0] - error[4]) / 2 - curve.c) < 1e-9)
    #expect(abs((error[1] + error[5] - error[3] - error[7]) / 4 - curve.d) < 1e-9)
    #expect(abs((error[0] + error[4] - error[2] - error[6]) / 4 - curve.e) < 1e-9)
  }

  @Test func withoutADirectionOfTheFirstMarkTheConstantErrorStaysUnknown() throws {
    let curve = try DeviationCurve(headings(first: 200, a: 7, b: 2), first: nil)
    #expect(curve.a == nil)
    // the curve is turned by the 7° that nothing shows
    #expect(abs((curve.b * curve.b + curve.c * curve.c).squareRoot() - 2) < 1e-9)
    #expect(abs(abs(curve.worst.error) - 2) < 0.01)
  }

  @Test func theWorstErrorIsThatOfTheCurve() throws {
    let worst = try DeviationCurve(headings(first: 30, a: 1, b: 4), first: 30).worst
    #expect(abs(worst.error - 5) < 1e-3 && abs(worst.direction - 90) < 0.5)
  }

  @Test func theResidualIsTheScatterOfTheMarks() throws {
    var random = SeededGenerator(seed: 8)
    var sum = 0.0
    for _ in 0..<400 {
      let curve = try DeviationCurve(
        headings(first: 12, b: 2) { _ in random.nextNormal() * 0.5 }, first: 12)
      sum += curve.residual * curve.residual
    }
    #expect(abs((sum / 400).squareRoot() - 0.5) < 0.05)
  }

  @Test func turningTheWrongWayOrTooFewMarksIsRefused() {
    let back = [0, 315, 270, 225, 180, 135, 90, 45].map(Double.init)
    #expect(throws: DeviationRefusal.self) { try DeviationCurve(back, first: nil) }
    #expect(throws: DeviationRefusal.wrongCount(7)) {
      try DeviationCurve([0, 45, 90, 135, 180, 225, 270], first: 0)
    }
  }
}
