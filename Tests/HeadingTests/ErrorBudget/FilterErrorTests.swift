import Quantities
import Simulation
import Testing

@testable import Heading

/// Which terms the filter fills, by what the device has and does.
@Suite struct FilterErrorTests {
  private func errors(
    seconds: Double = 10, calibration: Calibration? = .given, hasForce: Bool = true,
    hasRate: Bool = true, _ pose: @escaping @Sendable (Double) -> Pose
  ) throws -> HeadingErrorBudget {
    var model = SensorModel()
    (model.hasForce, model.hasRate) = (hasForce, hasRate)
    let scene = Scene(earth: try earthField(), pose: pose)
    let judged = judge(scene, model: model, calibration: calibration, seconds: seconds)
    let last = try #require(judged.last).estimate
    #expect(last.error68Degrees == last.errors.error68Degrees)
    return last.errors
  }

  private static func level(_ time: Double) -> Pose {
    Pose(headingDegrees: 40, pitchDegrees: 0, rollDegrees: 0)
  }

  private static let onlyWithoutGyro: [HeadingErrorCause] = [
    .acceleration, .turnOnset, .trackingLag, .sampleInterval, .assumedLevel,
  ]
  private static let onlyWithGyro: [HeadingErrorCause] = [
    .covarianceGrowth, .tiltCorrection, .northCorrection, .localField, .rememberedResidual,
    .gyroBias, .gyroDelay,
    .magnetometerDelay, .gyroScale, .tilt, .hiddenResidual,
  ]

  @Test func withAGyroAtRestTheSpotAndTheBiasCount() throws {
    let errors = try errors(Self.level)
    #expect(errors[.localField] > 0.3 && errors[.gyroBias] > 0)
    for cause in Self.onlyWithoutGyro
      + [.tilt, .warmUp, .misalignment, .staleCalibration, .recurringResidual]
    {
      #expect(errors[cause] == 0, "\(cause)")
    }
  }

  @Test func withoutAGyroTheMotionCounts() throws {
    let errors = try errors(hasRate: false, Self.level)
    #expect(errors[.acceleration] > 0 && errors[.sampleInterval] > 0)
    for cause in Self.onlyWithGyro + [.assumedLevel, .warmUp] {
      #expect(errors[cause] == 0, "\(cause)")
    }
  }

  @Test func withoutAnAccelerometerTheTiltIsAssumed() throws {
    let errors = try errors(hasForce: false, hasRate: false, Self.level)
    #expect(errors[.assumedLevel] > 8 && errors.largestFirst.first?.cause == .assumedLevel)
  }

  @Test func theWarmUpCountsAtTheStart() throws {
    #expect(try errors(seconds: 1, Self.level)[.warmUp] == 5)
    #expect(try errors(seconds: 1, hasRate: false, Self.level)[.warmUp] == 5)
  }

  @Test func withoutACalibrationItCountsMost() throws {
    let errors = try errors(calibration: nil, Self.level)
    #expect(errors.largestFirst.first?.cause == .calibration && errors[.calibration] > 40)
  }

  @Test func aSteepDeviceHasATilt() throws {
    let errors = try errors { _ in
      Pose(headingDegrees: 40, pitchDegrees: 70, rollDegrees: 0)
    }
    #expect(errors[.tilt] > 2)
  }

  @Test func aTurnHasTheDelaysAndTheScaleOfTheGyro() throws {
    let errors = try errors { time in
      Pose(headingDegrees: 90 * time, pitchDegrees: 0, rollDegrees: 0)
    }
    for cause in [HeadingErrorCause.gyroDelay, .magnetometerDelay, .gyroScale, .turnRate] {
      #expect(errors[cause] > 0, "\(cause)")
    }
    #expect(abs(errors[.turnRate] - 0.9) < 0.05)
  }
}
