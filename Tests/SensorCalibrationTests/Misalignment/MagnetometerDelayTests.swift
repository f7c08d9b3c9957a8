import Quantities
import Randomness
import TestSamples
import Testing

@testable import SensorCalibration

@Suite struct MagnetometerDelayTests {
  // What was put in, over all the delays that are looked for; second-order terms cost a little of it.
  @Test(arguments: [-0.015, 0.0, 0.013, 0.035, 0.06, 0.1, 0.14])
  func aDelayThatWasPutInIsFound(delay: Double) throws {
    for seed in 1...5 as ClosedRange<UInt64> {
      let samples = Tumbling(delay: delay).samples(seed: seed)
      let found = try magnetometerDelay(of: samples, calibration: .given).get()
      #expect(abs(found.seconds - delay) < 0.002 + 0.02 * abs(delay), "\(found)")
      #expect(found.error68 < 0.005)
    }
  }

  // One would be right; in short stretches with much noise it is 1.4.
  @Test func theStatedErrorIsOfTheRightSize() throws {
    var squares = 0.0
    for seed in 1...60 as ClosedRange<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let motion = Tumbling(
        seconds: 20, delay: 0.02, gyroBias: .zero, noise: (2.5, 0.003, 0.05),
        pace: generator.double(0.08...0.2))
      var parameters = MagnetometerDelayParameters()
      parameters.floorError = 0
      let found = try magnetometerDelay(
        of: motion.samples(seed: seed), calibration: .given, parameters: parameters
      ).get()
      let ratio = (found.seconds - 0.02) / found.error68
      squares += ratio * ratio / 60
    }
    #expect((0.4...3).contains(squares), "\(squares)")
  }

  // As in a filter: what comes first is not touched by what comes later, and time is forgotten.
  @Test func theTrackerFollowsAChipThatWasChanged() throws {
    var parameters = MagnetometerDelayParameters()
    parameters.memory = 20
    var tracker = MagnetometerDelayTracker(parameters: parameters)
    #expect(tracker.estimate == .failure(.tooLittleTurning))
    for (delay, seconds) in [(0.01, 60.0), (0.04, 150)] {
      var path = GyroPath()
      tracker.restart()
      let motion = Tumbling(seconds: seconds, delay: delay, gyroBias: .zero)
      for sample in motion.samples(seed: 9) {
        let rate = try #require(sample.angularRate).radiansPerSecond
        _ = path.add(rate, at: sample.time)
        let field = try #require(sample.magneticField).microtesla
        tracker.add(field: field, rate: rate, attitude: path.attitude, interval: 0.01)
      }
      let found = try tracker.estimate.get()
      #expect(abs(found.seconds - delay) < 0.003, "\(found)")
    }
  }

  @Test func aMisalignedMagnetometerHasTheSameDelay() throws {
    let turned = Quaternion(yaw: -1.2, pitch: 0.5, roll: 2.9)
    let samples = Tumbling(magnetometer: turned, delay: 0.05).samples(seed: 3)
    let found = try magnetometerDelay(of: samples, calibration: .given, misalignment: turned).get()
    #expect(abs(found.seconds - 0.05) < 0.003)
  }

  @Test func hardIronThatWasLeftDoesNotLookLikeADelay() throws {
    let samples = Tumbling(seconds: 60, delay: 0.02, hardIron: Vector3(5, -4, 3)).samples(seed: 4)
    let found = try magnetometerDelay(of: samples, calibration: .given).get()
    #expect(abs(found.seconds - 0.02) < 0.004)
  }

  @Test func aDeviceThatLiesStillOrTurnsSteadilySaysNothing() {
    let still = Tumbling(swing: .zero).samples(seed: 1)
    #expect(magnetometerDelay(of: still, calibration: .given) == .failure(.tooLittleTurning))
    let slow = Tumbling(pace: 0.004).samples(seed: 1)
    #expect(magnetometerDelay(of: slow, calibration: .given) == .failure(.tooLittleTurning))
  }

  @Test func withoutAGyroThereIsNone() {
    let samples = Tumbling(hasRate: false).samples(seed: 1)
    #expect(magnetometerDelay(of: samples, calibration: .given) == .failure(.tooLittleTurning))
  }

  @Test func aDelayBeyondAllChipsIsRefused() {
    let samples = Tumbling(delay: 0.3, pace: 0.1).samples(seed: 1)
    guard case .failure = magnetometerDelay(of: samples, calibration: .given) else {
      Issue.record("a delay of 0.3 s was believed")
      return
    }
  }

  @Test func samplesAfterAGapBeginAnewAndWhatWasLearntStays() throws {
    let first = Tumbling(delay: 0.04).samples(seed: 1)
    let second = Tumbling(delay: 0.04).samples(seed: 2).map { sample in
      var sample = sample
      sample.time = sample.time.advanced(byMicroseconds: 100_000_000)
      return sample
    }
    let found = try magnetometerDelay(of: first + second, calibration: .given).get()
    #expect(abs(found.seconds - 0.04) < 0.002)
  }

  // The reference: optical attitude against magnetometer less optical attitude against gyro.
  @Test(
    .enabled(if: Recording.hasOthers, "no recordings in ../shared/data/traces"),
    arguments: [
      ("broad_02_u_slow_rotation_B", 0.0121), ("broad_07_u_fast_rotation_B", 0.0124),
      ("broad_16_u_fast_translation_B", 0.0128), ("broad_21_u_fast_combined", 0.0117),
      ("broad_30_d_stationary_magnet_C", 0.0120),
      ("phone_jakob_n5_nodist_texting", 0.0356), ("phone_thibaud_n5_nodist_texting", 0.0326),
    ])
  func recordingsAgreeWithTheirOpticalTruth(name: String, reference: Double) throws {
    let calibration = name.hasPrefix("phone") ? Nexus5.d1 : .given
    let samples = try Recording(name).samples
    let found = try magnetometerDelay(of: samples, calibration: calibration).get()
    #expect(abs(found.seconds - reference) < 0.005, "\(found)")
  }
}
