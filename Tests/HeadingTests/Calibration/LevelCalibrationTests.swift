import Quantities
import SensorCalibration
import Simulation
import Testing

@testable import Heading

/// A calibration from a level turn, as a boat's or a car's is: what it is worth level, and tilted.
@Suite struct LevelCalibrationTests {
  /// London: 48.9 µT, 66.4° down, 19.6 horizontal (WMM2025).
  private func london() throws -> Scene.EarthField {
    Scene.EarthField(
      strength: 48.9, inclinationDegrees: 66.4, declination: try Declination(degrees: 0))
  }

  private func calibration(_ model: SensorModel) throws -> Calibration {
    let turn = Scene(earth: try london()) {
      Pose(headingDegrees: 211 + 24 * $0, pitchDegrees: 0, rollDegrees: 0)
    }
    var log = CalibrationLog(isMicrotesla: true)
    for step in Simulator(scene: turn, model: model, seed: 3).prefix(1600) {
      guard let field = step.sample.magneticField else { continue }
      log.fields.append(.init(time: step.sample.time, field: field.microtesla))
    }
    return try #require(fitCalibration(log).calibration)
  }

  private static let sets = [(true, true), (true, false), (false, false)]

  private func model(_ set: (hasForce: Bool, hasRate: Bool)) -> SensorModel {
    var model = SensorModel()
    (model.hasForce, model.hasRate) = set
    return model
  }

  @Test(arguments: sets) func levelItTellsTheHeadingAndNoMagnetIsSeen(
    hasForce: Bool, hasRate: Bool
  ) throws {
    let model = model((hasForce, hasRate))
    let calibration = try calibration(model)
    #expect(calibration.isLevelOnly)
    let scene = Scene(earth: try london()) {
      Pose(headingDegrees: 143 + 10 * $0, pitchDegrees: 0, rollDegrees: 0)
    }
    let judged = judge(scene, model: model, calibration: calibration, seconds: 20)
      .filter { $0.time > 10 }
    #expect(try #require(judged.worstError) < 3)
    #expect(judged.allSatisfy { $0.estimate.interference == .undisturbed })
    // Without a tilt sensor 8° of tilt are taken for possible.
    if hasForce {
      #expect(judged.allSatisfy { ($0.estimate.error68Degrees ?? 180) < 5 })
    }
  }

  // 44.8 µT down at 15° of roll are 11.6 µT across: 30° of heading beside 19.6 µT to the north.
  @Test(arguments: sets, [15.0, 170]) func tiltedItIsUnsureByWhatTheTiltDoes(
    set: (hasForce: Bool, hasRate: Bool), roll: Double
  ) throws {
    let model = model(set)
    let roll = set.hasForce ? roll : min(roll, 8)
    let calibration = try calibration(model)
    let scene = Scene(earth: try london()) {
      Pose(
        headingDegrees: 359.7, pitchDegrees: 0, rollDegrees: roll * min(max(($0 - 8) / 2, 0), 1))
    }
    for item in judge(scene, model: model, calibration: calibration, seconds: 45) {
      guard let error = item.error, let bar = item.estimate.error68Degrees else { continue }
      #expect(abs(error) < max(10, 1.5 * bar) && (bar > 5 || abs(error) < 5), "\(item.time) s")
      if item.time > 11, set.hasForce { #expect(item.estimate.conditions.contains(.steep)) }
    }
  }
}
