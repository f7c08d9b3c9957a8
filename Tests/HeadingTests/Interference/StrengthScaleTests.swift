import Quantities
import Simulation
import Testing

@testable import Heading

@Suite struct StrengthScaleTests {
  /// What a filter knows of its chip's gain after 40 s in a device that turns as fast as that, °/s.
  private func learned(
    turning rate: Double, expectedStrength: Double?,
    then change: (inout HeadingFilter) -> Void = { _ in }
  ) throws -> Double? {
    let earth = try earthField()
    let scene = Scene(
      earth: earth,
      pose: { Pose(headingDegrees: 200 + rate * $0, pitchDegrees: 6, rollDegrees: -3) })
    let model = SensorModel()
    var filter = HeadingFilter(mount: model.mount, calibration: .given)
    let place = ExpectedField(
      strength: expectedStrength ?? 45, inclination: earth.inclinationDegrees.inRadians)
    filter.setExpectedField(expectedStrength == nil ? nil : place)
    for step in Simulator(scene: scene, model: model, seed: 5).prefix(4000) {
      filter.update(step.sample)
    }
    change(&filter)
    return filter.earth.strengthScale.value(for: place)
  }

  @Test(arguments: [0.75, 1, 1.3])
  func isLearnedWhereTheDeviceTurns(gain: Double) throws {
    let strength = try earthField().strength
    let scale = try #require(
      try learned(turning: 20, expectedStrength: strength / gain))
    #expect(abs(scale / gain - 1) < 0.02)
  }

  @Test func isTheMagnetometersAndNoOthers() throws {
    let scale = try learned(turning: 20, expectedStrength: 45) { $0.replaceInertialSensors() }
    #expect(scale != nil)
    let others = try learned(turning: 20, expectedStrength: 45) {
      $0.replaceMagnetometer(mount: .identity, calibration: .given)
    }
    #expect(others == nil)
  }

  @Test func isNotLearnedAtRestNorWithoutAPlace() throws {
    #expect(try learned(turning: 0, expectedStrength: 45) == nil)
    #expect(try learned(turning: 20, expectedStrength: nil) == nil)
  }
}
