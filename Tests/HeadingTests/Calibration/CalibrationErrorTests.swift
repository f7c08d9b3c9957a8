import Heading
import Quantities
import Randomness
import Testing

/// The predicted error against the real one, over many devices.
@Suite struct CalibrationErrorTests {
  /// 68 % of errors should lie within the prediction; a claim that is far from it in either direction
  /// is no claim. Rooms wander and sensors are noisy by different amounts.
  @Test(arguments: [(0.01, 0.0), (0.005, 0.008), (0.003, 0.0)])
  func theErrorIsPredictedAndNoGoodGradeIsFarOff(noise: Double, wander: Double) throws {
    var random = SeededGenerator(seed: 31)
    var (within, all, given) = (0, 0, 0)
    for device in 0..<10 {
      let tumble = Tumble(
        &random, seconds: [25, 40][device % 2], lowest: device % 4 == 3 ? -0.6 : -2,
        strain: random.double(0.05...0.3), noise: noise, wander: wander)
      let report = fitCalibration(tumble.log)
      guard let calibration = report.calibration else { continue }
      given += 1
      let error = try #require(calibration.error68Degrees)
      let errors = tumble.headingErrors(calibration, &random)
      within += errors.count { $0 <= error }
      all += errors.count
      if report.grade == .a || report.grade == .b {
        #expect((errors.max() ?? 0) < 5, "\(report)")
      }
    }
    #expect(given >= 7)
    let part = Double(within) / Double(all)
    #expect(part > 0.5 && part < 0.97, "\(part)")
  }
}
