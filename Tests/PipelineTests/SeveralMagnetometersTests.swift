import Heading
import Quantities
import Simulation
import TestSamples
import Testing
import Wire

@testable import Pipeline

/// What clients are told of two magnetometers.
@Suite struct SeveralMagnetometersTests {
  /// Level, to and fro through the south, then to the end at rest at 203°.
  private static let motion = Motion(
    heading: Path(203).moving(by: 170, over: 12).moving(by: -330, over: 20).moving(
      by: 160, over: 12
    )
    .holding(30),
    pitch: Path(5), roll: Path(-8))

  /// Both boards' samples, the second one turned and with another hard iron.
  private func samples(
    seconds: Double, magnet: Envelope? = nil, gaps: [Range<Double>] = []
  ) throws -> [Sample] {
    let earth = Scene.EarthField(
      strength: 48, inclinationDegrees: 62, declination: try Declination(degrees: 1.2))
    var first = Device()
    first.magnetometer?.response.noise = .deviation(0.2)
    first.magnetometer?.clock.gaps = gaps
    var second = first
    second.magnetometer?.clock = SampleClock(rateHz: 60, stream: 1)
    (second.accelerometer, second.gyro) = (nil, nil)
    second.mount = Mount(turning: Quaternion(yaw: 2.1, pitch: -0.4, roll: 0.7))
    second.iron = Iron(hard: Vector3(30, -21, 8))
    let magnets = magnet.map {
      [Magnet(.uniform(Vector3(-6, 8, 0)), in: .body, during: $0)]
    }
    let boards = [([], first), (magnets ?? [], second)].map { magnets, device in
      SimulatedSamples(
        world: World(earth: earth, motion: Self.motion, magnets: magnets), device: device, seed: 3)
    }
    return Array(
      MergedSamples(boards).prefix { Double($0.time.microseconds) / 1e6 < seconds })
  }

  @Test func twoThatAgreeAreAccurateAndListed() throws {
    let run = Run(try samples(seconds: 60), try settings())
    #expect(run.readings.last?.status == .accurate)
    #expect(!run.readings.contains { $0.why.contains(.sensorsDisagree) })
    let sensors = try #require(run.states.last?.sensors)
    #expect(sensors.map(\.kind) == [.mag, .mag, .accel, .gyro])
    #expect(sensors.map(\.id) == [0, 1, nil, nil])
    #expect(sensors.map(\.isPrimary) == [true, false, nil, nil])
    #expect(sensors[0].disagreementDegrees == nil)
    #expect(try #require(sensors[1].disagreementDegrees) < 3)
    #expect(abs(try #require(sensors[1].rateHz) - 60) < 2)
  }

  // 10 µT of 22.5 that are level: 26°.
  @Test func aMagnetBesideTheOtherOneEndsAccurateAndIsTold() throws {
    let run = Run(
      try samples(seconds: 75, magnet: Envelope(from: 50, until: 60)), try settings())
    let told = run.readings.filter { $0.why.contains(.sensorsDisagree) }
    let first = Double(try #require(told.first).time.microseconds) / 1e6
    #expect((50.5...53).contains(first))
    #expect(told.allSatisfy { $0.status != .accurate && $0.error68Degrees ?? 0 > 5 })
    #expect(run.readings(from: 48, to: 50).allSatisfy { $0.status == .accurate })
    // Nothing is wrong with the heading itself, and that is given on.
    for reading in told { #expect(reading.headingMagnetic != nil) }
    #expect(run.states.contains { ($0.sensors[1].disagreementDegrees ?? 0) > 15 })
    #expect(run.readings.last?.status == .accurate)
  }

  @Test func aMagnetometerThatIsReplacedLeavesAHeadingThatWarmsUpAndIsNotCalibrated() throws {
    var calibrated = try settings()
    calibrated.calibration?.grade = .a
    let run = Run(try samples(seconds: 75, gaps: [50..<200]), calibrated)
    // The filter holds what it knew for a minute: the other one has no calibration.
    #expect(run.readings(from: 60, to: 75).allSatisfy { $0.source == .gyroHold })
    var unknown = try settings()
    unknown.calibration = nil
    let replaced = Run(try samples(seconds: 75, gaps: [50..<200]), unknown)
    let after = replaced.readings(from: 50.4, to: 52)
    #expect(after.allSatisfy { $0.why.contains(.warmingUp) && $0.why.contains(.uncalibrated) })
    #expect(replaced.events(.deviceLost).count <= 1)
    let sensors = try #require(replaced.states.last?.sensors)
    #expect(sensors.map(\.isPrimary) == [false, true, nil, nil])
    #expect(sensors[0].rateHz == nil)
  }

  @Test func oneMagnetometerIsNotNumbered() throws {
    let run = Run(LevelDevice().samples(to: 2), try settings())
    for state in run.states {
      #expect(state.sensors.allSatisfy { $0.id == nil && $0.isPrimary == nil })
    }
  }
}
