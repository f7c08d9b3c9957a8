import Quantities
import Simulation
import Testing

@testable import Heading
@testable import Redundancy

/// Which of two magnetometers makes the heading.
@Suite struct PrimaryMagnetometerTests {
  private let causes: (GroupRun) -> [MagnetometerChange.Cause] = { $0.changes.map(\.cause) }

  @Test func ofTwoThatAreWellTheFirstCountsForEver() throws {
    var device = try TwoMagnetometers()
    device.second.magnetometer?.response.noise = .deviation(0.02)  // better, but not clearly
    let run = GroupRun(device.samples(seconds: 60))
    #expect(run.changes.isEmpty)
    #expect(try #require(run.warmUps.last) < 20)
  }

  @Test func oneThatVanishesIsReplacedAtOnceAndTheFilterWarmsUp() throws {
    var device = try TwoMagnetometers()
    device.first.magnetometer?.clock.gaps = [30..<45]
    let run = GroupRun(device.samples(seconds: 70))
    let change = try #require(run.changes.first)
    // 0.3 s after the last sample, which was at 29.99
    #expect((30.29...30.31).contains(Double(change.time.microseconds) / 1e6))
    #expect(change.cause == .fault(.silent) && change.former == 0 && change.new == 1)
    // The one that came back is as good, and no better: nothing is gained by another change.
    #expect(run.changes.count == 1)
    #expect(run.warmUps.contains { (30.3...31).contains($0) })
    #expect(!run.warmUps.contains { $0 > 36 })
  }

  @Test func oneThatSticksIsReplaced() throws {
    var device = try TwoMagnetometers()
    device.first.faults = [.magnetometerStuck(from: 30)]
    let run = GroupRun(device.samples(seconds: 60))
    #expect(causes(run) == [.fault(.stuck)])
    #expect(try #require(run.changes.first).time.microseconds < 34_000_000)
  }

  @Test func oneThatIsFarNoisierIsReplacedAfterSomeSeconds() throws {
    var device = try TwoMagnetometers()
    device.motion = Motion(heading: Path(311), pitch: Path(3), roll: Path(-7))
    device.first.magnetometer?.response.noise = .deviation(3)
    let run = GroupRun(device.samples(seconds: 30))
    #expect(causes(run) == [.noisy])
    #expect((5_000_000...10_000_000).contains(try #require(run.changes.first).time.microseconds))
  }

  @Test func oneThatMeasuresSeldomIsReplaced() throws {
    var device = try TwoMagnetometers()
    device.first.magnetometer?.clock = SampleClock(rateHz: 4, stream: 1)
    #expect(causes(GroupRun(device.samples(seconds: 30))) == [.slow])
  }

  @Test func theCalibratedOneTakesItsRoleWhenItIsProvenToMeasure() throws {
    var device = try TwoMagnetometers()
    device.second.iron = .ofABoard
    device.second.mount = Mount(turning: Quaternion(yaw: 1.0, pitch: 0.2, roll: -2.0))
    let others: [SensorSourceID: MagnetometerDescription] = [
      1: MagnetometerDescription(
        mount: device.second.mount, calibration: Iron.ofABoard.calibration, isMountKnown: true)
    ]
    let run = GroupRun(device.samples(seconds: 30), others: others)
    #expect(causes(run) == [.betterCalibrated])
    #expect(try #require(run.changes.first).time.microseconds < 10_000_000)
    #expect(try #require(run.errors.last).degrees < 5)
  }

  // Nobody could tell north from one without a calibration; the gyro can, for a while.
  @Test func aCalibratedOneIsWaitedForWhileTheGyroHolds() throws {
    var device = try TwoMagnetometers()
    device.second.iron = .ofABoard
    device.first.magnetometer?.clock.gaps = [30..<60, 90..<200]
    let first = MagnetometerDescription(
      mount: .identity, calibration: .given, isMountKnown: false)
    var own = first
    own.calibration?.grade = .a
    let run = GroupRun(device.samples(seconds: 170), first: own)
    let change = try #require(run.changes.first)
    #expect(run.changes.count == 1)
    #expect((148...152).contains(Double(change.time.microseconds) / 1e6))
    #expect(run.errors.filter { $0.time < 100 && $0.time > 10 }.allSatisfy { $0.degrees < 15 })
    #expect(try #require(run.errors.last).degrees > 50)
  }

  @Test func oneThatFailsAgainAndAgainWaitsLongerEachTime() throws {
    var device = try TwoMagnetometers()
    device.motion = Motion(heading: Path(131), pitch: Path(3), roll: Path(-7))
    let starts = (1...10).map { 20.0 * Double($0) }
    device.first.magnetometer?.clock.gaps = starts.map { $0..<($0 + 1) }
    device.first.gyro = nil
    device.first.accelerometer = nil
    var own = MagnetometerDescription.unknown
    own.calibration = Calibration(hardIron: .zero, softIron: .identity, grade: .a)
    let run = GroupRun(device.samples(seconds: 230), first: own)
    // There and back each time at first; after the third failure it takes longer than it lasts.
    #expect((4...6).contains(run.changes.count))
  }

  @Test func twoCalibratedOnesAreComparedAtOnce() throws {
    var device = try TwoMagnetometers()
    device.motion = TwoMagnetometers.level
    device.second.mount = Mount(turning: Quaternion(yaw: 1.0, pitch: 0.2, roll: -2.0))
    device.magnets.second = [Magnet(.uniform(Vector3(0, 9, 0)), in: .body)]
    let calibration = Calibration(hardIron: .zero, softIron: .identity, grade: .a)
    let known = [device.first.mount, device.second.mount].map {
      MagnetometerDescription(mount: $0, calibration: calibration, isMountKnown: true)
    }
    let run = GroupRun(
      device.samples(seconds: 20), first: known[0], others: [0: known[0], 1: known[1]])
    #expect(try #require(run.alarms.first) < 3)
    // atan(9 / 22.5) is 22°
    #expect(abs(try #require(run.disagreements.last).degrees - 23) < 4)
    #expect(try #require(run.errors.last).degrees > 15)
    device.magnets.second = []
    let well = GroupRun(
      device.samples(seconds: 20), first: known[0], others: [0: known[0], 1: known[1]])
    #expect(well.alarms.isEmpty && well.worst(from: 0) < 3)
  }

  // A level turn leaves a vertical hard iron of 40 µT, of which a tilt of 10° brings 7 µT into the level plane: 18° of
  // 22.5 µT.
  @Test func aCalibrationOfALevelTurnIsNotComparedDirectly() throws {
    var device = try TwoMagnetometers()
    device.motion = Motion(
      heading: Path(143).waving(150, hertz: 0.02), pitch: Path(10), roll: Path(0))
    device.second.iron = Iron(hard: Vector3(0, 0, 40))
    let known = MagnetometerDescription(
      mount: .identity,
      calibration: Calibration(hardIron: .zero, softIron: .identity, grade: .a), isMountKnown: true)
    var level = known
    level.calibration?.isLevelOnly = true
    let run = GroupRun(
      device.samples(seconds: 30), first: known, others: [0: known, 1: level])
    #expect(run.alarms.isEmpty, "\(run.alarms.prefix(3))")
  }
}
