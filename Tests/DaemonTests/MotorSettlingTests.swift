import Foundation
import Quantities
import Randomness
import Testing

@testable import qiblad

/// How long the motor's field takes to decay, in fields made by hand.
@Suite struct MotorSettlingTests {
  /// A device after a motor's end: a magnet that runs out, and an axis' noise.
  private struct Device {
    var rateHz = 100.0
    /// µT.
    var noise = 0.3
    /// µT, and s until it is e times smaller.
    var magnet = Vector3(120, -60, 40)
    var decay = 0.03
    /// Where the magnet comes to rest, µT.
    var rest = Vector3(4, -7, 2)
    /// rad/s, and µT a second of the field in the device that turns so.
    var rate = Vector3(0.004, -0.01, 0.006)
    var drift = Vector3.zero
    var hasRate = true

    /// What is measured `time` s after the motor's end.
    func sample(_ time: Double, _ random: inout SeededGenerator, end: Double) -> Sample {
      let jitter = Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal())
      var sample = Sample(time: Timestamp(microseconds: Int64((end + time) * 1e6)))
      sample.magneticField = MagneticField(
        microtesla: Vector3(12, -17, 41) + rest + magnet * exp(-time / decay) + drift * time
          + jitter * noise)
      if hasRate {
        sample.angularRate = AngularRate(radiansPerSecond: rate + jitter * 0.003)
      }
      return sample
    }
  }

  /// Feeds a run that ended at `end`, s; gives whether something new came of it.
  @discardableResult
  private func run(
    _ device: Device, _ settling: inout MotorSettling, _ random: inout SeededGenerator,
    end: Double, for seconds: Double = 1.7
  ) -> Bool {
    settling.start()
    settling.end(at: Timestamp(microseconds: Int64(end * 1e6)))
    var isNew = false
    for index in 1...Int(seconds * device.rateHz) {
      let sample = device.sample(Double(index) / device.rateHz, &random, end: end)
      if settling.take(sample) { isNew = true }
    }
    return isNew
  }

  /// ms after three runs.
  private func settled(_ device: Device, seed: UInt64 = 1) -> Double {
    var (settling, random) = (MotorSettling(), SeededGenerator(seed: seed))
    for index in 0..<3 { run(device, &settling, &random, end: Double(index) * 10) }
    return settling.milliseconds
  }

  @Test func beforeThreeRunsItIsAGuess() {
    var (settling, random) = (MotorSettling(), SeededGenerator(seed: 3))
    #expect(settling.milliseconds == 150)
    var isNew: [Bool] = []
    for index in 0..<3 {
      #expect(settling.milliseconds == 150)
      isNew.append(run(Device(), &settling, &random, end: Double(index) * 10))
    }
    #expect(isNew == [false, false, true] && settling.milliseconds != 150)
  }

  // The field of a magnet that runs out is e^(−t/τ) of its first: it meets a limit of three scatters in
  // space, or half a microtesla, at τ · ln(first / limit). The scatter of 50 samples is known to 10 %.
  @Test(arguments: [0.008, 0.03, 0.06, 0.11], [0.05, 0.3, 0.8])
  func itIsWhenTheMagnetIsWithinTheNoise(decay: Double, noise: Double) {
    for seed in UInt64(1)...8 {
      let device = Device(noise: noise, decay: decay)
      let limit = max(3 * noise * 3.0.squareRoot(), 0.5)
      let expected = 1000 * decay * log(device.magnet.length / limit)
      let found = settled(device, seed: seed)
      // a sample before, two after, and what noise on top of the last of it does
      #expect(found >= max(expected - 10 - 300 * decay, 20) && found <= expected + 20 + 600 * decay)
    }
  }

  @Test func aMotorThatNobodyMeasuresTakesTheLeast() {
    #expect(settled(Device(magnet: .zero)) == 20)
  }

  @Test(arguments: [30.0, 60, 200]) func itIsTheSameAtAnyRate(rateHz: Double) {
    let found = settled(Device(rateHz: rateHz))
    let expected = 1000 * 0.03 * log(Device().magnet.length / (3 * 0.3 * 3.0.squareRoot()))
    #expect(abs(found - expected) < 25 + 1000 / rateHz)
  }

  @Test func theLongestOfTheLastThreeCounts() {
    var (settling, random) = (MotorSettling(), SeededGenerator(seed: 5))
    for (index, decay) in [0.03, 0.1, 0.03, 0.03, 0.03].enumerated() {
      run(Device(decay: decay), &settling, &random, end: Double(index) * 10)
      if index == 3 { #expect(settling.milliseconds > 300) }
    }
    #expect(settling.milliseconds < 200)
  }

  // What cannot be told is not: the guess stays.
  @Test(arguments: ["turning", "drifting", "noisy", "slow magnet", "rare samples", "no field"])
  func aRunThatTellsNothingIsLeftOut(_ kind: String) {
    var device = Device()
    switch kind {
    case "turning": device.rate = .zero
    case "drifting": (device.drift, device.hasRate) = (Vector3(3, 1, 0), false)
    case "noisy": device.noise = 3
    case "slow magnet": device.decay = 0.4
    case "rare samples": device.rateHz = 8
    default: break
    }
    var (settling, random) = (MotorSettling(), SeededGenerator(seed: 7))
    for run in 0..<5 {
      let end = Double(run) * 10
      settling.end(at: Timestamp(microseconds: Int64(end * 1e6)))
      for index in 1...Int(1.7 * device.rateHz) {
        let time = Double(index) / device.rateHz
        var sample = device.sample(time, &random, end: end)
        if kind == "turning" {
          sample.angularRate = AngularRate(radiansPerSecond: Vector3(0, 0, time))
        }
        if kind == "no field" { sample.magneticField = nil }
        let isNew = settling.take(sample)
        #expect(!isNew)
      }
    }
    #expect(settling.milliseconds == 150)
  }

  @Test func aMotorThatRunsAgainMeanwhileSpoilsTheRunBefore() {
    var (settling, random) = (MotorSettling(), SeededGenerator(seed: 9))
    for index in 0..<5 {
      run(Device(), &settling, &random, end: Double(index), for: 0.9)
    }
    #expect(settling.milliseconds == 150)
  }

  // As `itIsWhenTheMagnetIsWithinTheNoise`: 135 and 270 ms. The boards' magnets differ by more than what a device at
  // rest scatters, 2 µT.
  @Test func ofTwoMagnetometersTheOneWhoseFieldTakesLongerCounts() throws {
    var (blanking, random) = (MotorBlanking(settleMilliseconds: nil), SeededGenerator(seed: 13))
    let near = Device(decay: 0.06)
    let far = Device(decay: 0.03, rest: Vector3(-40, 25, 9))
    let magnetometers: [(source: SensorSourceID, device: Device)] = [(4, far), (25, near)]
    var found: [Double] = []
    for run in 0..<5 {
      let end = 10 + Double(run) * 10
      blanking.start(at: Timestamp(microseconds: Int64(end * 1e6) - 300_000))
      blanking.end(at: Timestamp(microseconds: Int64(end * 1e6)))
      for index in 1...170 {
        for (source, device) in magnetometers {
          var sample = device.sample(Double(index) / 100, &random, end: end)
          sample.source = source
          if let settle = blanking.take(sample) { found.append(settle) }
        }
      }
    }
    let limit = 3 * near.noise * 3.0.squareRoot()
    let expected = 1000 * near.decay * log(near.magnet.length / limit)
    let settle = try #require(found.last)
    #expect(settle >= expected - 10 - 300 * near.decay)
    #expect(settle <= expected + 20 + 600 * near.decay)
  }

  // 120 ms of a magnet after each of three runs: what was left out for 150 ms then is for some 130.
  @Test(arguments: [nil, 150.0]) func theBlankingTakesWhatWasMeasuredUnlessItIsGiven(
    _ given: Double?
  ) {
    var (blanking, random) = (MotorBlanking(settleMilliseconds: given), SeededGenerator(seed: 11))
    var told: [Double] = []
    for run in 0..<4 {
      let end = 10 + Double(run) * 10
      blanking.start(at: Timestamp(microseconds: Int64(end * 1e6) - 300_000))
      blanking.end(at: Timestamp(microseconds: Int64(end * 1e6)))
      for index in 1...170 {
        let time = Double(index) / 100
        let device = Device(magnet: time < 0.1201 ? Vector3(90, 0, 0) : .zero, decay: .infinity)
        let sample = device.sample(time, &random, end: end)
        let isBlanked = blanking.isBlanked(at: sample.time)
        #expect(isBlanked == (index <= (run < 3 || given != nil ? 15 : 13)))
        if let settle = blanking.take(sample) { told.append(settle) }
      }
    }
    #expect(told == (given == nil ? [130] : []))
  }
}
