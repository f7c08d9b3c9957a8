import Quantities
import Simulation
import Testing
import Wire

/// Scenes in which nothing is broken: the heading is right, said to be accurate, and never disturbed.
@Suite struct OrdinarySceneTests {
  /// How wrong it may be, degrees.
  struct Bound: Sendable, CustomTestStringConvertible {
    var scene: String
    var seconds: Double
    /// s from which on that holds; before, it says that it is warming up.
    var from = 5.0
    var worst: Double
    var rms: Double
    /// The part of the time in which it is said to be accurate, at the least.
    var accurate = 0.9

    var testDescription: String { scene }
  }

  // A gyro's scale is off by ½ %: a turn of 200° leaves 1°, and the turns of half a minute, before
  // the field has corrected them, 3°. At rest the field's noise is averaged away. An accelerometer
  // that ends at 8 m/s² is off by 1.6° of tilt where z has 9.5, and tan 66° makes 4° of them. A gyro whose
  // bias is not known yet, as on a turntable, and a steep pose are honestly unsure. An engine under the
  // device hides tilt and bias for a quarter of a minute.
  private static let bounds = [
    Bound(scene: "rest", seconds: 20, worst: 1, rms: 0.5),
    Bound(scene: "looking-round", seconds: 55, worst: 5, rms: 3),
    Bound(scene: "slow-turn", seconds: 30, worst: 3, rms: 2, accurate: 0.6),
    Bound(scene: "fast-turns", seconds: 30, worst: 5, rms: 3),
    Bound(scene: "turntable", seconds: 25, worst: 3, rms: 2, accurate: 0.6),
    Bound(scene: "wander", seconds: 40, worst: 5, rms: 3),
    Bound(scene: "upright", seconds: 45, worst: 5, rms: 3, accurate: 0.6),
    Bound(scene: "walk", seconds: 90, worst: 3, rms: 1),
    Bound(scene: "shake", seconds: 35, worst: 5, rms: 3),
    Bound(scene: "vibration", seconds: 40, from: 15, worst: 5, rms: 3, accurate: 0.5),
    Bound(scene: "lift", seconds: 30, worst: 5, rms: 3),
    Bound(scene: "late-field", seconds: 30, worst: 5, rms: 3),
    Bound(scene: "gyro-bias-5", seconds: 30, worst: 5, rms: 3),
    Bound(scene: "accel-clipped", seconds: 30, worst: 8, rms: 5),
    Bound(scene: "free-fall", seconds: 32, worst: 5, rms: 3),
  ]

  @Test(arguments: bounds, SceneCase.all)
  func theHeadingIsRightAndSaysSo(bound: Bound, given: SceneCase) throws {
    let run = try SceneRun(bound.scene, given, seconds: bound.seconds)
    let settled = run.between(bound.from).filter { $0.reading.axis == .forward }
    #expect(settled.count > 500)
    #expect(settled.worst < bound.worst)
    #expect(settled.rms < bound.rms)
    #expect(run.lies == 0)
    #expect(settled.share { $0.status == .accurate } > bound.accurate)
    #expect(!run.moments.contains { $0.status == .interference })
    // Until the filter knows something it says so.
    #expect(run.between(0, 1).allSatisfy { $0.why.contains(.warmingUp) && $0.status != .accurate })
  }

  // ±3°/s at zero rate and ±5°/s over temperature, as of a BMI160; `HeadingFilterTests` has chips that are worse.
  // At rest the rest shows it within 12 s; in motion the field does within 15 s.
  @Test(arguments: SceneCase.all, [("rest", 12.0), ("wander", 15.0)])
  func aGyroBiasOf8DegreesASecondIsFound(given: SceneCase, scene: (String, Double)) throws {
    let run = try SceneRun(scene.0, given, seconds: scene.1 + 15) {
      $0.gyro?.sensor.response.offset = Vector3(8, -8, 8) * 1.0.inRadians
    }
    let settled = run.between(scene.1)
    #expect(settled.worst < 5)
    #expect(settled.share { $0.status == .accurate } > 0.95)
    #expect(run.lies == 0)
  }

  // Two minutes here, half an hour where QIBLAD_SCENE_SEEDS asks for more: the bias walks and follows
  // the temperature, the heading must not.
  @Test(arguments: SceneCase.all) func aDriftingGyroDoesNotPullTheHeldHeading(given: SceneCase)
    throws
  {
    let isLong = SceneCase.all.count > 2
    let run = try SceneRun("hold-and-drift", given, seconds: isLong ? 1800 : 90)
    let half = isLong ? 900.0 : 45
    #expect(run.between(5).worst < 3)
    #expect(run.between(half).rms < max(1, 1.5 * run.between(5, half).rms))
    #expect(run.lies == 0)
  }

  // Every clock of its own: 10 Hz beside 1 kHz, jitter, losses and 4 s of silence.
  @Test(arguments: SceneCase.all) func slowFieldsGoWithFastGyros(given: SceneCase) throws {
    let run = try SceneRun("looking-round", given, seconds: 16) {
      $0.magnetometer?.clock.rateHz = 10
      $0.accelerometer?.clock.rateHz = 200
      $0.gyro?.sensor.clock.rateHz = 1000
    }
    #expect(run.between(5).worst < 5)
    #expect(run.between(9).share { $0.status == .accurate } > 0.85)
    #expect(run.lies == 0)
  }

  @Test(arguments: SceneCase.all) func aSilenceTakesTheHeadingAndGivesItBack(given: SceneCase)
    throws
  {
    let run = try SceneRun("gaps", given, seconds: 60)
    #expect(run.between(5, 48).worst < 6)
    // Nobody knows how the device was turned in the 4 s: no heading, and a new beginning after it.
    let silent = run.between(48.6, 51.9)
    #expect(silent.allSatisfy { $0.status == .unavailable && $0.why.contains(.sensorMissing) })
    #expect(run.between(52.1, 53).allSatisfy { $0.why.contains(.warmingUp) })
    #expect(run.between(55).worst < 6)
    #expect(run.lies == 0)
  }
}
