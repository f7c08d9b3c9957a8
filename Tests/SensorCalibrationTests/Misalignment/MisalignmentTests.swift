import Quantities
import Randomness
import TestSamples
import Testing

@testable import SensorCalibration

@Suite struct MisalignmentTests {
  @Test func anyRotationIsFoundAlongWithBiasAndDelay() throws {
    for seed in 1...20 as ClosedRange<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let vector = Vector3(
        generator.double(-2...2), generator.double(-2...2), generator.double(-2...2))
      let truth = Quaternion(rotationVector: vector)
      let motion = Tumbling(
        magnetometer: truth, delay: generator.double(0...0.05),
        gyroBias: Vector3(generator.double(-0.05...0.05), 0.03, generator.double(-0.05...0.05)),
        inclinationDegrees: generator.double(-80...80))
      let found = try misalignment(of: motion.samples(seed: seed), calibration: .given).get()
      #expect(angle(found.rotation, truth) < max(4 * found.error68, 0.004), "seed \(seed)")
      #expect(found.error68 < 0.5.inRadians)
      #expect((found.gyroBias - motion.gyroBias).length < 0.01)  // 0.3 µT of noise in 0.4 s
    }
  }

  @Test func theStatedErrorHoldsForAboutTwoThirds() throws {
    var within = 0
    for seed in 1...40 as ClosedRange<UInt64> {
      let truth = Quaternion(rotationVector: Vector3(0.03, -0.05, 0.07))
      let motion = Tumbling(magnetometer: truth, noise: (1, 0.003, 0.05))
      let found = try misalignment(of: motion.samples(seed: seed), calibration: .given).get()
      within += angle(found.rotation, truth) < found.error68 ? 1 : 0
    }
    // 27 of 40 expected; the binomial's three standard deviations are 9
    #expect((18...36).contains(within), "\(within) of 40")
  }

  @Test func withoutAGyroTheDipIsEnough() throws {
    let truth = Quaternion(rotationVector: Vector3(-0.06, 0.04, 0.05))
    let motion = Tumbling(seconds: 60, magnetometer: truth, hasRate: false)
    let found = try misalignment(of: motion.samples(seed: 5), calibration: .given).get()
    #expect(angle(found.rotation, truth) < 0.5.inRadians)
  }

  @Test func withoutAnAccelerometerTheGyroIsEnough() throws {
    let truth = Quaternion(rotationVector: Vector3(-0.06, 0.04, 0.05))
    let motion = Tumbling(magnetometer: truth, hasForce: false)
    let found = try misalignment(of: motion.samples(seed: 6), calibration: .given).get()
    #expect(angle(found.rotation, truth) < 0.3.inRadians)
  }

  @Test(arguments: [Vector3(1.5, 0, 0), Vector3(0, 0, 1.5), .zero])
  func aTurnAboutOneAxisLeavesItOpen(swing: Vector3) {
    var motion = Tumbling(hasForce: false)
    motion.swing = swing
    let result = misalignment(of: motion.samples(seed: 7), calibration: .given)
    #expect(result == .failure(.notObservable), "\(result)")
  }

  @Test func aFieldThatDoesNotFollowTheGyroIsRefused() {
    let moving = Tumbling().samples(seed: 1)
    let other = Tumbling(pace: 0.4).samples(seed: 2)
    let mixed = zip(moving, other).map { sample, other in
      var sample = sample
      sample.magneticField = other.magneticField
      return sample
    }
    guard case .failure = misalignment(of: mixed, calibration: .given) else {
      Issue.record("a field of another motion was aligned")
      return
    }
  }

  @Test func tooFewSamplesAreRefused() {
    let samples = Tumbling(seconds: 3).samples(seed: 1)
    #expect(misalignment(of: samples, calibration: .given) == .failure(.tooFewSamples))
  }
}
