import Heading
import Quantities
import Simulation
import Testing
import Wire

@testable import Pipeline

/// `status` is the first that applies; `why` names every reason, worst first.
@Suite struct StatusTests {
  @Test func aGoodHeadingIsAccurateAndOnlyTheDeclinationIsRemarkedUpon() throws {
    let last = try #require(Run(LevelDevice().samples(to: 4), try settings()).readings.last)
    #expect(last.status == .accurate)
    #expect(codes(last.why) == ["declination_manual"])
  }

  @Test func reasonsComeWorstFirst() throws {
    var bare = try settings(declination: nil, latitude: nil)
    bare.calibration = nil
    let samples = LevelDevice(hasForce: false, hasRate: false).samples(to: 1)
    let first = try #require(Run(samples, bare).readings.first)
    #expect(
      codes(first.why) == [
        "uncalibrated", "no_tilt_sensor", "warming_up", "no_position", "no_time", "no_declination",
      ])
  }

  @Test func aSensorThatIsSilentHasNoRateInTheState() throws {
    let all = LevelDevice().samples(to: 20)
    let later = all.map { sample in
      var sample = sample
      if sample.time.microseconds > 10_000_000 { sample.acceleration = nil }
      return sample
    }
    let states = Run(later, try settings()).states
    let rates = try [5.0, 15].map { time in
      let state = try #require(states.last { Double($0.time.microseconds) / 1e6 <= time })
      return state.sensors.first { $0.kind == .accel }.flatMap(\.rateHz)
    }
    #expect(rates[0].map { abs($0 - 50) < 1 } == true && rates[1] == nil)
  }

  @Test func whatIsWrongWithTheMagnetometerIsToldWhileItIsSilentOnly() throws {
    var pipeline = Pipeline(try settings())
    func codesOfTick(at time: Timestamp) -> [String] {
      var found: [String] = []
      pipeline.process(.tick(time)) { output in
        if case .reading(let reading) = copy output { found = codes(reading.why) }
      }
      return found
    }
    let samples = LevelDevice().samples(to: 4)
    for sample in samples { pipeline.process(.sample(sample)) { _ in } }
    let end = try #require(samples.last).time
    pipeline.process(.sensorFault(0, .stuck, at: end)) { _ in }
    #expect(!codesOfTick(at: end).contains("sensor_stuck"))
    let later = codesOfTick(at: end.advanced(byMicroseconds: 3_000_000))
    #expect(later.contains("sensor_missing") && later.contains("sensor_stuck"))
    let repaired = end.advanced(byMicroseconds: 3_000_000)
    pipeline.process(.sensorFault(0, nil, at: repaired)) { _ in }
    #expect(!codesOfTick(at: repaired).contains("sensor_stuck"))
  }

  @Test func aMagnetometerThatIsKnownToBeLostIsMissingAtTheNextTick() throws {
    var pipeline = Pipeline(try settings())
    let samples = LevelDevice().samples(to: 4)
    for sample in samples { pipeline.process(.sample(sample)) { _ in } }
    let end = try #require(samples.last).time
    func codesOfTick() -> [String] {
      var found: [String] = []
      pipeline.process(.tick(end)) { output in
        if case .reading(let reading) = copy output { found = codes(reading.why) }
      }
      return found
    }
    #expect(!codesOfTick().contains("sensor_missing"))
    pipeline.process(.sensorLost(7, at: end)) { _ in }
    #expect(!codesOfTick().contains("sensor_missing"))
    pipeline.process(.sensorLost(0, at: end)) { _ in }
    #expect(codesOfTick().contains("sensor_missing"))
    pipeline.process(.sample(try #require(samples.last))) { _ in }
    #expect(!codesOfTick().contains("sensor_missing"))
  }

  @Test func withoutACalibrationItIsCalibratingThoughTheErrorIsLarge() throws {
    var uncalibrated = try settings()
    uncalibrated.calibration = nil
    let last = try #require(Run(LevelDevice().samples(to: 4), uncalibrated).readings.last)
    #expect(last.status == .calibrating)
    #expect(try #require(last.error68Degrees) > 5)
    #expect(last.why.first == .uncalibrated)
  }

  @Test func anErrorOfMoreThanFiveDegreesIsUncertain() throws {
    let level = LevelDevice(hasForce: false, hasRate: false)  // its tilt is only assumed
    let last = try #require(Run(level.samples(to: 4), try settings()).readings.last)
    #expect(try #require(last.error68Degrees) > 5)
    #expect(last.status == .uncertain)
    #expect(last.source == .magnetometer)
  }

  @Test func noHeadingIsUnavailableWhateverElseIsWrong() throws {
    var bare = try settings(declination: nil, latitude: nil)
    bare.calibration = nil
    let samples = LevelDevice().samples(to: 2).map { sample in
      var sample = sample
      sample.magneticField = nil
      return sample
    }
    let run = Run(samples, bare)
    #expect(run.readings.count == 121)
    for reading in run.readings {
      #expect(reading.status == .unavailable)
      #expect(reading.headingMagnetic == nil && reading.error68Degrees == nil)
      #expect(reading.source == Reading.Source.none)
      #expect(reading.why.contains(.sensorMissing))
    }
  }

  @Test func aDisturbedFieldIsInterferenceThoughTheErrorIsLargeToo() throws {
    var withoutGyro = try settings()
    withoutGyro.use = .magnetometerAccelerometer  // nothing holds the heading, and the error grows
    let run = Run(try magnetPasses(), withoutGyro)
    let disturbed = run.readings.filter { $0.status == .interference }
    #expect(disturbed.contains { $0.error68Degrees ?? 0 > 20 })
    for reading in disturbed {
      #expect(try #require(codes(reading.why).first).hasPrefix("interference_"))
    }
    #expect(run.readings.last?.status == .accurate)
  }

  // The rules of status, on every reading of runs in which everything happens.
  @Test func statusFollowsFromTheRestOfTheReading() throws {
    var uncalibrated = try settings()
    uncalibrated.calibration = nil
    for (name, settings) in [("calibrated", try settings()), ("uncalibrated", uncalibrated)] {
      var disturbed: Timestamp?
      for reading in Run(try magnetPasses(), settings).readings {
        if reading.status == .interference { disturbed = reading.time }
        let heading = reading.headingMagnetic
        #expect((heading == nil) == (reading.status == .unavailable), "\(name)")
        #expect((heading == nil) == (reading.error68Degrees == nil))
        #expect((reading.status == .calibrating) == reading.why.contains(.uncalibrated))
        if reading.status == .accurate { #expect(try #require(reading.error68Degrees) <= 5) }
        // What the field strayed by counts for a while: it is averaged over 10 s (docs/protocol.md).
        if reading.status == .uncertain,
          disturbed.map({ reading.time.seconds(since: $0) > 10 }) ?? true
        {
          #expect(try #require(reading.error68Degrees) > 5)
        }
      }
    }
  }

  // Each restriction gives what a device without those sensors gives.
  @Test(arguments: [
    (SensorUse.magnetometer, Reading.Source.magnetometer, false, false),
    (.magnetometerAccelerometer, .magnetometerAccelerometer, true, false),
    (.all, .magnetometerGyro, true, true),
  ])
  func useRestrictsWhatTheFilterIsGiven(
    use: SensorUse, source: Reading.Source, hasForce: Bool, hasRate: Bool
  ) throws {
    var restricted = try settings()
    restricted.use = use
    let run = Run(LevelDevice().samples(to: 3), restricted)
    let lacking = LevelDevice(hasForce: hasForce, hasRate: hasRate).samples(to: 3)
    #expect(run.readings == Run(lacking, try settings()).readings)
    #expect(run.readings.last?.source == source)
    #expect((run.readings.last?.pitchDegrees != nil) == hasForce)
    let heard = [true, hasForce, hasRate].count { $0 }
    #expect(run.states.last?.sensors.count == heard)
  }
}

/// A resting device past which a magnet goes between 9 and 15 s.
func magnetPasses() throws -> [Sample] {
  let earth = Scene.EarthField(
    strength: 45, inclinationDegrees: 60, declination: try Declination(degrees: 0))
  let scene = Scene(earth: earth, pose: { _ in Pose(headingDegrees: 30, pitchDegrees: 5) }) {
    time in
    Vector3(-14, 26, 18) * max(0, 1 - abs(time - 12) / 3)
  }
  return Simulator(scene: scene, seed: 3).prefix(2500).map(\.sample)
}
