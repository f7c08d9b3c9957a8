import Heading
import Quantities
import Simulation
import TestSamples
import Testing
import Wire

@testable import Pipeline

/// Two calibrated magnetometers of which the first stops measuring, and nothing says how the second one is mounted.
@Suite struct AssumedMountTests {
  private static let calibration = Calibration(
    hardIron: .zero, softIron: .identity, grade: .a, radius: 48, inclination: 62.0.inRadians)

  /// Level, to and fro through the south, then at rest at 203°.
  private static let level = Path(203).moving(by: 170, over: 12).moving(by: -330, over: 20)
    .moving(by: 160, over: 12)

  /// Turned about all axes by hand, at rest before and afterwards.
  private static func wandering(from start: Double, until end: Double) -> Motion {
    let hand = Envelope(from: start, until: end, ramp: 5)
    return Motion(
      heading: Path(217).waving(95, hertz: 0.031, during: hand),
      pitch: Path(6).waving(38, hertz: 0.041, phaseDegrees: 130, during: hand),
      roll: Path(-5).waving(43, hertz: 0.053, phaseDegrees: 15, during: hand))
  }

  /// - Parameters:
  ///   - yaw: degrees, how the second magnetometer is turned about the vertical.
  ///   - gaps: s, in which the first one is silent.
  ///   - others: inputs beside the samples.
  private func run(
    _ motion: Motion, yaw: Double, gaps: [Range<Double>], seconds: Double, others: [Input] = []
  ) throws -> Run {
    let earth = Scene.EarthField(
      strength: 48, inclinationDegrees: 62, declination: try Declination(degrees: 1.2))
    var first = Device()
    first.magnetometer?.response.noise = .deviation(0.2)
    first.magnetometer?.clock.gaps = gaps
    var second = Device()
    second.magnetometer?.response.noise = .deviation(0.2)
    second.magnetometer?.clock = SampleClock(rateHz: 60, stream: 1)
    (second.accelerometer, second.gyro) = (nil, nil)
    second.mount = Mount(turning: Quaternion(yaw: yaw.inRadians, pitch: 0, roll: 0))
    let boards = [first, second].map {
      SimulatedSamples(world: World(earth: earth, motion: motion), device: $0, seed: 3)
    }
    let samples = MergedSamples(boards).prefix { Double($0.time.microseconds) / 1e6 < seconds }
    var settings = try settings()
    settings.calibration = Self.calibration
    let calibrated = Input.calibration(1, Self.calibration, at: Timestamp(microseconds: 0))
    let inputs = [calibrated] + samples.map(Input.sample) + others
    return Run(inputs: inputs.sorted { $0.time < $1.time }, settings)
  }

  /// How far a true heading is off, degrees; `nil` without one.
  private func error(of reading: Reading, in motion: Motion) -> Double? {
    let heading = motion.heading.jet(at: Double(reading.time.microseconds) / 1e6).value
    return reading.headingTrue.map { abs(RelativeBearing(degrees: $0.degrees - heading).degrees) }
  }

  /// Whether all these readings are accurate, and off by three errors at most.
  private func areRight(_ readings: [Reading], in motion: Motion) -> Bool {
    !readings.isEmpty
      && readings.allSatisfy { reading in
        guard let error = error(of: reading, in: motion), let limit = reading.error68Degrees else {
          return false
        }
        return reading.status == .accurate && error < 3 * limit
      }
  }

  // The gyro holds the heading for a minute before. On a level device a magnetometer that is turned about the vertical
  // measures the right strength and inclination.
  @Test func afterLevelTurnsAloneTheSecondIsNotCalledAccurate() throws {
    let motion = Motion(heading: Self.level)
    let run = try run(motion, yaw: 180, gaps: [50..<300], seconds: 130)
    #expect(areRight(run.readings(from: 48, to: 50), in: motion))
    #expect(run.readings(from: 60, to: 108).allSatisfy { $0.source == .gyroHold })
    let after = run.readings(from: 110.5)
    #expect(after.allSatisfy { $0.status != .accurate && $0.why.contains(.calibrationUnconfirmed) })
    #expect(after.contains { (error(of: $0, in: motion) ?? 0) > 170 })
    // 68 % of 180°
    #expect(try #require(after.last?.error68Degrees) > 122)
  }

  @Test(arguments: [0.0, 90, 180])
  func whereTurnsHaveShownHowItIsMountedTheHeadingStaysRight(yaw: Double) throws {
    let motion = Self.wandering(from: 0, until: 60)
    let run = try run(motion, yaw: yaw, gaps: [70..<200], seconds: 90)
    #expect(areRight(run.readings(from: 68, to: 70), in: motion))
    #expect(areRight(run.readings(from: 80), in: motion))
    let sensors = try #require(run.states.last?.sensors)
    #expect(sensors.map(\.isPrimary) == [false, true, nil, nil])
  }

  @Test func whereTheFirstMeasuresAgainTurnsShowHowTheSecondIsMounted() throws {
    let motion = Self.wandering(from: 95, until: 157)
    // After five failures it has to measure for 96 s before it is preferred.
    let gaps: [Range<Double>] = [
      20..<20.5, 22..<22.5, 24..<24.5, 26..<26.5, 28..<91,
    ]
    let run = try run(motion, yaw: 180, gaps: gaps, seconds: 177)
    #expect(run.readings(from: 88.5, to: 95).allSatisfy { $0.status != .accurate })
    #expect(areRight(run.readings(from: 172), in: motion))
    let sensors = try #require(run.states.last?.sensors)
    #expect(sensors.map(\.isPrimary) == [false, true, nil, nil])
  }

  // 6 s and 5 s after it measures again.
  @Test func theFirstIsUsedAgainWhereNothingShowsHowTheSecondIsMounted() throws {
    let motion = Motion(heading: Self.level)
    let run = try run(motion, yaw: 180, gaps: [50..<115], seconds: 150)
    #expect(run.readings(from: 110.5, to: 120).allSatisfy { $0.status != .accurate })
    let last = try #require(run.readings.last)
    #expect(try #require(error(of: last, in: motion)) < 10)
    #expect(try #require(last.error68Degrees) < 30)
    #expect(run.states.last?.sensors.map(\.isPrimary) == [true, false, nil, nil])
  }

  @Test func aMountThatIsSetAgainIsNoLongerAssumed() throws {
    let again = Input.setting(
      .mount(try settings().mount), at: Timestamp(microseconds: 135_000_000))
    let run = try run(
      Motion(heading: Self.level), yaw: 0, gaps: [50..<300], seconds: 145, others: [again])
    let before = try #require(run.readings(from: 134, to: 135).last)
    #expect(try #require(before.error68Degrees) > 120)
    #expect(try #require(run.readings.last?.error68Degrees) < 30)
    #expect(run.events(.mountChanged).isEmpty)
  }

  // The field turns about two axes as the gyro does. A calibration does not change how a chip is mounted.
  @Test func turnsAboutTwoAxesProveTheMount() throws {
    let motion = Motion(
      heading: Self.level.holding(76).moving(by: 120, over: 4),
      roll: Path(0).holding(126).moving(by: 100, over: 4).moving(by: -100, over: 4))
    let again = Input.calibration(
      1, Self.calibration, at: Timestamp(microseconds: 140_000_000))
    let run = try run(motion, yaw: 0, gaps: [50..<300], seconds: 160, others: [again])
    #expect(run.readings(from: 110.5, to: 120).allSatisfy { $0.status != .accurate })
    #expect(areRight(run.readings(from: 138, to: 140), in: motion))
    #expect(try #require(run.readings.last?.error68Degrees) < 30)
  }
}
