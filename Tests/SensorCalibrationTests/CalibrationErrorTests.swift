import Quantities
import Randomness
import SensorCalibration
import Testing

/// The predicted error against the real one, over many devices.
@Suite struct CalibrationErrorTests {
  /// 68 % of errors should lie within the prediction; a claim that is far from it in either direction
  /// is no claim. Rooms wander and sensors are noisy by different amounts. Of 6 devices × 60 attitudes,
  /// whose errors share a device, the part strays by 0.12 or so.
  @Test(arguments: [(0.01, 0.0), (0.005, 0.008), (0.02, 0.004)])
  func theErrorIsPredictedAndNoGoodGradeIsFarOff(noise: Double, wander: Double) throws {
    var random = SeededGenerator(seed: 31)
    var (within, all, given) = (0, 0, 0)
    for device in 0..<6 {
      let tumble = Tumble(
        &random, seconds: 12, lowest: device % 3 == 2 ? -0.6 : -2,
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
    #expect(given >= 5)
    let part = Double(within) / Double(all)
    #expect(part > 0.5 && part < 0.9, "\(part)")
  }
}
