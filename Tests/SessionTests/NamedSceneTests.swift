import Foundation
import JSON
import Quantities
import Sensors
import Session
import Simulation
import TestSamples
import Testing
import Trace
import Wire

/// Every scene as a trace, replayed.
@Suite struct NamedSceneTests {
  private static let names = NamedScene.all.map(\.name)

  @Test func theSameSeedGivesTheSameBytesAndAnotherOneDoesNot() throws {
    let bytes = try sceneTrace("walk", seconds: 5)
    #expect(try bytes == sceneTrace("walk", seconds: 5))
    #expect(try bytes != sceneTrace("walk", seed: 4, seconds: 5))
  }

  // The heading and the rotation of one line say the same, and the field and the force in the line,
  // turned by the rotation, are the header's field and gravity: east, north, up.
  @Test func truthFitsWhatIsMeasured() throws {
    let scene = try #require(NamedScene.named("wander"))
    var device = Device()
    device.mount = Mount(turning: .identity, inertial: Quaternion(yaw: 1.1, pitch: 0.4, roll: -2))
    let setting = Scene.Setting()
    let trace = NamedSceneTrace(scene, device: device, setting: setting)
    let header = trace.header(source: "a test")
    let members = header.others.first { $0.key == "mag_ref_enu_ut" }?.value.array
    let reference = try #require(members).compactMap(\.number)
    let earth = setting.earth.vector
    #expect(reference == [earth.y, earth.x, -earth.z])
    #expect(header.isMagnetometerCalibrated && header.isSimulated)
    for step in trace.samples(seed: 1).prefix(500) {
      let truth = trace.truth(of: step)
      let attitude = try #require(truth.attitude)
      let force = try #require(step.sample.acceleration).metresPerSecondSquared
      #expect((attitude.rotate(force) - Vector3(0, 0, 9.80665)).length < 1e-9)
      let bodyFromInertial = Quaternion(device.mount.inertial)
      let field = try #require(step.sample.magneticField).microtesla
      let inEarth = attitude.rotate(bodyFromInertial.inverse.rotate(field))
      #expect((inEarth - Vector3(reference[0], reference[1], reference[2])).length < 1e-9)
      let x = attitude.rotate(Vector3(1, 0, 0))
      let heading = try #require(truth.headingDegrees)
      #expect(abs(RelativeBearing(degrees: atan2(x.x, x.y).inDegrees - heading).degrees) < 1e-9)
    }
  }

  @Test func theHeaderNamesTheChipsAndTheExactDeviceIsCalibrated() throws {
    func header(_ chips: Chips, _ scene: String) throws -> TraceHeader {
      let scene = try #require(NamedScene.named(scene))
      return NamedSceneTrace(scene, device: chips.device, setting: Scene.Setting())
        .header(source: "a test")
    }
    for chips in Chips.allCases {
      let header = try header(chips, "walk")
      #expect(header.chipsComplaint == nil)
      #expect(header.isInertialCalibrated == (chips == .ideal))
      #expect((header.chips == ChipDrivers()) == (chips == .ideal))
      let drivers = [
        header.chips.magnetometer, header.chips.inertial, header.chips.accelerometer,
        header.chips.gyro,
      ]
      for driver in drivers.compactMap(\.self) {
        #expect(Chip.supported.contains { $0.driver == driver }, "\(driver)")
      }
    }
    // The cheap board has an MPU-6050.
    var mpu6050 = InertialTolerances.cheapBoard
    mpu6050.areOfNamedChips = true
    #expect(try header(.mpu6050QMC5883L, "walk").inertialTolerances == mpu6050)
    #expect(try header(.ideal, "walk").inertialTolerances == .calibrated)
    // 5 °/s of bias are no calibrated gyro's
    #expect(try header(.ideal, "gyro-bias-5").inertialTolerances == .cheapBoard)
  }

  @Test(arguments: names) func everySceneReplays(name: String) throws {
    let bytes = try sceneTrace(name, seconds: 25)  // what breaks late breaks at 20 s
    var reader = try TraceReader(source: MemorySource(bytes), name: name)
    while try reader.next() != nil {}
    #expect(reader.skipped.total == 0)
    let replayed = try Replayed(bytes)
    let last = try replayed.lastReading()
    #expect(last.microseconds > 23_000_000)
    #expect(replayed.lines.count { $0.topic == .reading } > 1300)
  }

  @Test(arguments: Chips.allCases) func everyDeviceReplays(chip: Chips) throws {
    let replayed = try Replayed(
      try sceneTrace("looking-round", device: chip.device, seconds: 15))
    #expect(replayed.lines.count { $0.topic == .reading } > 800)
  }
}

/// Scenes judged by the program that scores recordings.
@Suite(.enabled(if: Scorer.isThere, "no score.py in ../shared/data, or no Python with numpy"))
struct SceneScoreTests {
  // With exact sensors and nothing wrong, the truth and the heading must agree: a wrong frame, sign
  // or north in the truth would show as tens of degrees.
  @Test(arguments: ["looking-round", "wander", "slow-turn"])
  func anUndisturbedSceneScoresWell(name: String) throws {
    let scores = try #require(try Scorer.score(name, device: Device(), seconds: 40))
    let motion = try #require(scores["motion"] as? [String: Any])
    #expect(try #require(motion["rmse"] as? Double) < 3)
    #expect(abs(try #require(scores["free_offset"] as? Double)) < 2)
    #expect(scores["reference"] as? String == "field of the place")
    #expect(scores["have_heading"] as? Double == 1)
  }

  // Anything but scores, or that there are too few headings to judge, is a trace that it cannot read.
  @Test(arguments: NamedScene.all.map(\.name)) func theScorerUnderstandsEveryScene(name: String)
    throws
  {
    let scores = try Scorer.score(name, device: Chips.icm20948.device, seconds: 12)
    if let scores { #expect(scores["trace"] as? String == name) }
  }
}
