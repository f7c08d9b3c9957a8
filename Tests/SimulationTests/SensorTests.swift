import Foundation
import Quantities
import Testing

@testable import Simulation

@Suite struct SensorTests {
  // N values give a deviation to 1/√(2N): 30,000 to 0.41 %; 4 of those.
  @Test(arguments: [50.0, 400]) func whiteNoiseHasItsDensity(rateHz: Double) throws {
    var device = Device(rateHz: rateHz)
    device.accelerometer?.response.noise = .density(0.004)
    device.magnetometer?.response.noise = .deviation(0.3)
    device.gyro?.sensor.response.noise = .density(0.0002)
    let found = steps(
      World(earth: try earthField(), motion: still), device, seconds: 10_000 / rateHz)
    let root = (rateHz / 2).squareRoot()
    expect(found.compactMap(\.sample.acceleration?.metresPerSecondSquared), 0.004 * root)
    expect(found.compactMap(\.sample.magneticField?.microtesla), 0.3)
    expect(found.compactMap(\.sample.angularRate?.radiansPerSecond), 0.0002 * root)
  }

  private func expect(
    _ values: [Vector3], _ deviation: Double, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let axes = [values.map(\.x), values.map(\.y), values.map(\.z)]
    let all = axes.flatMap { axis in axis.map { [mean = axis.mean] in $0 - mean } }
    #expect(all.count == 30_000, sourceLocation: sourceLocation)
    #expect(abs(all.deviation / deviation - 1) < 0.0164, sourceLocation: sourceLocation)
  }

  // White: a value says nothing of the next. The correlation of N values is known to 1/√N.
  @Test func noiseIsWhiteAndEachSensorsOwn() throws {
    var device = Device()
    device.accelerometer?.response.noise = .deviation(1)
    device.magnetometer?.response.noise = .deviation(1)
    let found = steps(World(earth: try earthField(), motion: still), device, seconds: 100)
    let force = found.compactMap(\.sample.acceleration?.metresPerSecondSquared.x)
    let field = found.compactMap(\.sample.magneticField?.microtesla.x)
    #expect(abs(correlation(force, Array(force.dropFirst()))) < 0.04)
    #expect(abs(correlation(force, field)) < 0.04)
    #expect(correlation(force, force) > 0.99)
  }

  private func correlation(_ a: [Double], _ b: [Double]) -> Double {
    let (meanA, meanB) = (a.mean, b.mean)
    return zip(a, b).map { ($0 - meanA) * ($1 - meanB) }.reduce(0, +)
      / (Double(min(a.count, b.count)) * a.deviation * b.deviation)
  }

  // An even distribution within a step of Δ has a deviation of Δ/√12.
  @Test func valuesComeInStepsAndRoundEvenly() throws {
    var device = Device()
    device.magnetometer?.response.step = Vector3(0.15, 0.3, 0.6)
    let world = World(earth: try earthField(), motion: awkward)
    let exact = steps(world, Device(), seconds: 100).compactMap(\.sample.magneticField?.microtesla)
    let found = steps(world, device, seconds: 100).compactMap(\.sample.magneticField?.microtesla)
    for (axis, step) in [(\Vector3.x, 0.15), (\Vector3.y, 0.3), (\Vector3.z, 0.6)] {
      let counts = found.map { $0[keyPath: axis] / step }
      #expect(counts.allSatisfy { abs($0 - $0.rounded()) < 1e-9 })
      #expect(Set(counts.map { Int($0.rounded()) }).count > 100)
      let errors = zip(found, exact).map { $0[keyPath: axis] - $1[keyPath: axis] }
      #expect(errors.allSatisfy { abs($0) <= step / 2 + 1e-9 })
      #expect(abs(errors.deviation / (step / 12.0.squareRoot()) - 1) < 0.05)
    }
  }

  @Test func valuesEndAtTheRange() throws {
    var device = Device()
    device.magnetometer?.response.range = Vector3(20, 30, 200)
    let world = World(earth: try earthField(), motion: awkward)
    let found = steps(world, device, seconds: 60).compactMap(\.sample.magneticField?.microtesla)
    #expect(found.map(\.x).max() == 20 && found.map(\.x).min() == -20)
    #expect(found.map(\.y).max() == 30 && found.map(\.y).min() == -30)
    #expect(found.contains { abs($0.z) > 40 })
  }

  // A level device that turns at 45°/s, 40 ms late, shows the field of 1.8° ago; averaged over the
  // 20 ms before, of 2.25° ago on the mean.
  @Test(arguments: [(0.0, 1.8), (0.02, 2.25)])
  func aLateMagnetometerTellsOfEarlier(window: Double, lag: Double) throws {
    var device = Device()
    device.magnetometer?.delay = 0.04
    device.magnetometer?.window = window
    let motion = Motion(heading: Path(200, rate: 45))
    let world = World(earth: try earthField(declination: 0), motion: motion)
    for step in steps(world, device, seconds: 5) {
      let field = try #require(step.sample.magneticField).microtesla
      let shown = atan2(-field.y, field.x).inDegrees
      let time = step.sample.time.seconds(since: Timestamp(microseconds: 0))
      let late = RelativeBearing(degrees: 200 + 45 * time - shown).degrees
      #expect(abs(late - lag) < 1e-6)
    }
  }
}
