import Quantities
import Testing

@testable import Simulation

@Suite struct NamedSceneTests {
  @Test func everySceneHasANameOfItsOwn() {
    let names = NamedScene.all.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(names.allSatisfy { $0.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" } })
    #expect(NamedScene.all.allSatisfy { !$0.summary.isEmpty && $0.seconds > 0 })
    #expect(NamedScene.named("car")?.name == "car")
    #expect(NamedScene.named("Car") == nil)
  }

  @Test(arguments: NamedScene.all.map(\.name))
  func everySceneGivesNumbersWithEveryDevice(name: String) throws {
    let scene = try #require(NamedScene.named(name))
    let world = scene.world(try earthField())
    for chip in Chips.allCases {
      let device = scene.altered(chip.device)
      // what breaks late breaks at 20 s
      let seconds = chip == .icm20948 ? 22.0 : 3
      let found = steps(world, device, seconds: seconds)
      #expect(Double(found.count) >= seconds)
      for step in found {
        #expect(step.sample.magneticField?.microtesla.isFinite ?? true)
        #expect(step.sample.acceleration?.metresPerSecondSquared.isFinite ?? true)
        #expect(step.sample.angularRate?.radiansPerSecond.isFinite ?? true)
        #expect(step.truth.addedField.isFinite)
      }
    }
  }

  private func run(_ name: String, seconds: Double) throws -> [SimulatedSamples.Step] {
    let scene = try #require(NamedScene.named(name))
    return steps(
      scene.world(try earthField()), scene.altered(Chips.icm20948.device), seconds: seconds)
  }

  private func fields(_ steps: [SimulatedSamples.Step], from: Double) -> [Vector3] {
    steps.filter { Double($0.sample.time.microseconds) >= from * 1e6 }
      .compactMap(\.sample.magneticField?.microtesla)
  }

  @Test func faultsBreakWhatTheySay() throws {
    #expect(Set(fields(try run("stuck", seconds: 40), from: 20).map { "\($0)" }).count == 1)
    #expect(Set(fields(try run("stuck", seconds: 20), from: 0).map { "\($0)" }).count > 100)
    #expect(
      fields(try run("dead-axis", seconds: 30), from: 20).allSatisfy { $0.x == 0 && $0.y != 0 })
    let (swapped, right) = (
      try run("swapped-axes", seconds: 9), try run("looking-round", seconds: 9)
    )
    for (a, b) in zip(fields(swapped, from: 0), fields(right, from: 0)) {
      #expect(a == Vector3(b.y, b.x, b.z))
    }
    let saturated = fields(try run("saturated", seconds: 40), from: 21)
    // the range, in steps of 0.15 µT
    #expect(saturated.allSatisfy { abs(max(abs($0.x), abs($0.y)) - 130) < 0.15 })
    #expect(try run("no-gyro", seconds: 9).allSatisfy { $0.sample.angularRate == nil })
    let lost = try run("gyro-lost", seconds: 60).filter { $0.sample.angularRate != nil }
    #expect(lost.count == 4000)
    #expect(try run("1hz", seconds: 30).count == 30)
    let clipped = try run("accel-clipped", seconds: 9).compactMap(\.sample.acceleration)
    #expect(clipped.allSatisfy { abs($0.metresPerSecondSquared.z + 8) < 0.001 })
  }

  @Test func scenesDoWhatTheySay() throws {
    let falling = try run("free-fall", seconds: 20).filter {
      (12_300_000...12_900_000).contains($0.sample.time.microseconds)
    }
    #expect(falling.count == 61)
    for step in falling {
      let force = try #require(step.sample.acceleration).metresPerSecondSquared
      #expect(force.length < 0.2)  // noise alone: 0.016 m/s² a sample
    }
    let up = try run("upright", seconds: 90).map { $0.truth.attitude.rotate(Vector3(1, 0, 0)).z }
    #expect((up.min() ?? 0) < -0.99 && (up.max() ?? 0) > 0.99)
    let pole = try #require(NamedScene.named("magnetic-pole")).world(try earthField())
    #expect(pole.undisturbed.x.magnitude < 1e-9 && pole.undisturbed.y.magnitude < 1e-9)
    #expect(
      try #require(NamedScene.named("tumble")).altered(Chips.icm20948.device).calibration == nil)
  }

  // An octant that is never looked into would leave an ellipsoid open there.
  @Test(arguments: [63, -64, 0, 85.0]) func tumblingCoversTheSphere(dip: Double) throws {
    let scene = try #require(NamedScene.named("tumble"))
    let earth = try earthField(inclinationDegrees: dip)
    let found = steps(scene.world(earth), Device(), seconds: 60)
    var counts = [Int](repeating: 0, count: 26)
    for field in found.compactMap(\.sample.magneticField?.microtesla) {
      let signs = [field.x, field.y, field.z].map { $0 / 48 > 0.38 ? 2 : $0 / 48 < -0.38 ? 0 : 1 }
      let index = signs[0] * 9 + signs[1] * 3 + signs[2]
      if index != 13 { counts[index > 13 ? index - 1 : index] += 1 }
    }
    #expect(counts.allSatisfy { $0 > 10 }, "\(counts)")
  }
}
