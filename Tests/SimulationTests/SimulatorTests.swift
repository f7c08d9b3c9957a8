import Randomness
import Foundation
import Quantities
import Testing

@testable import Simulation

@Suite struct SimulatorTests {
  private func scene(_ pose: @escaping @Sendable (Double) -> Pose) throws -> Scene {
    Scene(
      earth: Scene.EarthField(
        strength: 50, inclinationDegrees: 60, declination: try Declination(degrees: 10)),
      pose: pose)
  }

  @Test func theSameSeedGivesTheSameSamplesAndAnotherOneOthers() throws {
    let scene = try scene { Pose(headingDegrees: 10 * $0) }
    func samples(_ seed: UInt64) -> [Sample] {
      Simulator(scene: scene, seed: seed).prefix(200).map(\.sample)
    }
    #expect(samples(1) == samples(1))
    #expect(samples(1) != samples(2))
  }

  // By hand: 50 µT that dip by 60° have 25 µT horizontally and 43.3 down; heading 100° with 10° of
  // declination is magnetic 90°, so the field comes from the left, body −y.
  @Test func theFieldIsThatOfThePlaceInTheDevicesAxes() throws {
    var model = SensorModel()
    model.fieldNoise = 0
    var simulator = Simulator(
      scene: try scene { _ in Pose(headingDegrees: 100) }, model: model, seed: 1)
    let field = try #require(simulator.next()?.sample.magneticField).microtesla
    #expect((field - Vector3(0, -25, 43.30127)).length < 1e-5)
  }

  @Test func theGyroReadsTheMeanRateAndTheAccelerometerPointsUp() throws {
    var model = SensorModel()
    (model.rateNoise, model.forceNoise, model.gyroBias) = (0, 0, .zero)
    let steps = Simulator(
      scene: try scene { Pose(headingDegrees: 30 * $0) }, model: model, seed: 1
    ).prefix(10)
    for step in steps {
      let rate = try #require(step.sample.angularRate).radiansPerSecond
      #expect((rate - Vector3(0, 0, 30.0.inRadians)).length < 1e-9)
      let force = try #require(step.sample.acceleration).metresPerSecondSquared
      #expect((force - Vector3(0, 0, -9.80665)).length < 1e-9)
    }
  }

  @Test func theNoiseIsNormalWithTheDeviationAskedFor() {
    var generator = SeededGenerator(seed: 5)
    let values = (0..<20_000).map { _ in generator.nextNormal() }
    let mean = values.reduce(0, +) / Double(values.count)
    let variance = values.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(values.count)
    #expect(abs(mean) < 0.03)  // 4 / √20 000
    #expect(abs(variance - 1) < 0.04)
    let within = values.filter { abs($0) < 1 }.count
    #expect(abs(Double(within) / Double(values.count) - 0.6827) < 0.014)
  }

  @Test func theSceneReachesTheQiblaStaysAndAMagnetPasses() throws {
    let scene = Scene.turnThroughQibla(
      Azimuth(degrees: 119),
      earth: try self.scene { _ in
        Pose(headingDegrees: 0)
      }.earth)
    #expect((9...15).allSatisfy { abs(scene.pose(Double($0)).headingDegrees - 119) < 1 })
    #expect(abs(scene.pose(0).headingDegrees - 119) > 60)
    #expect(scene.magnets(25).length > 30)
    #expect(scene.magnets(12).length < 0.001)
    let seam = Scene.turnThroughQiblaPeriod
    let jump = scene.pose(seam + 1e-6).headingDegrees - scene.pose(seam - 1e-6).headingDegrees
    #expect(abs(jump) < 0.001)
  }
}
