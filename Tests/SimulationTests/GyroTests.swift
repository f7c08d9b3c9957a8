import Foundation
import Quantities
import Testing

@testable import Simulation

@Suite struct GyroTests {
  @Test(arguments: [10.0, 87, 1000]) func integratingTheGyroGivesTheTruth(rateHz: Double) throws {
    var device = Device()
    device.mount = oddMount
    device.gyro?.sensor.clock = SampleClock(rateHz: rateHz, stream: 5)
    device.gyro?.sensor.clock.jitter = 0.3
    let world = World(earth: try earthField(), motion: awkward)
    let inertial = Quaternion(device.mount.inertial)
    var attitude: Quaternion?
    var last = Timestamp(microseconds: 0)
    var count = 0
    for step in steps(world, device, seconds: 30) {
      guard let rate = step.sample.angularRate?.radiansPerSecond else { continue }
      let truth = step.truth.attitude * inertial
      let seconds = step.sample.time.seconds(since: last)
      let turned = (attitude ?? truth) * Quaternion(rotationVector: rate * seconds)
      attitude = attitude == nil ? truth : turned
      last = step.sample.time
      count += 1
      if count > 1 { #expect(turned.angle(to: truth) < 1e-9) }
    }
    #expect(abs(Double(count) - 30 * rateHz) < 2)
  }

  @Test func theBiasIsWhatAGyroAtRestReads() throws {
    var device = Device()
    device.mount = oddMount
    let bias = Vector3(8, -5, 3) * 1.0.inRadians
    device.gyro?.sensor.response.offset = bias
    for step in steps(World(earth: try earthField(), motion: still), device, seconds: 1) {
      let rate = try #require(step.sample.angularRate).radiansPerSecond
      #expect((rate - bias).length < 1e-12)
    }
  }

  // 1 − 1/e of the way after one time constant.
  @Test func theBiasFollowsTheTemperature() throws {
    var device = Device(rateHz: 10)
    device.gyro?.warming = Vector3(0, 0.02, -0.01)
    device.gyro?.warmingTime = 20
    let last = steps(World(earth: try earthField(), motion: still), device, seconds: 20.05).last
    let rate = try #require(last?.sample.angularRate).radiansPerSecond
    #expect((rate - Vector3(0, 0.02, -0.01) * (1 - exp(-1))).length < 1e-9)
  }

  // A random walk spreads as the root of the time: over 400 runs of 3 axes the deviation is known to
  // 1/√2400 = 2 %; 4 of those.
  @Test func theBiasWalksAtRandom() throws {
    var device = Device(rateHz: 10)
    device.magnetometer = nil
    device.accelerometer = nil
    device.gyro?.biasWalk = 0.003
    let world = World(earth: try earthField(), motion: still)
    var ends: [Double] = []
    for seed in 0..<400 {
      let last = steps(world, device, seconds: 9.95, seed: UInt64(seed)).last
      let rate = try #require(last?.sample.angularRate).radiansPerSecond
      ends += [rate.x, rate.y, rate.z]
    }
    #expect(abs(ends.deviation / (0.003 * 10.0.squareRoot()) - 1) < 0.08)
    #expect(abs(ends.mean) < 4 * 0.003 * 10.0.squareRoot() / 1200.0.squareRoot())
  }

  @Test func gainAndCrossAxisAndPushesActAsTheySay() throws {
    var device = Device()
    device.gyro?.sensor.response.matrix = .response(
      gain: Vector3(1.02, 0.99, 1.01), crossAxis: Vector3(0.01, -0.02, 0.03))
    device.gyro?.accelerationSensitivity = 0.0002
    let motion = Motion(heading: Path(0, rate: 90))
    let world = World(earth: try earthField(), motion: motion)
    let rate = try #require(steps(world, device, seconds: 0.05).last?.sample.angularRate)
    let z = Double.pi / 2 - 0.0002 * 9.80665
    #expect((rate.radiansPerSecond - Vector3(0, -0.02 * z, 1.01 * z)).length < 1e-9)
  }
}
