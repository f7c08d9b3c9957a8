import Quantities
import Randomness
import Testing

@testable import SensorHealth

/// What a magnetometer's own values tell of it.
@Suite struct FieldHealthTests {
  /// A magnetometer on a table, 50 Hz, and a device that may turn.
  private struct Bench {
    var health = FieldHealth(gravityTolerance: 0.1, averaging: 0.2)
    private var random = SeededGenerator(seed: 11)
    private var index: Int64 = 0
    private var faults: [SensorFault?] = []

    /// µT, sensor frame; of a device that lies crooked.
    static let field = Vector3(23.4, -17.1, 38.7)
    static let still = FieldMotion.unknown

    /// Feeds `seconds` of samples.
    ///
    /// - Parameters:
    ///   - noise: µT, rounded to steps of 0.15 µT as a chip does; 0: none and no steps.
    ///   - turning: parts of the strength that each axis should change by in a second.
    mutating func run(
      _ seconds: Double, _ field: Vector3 = Self.field, noise: Double = 0, turning: Double = 0,
      uncertainty: Double = 0, isTooStrong: Bool = false, pin: (inout Vector3) -> Void = { _ in }
    ) {
      faults = []
      let motion = FieldMotion(change: turning, uncertainty: uncertainty)
      for _ in 0..<Int(seconds * 50) {
        var sample = field
        if noise > 0 {
          sample = Vector3(step(field.x, noise), step(field.y, noise), step(field.z, noise))
        }
        pin(&sample)
        index += 1
        health.update(
          sample, motion: (motion, motion, motion), isTooStrong: isTooStrong,
          at: Timestamp(microseconds: index * 20_000))
        faults.append(health.fault)
      }
    }

    private mutating func step(_ value: Double, _ noise: Double) -> Double {
      ((value + noise * random.nextNormal()) / 0.15).rounded() * 0.15
    }

    /// s into the last run at which the fault of its end began; `nil` where that has none.
    var foundAfter: Double? {
      guard let fault = faults.last, fault != nil else { return nil }
      let before = faults.lastIndex { $0 != fault } ?? -1
      return Double(before + 1) / 50
    }

    mutating func gravity(_ force: Vector3, seconds: Double) {
      for step in 0..<Int(seconds * 50) {
        health.add(
          force: force, at: Timestamp(microseconds: index * 20_000 + Int64(step) * 20_000))
      }
    }
  }

  // An hour; an axis of a noise of two steps says the same 30 times in a row once in 10²⁰ hours.
  @Test func noiseIsNoFault() {
    var bench = Bench()
    bench.run(3600, noise: 0.3)
    #expect(bench.health.fault == nil)
  }

  // A chip that averages until its last digit stands has no noise, and is not broken for it.
  @Test func aWorldWithoutNoiseIsNotBroken() {
    var bench = Bench()
    bench.run(600)
    #expect(bench.health.fault == nil && bench.health.isUsable)
    // It changes when the device is moved, and stands again.
    for shift in 1...40 { bench.run(20, Bench.field + Vector3(0.3, -0.2, 0.1) * Double(shift)) }
    #expect(bench.health.fault == nil)
  }

  @Test func aNoisyFieldThatStandsIsStuckAfterThreeSeconds() throws {
    var bench = Bench()
    bench.run(10, noise: 0.3)
    bench.run(10)
    #expect(bench.health.fault == .stuck && !bench.health.isUsable)
    #expect(abs(try #require(bench.foundAfter) - 3) < 0.1)
    bench.run(1, noise: 0.3)
    #expect(bench.health.fault == nil)
  }

  // 0.5 of the strength in a second are about 30°/s.
  @Test func aFieldThatStandsWhileTheDeviceTurnsIsStuckAfterASecond() throws {
    var bench = Bench()
    bench.run(5, turning: 0.5)
    #expect(bench.health.fault == .stuck)
    #expect(abs(try #require(bench.foundAfter) - 1) < 0.1)
    bench.run(0.7, noise: 0.3, turning: 0.5)
    #expect(bench.health.fault == nil)
  }

  // What may all be the gyro's bias is no turn.
  @Test func aTurnWithinTheGyrosBiasProvesNothing() {
    var bench = Bench()
    bench.run(60, turning: 0.14, uncertainty: 0.15)
    #expect(bench.health.fault == nil)
  }

  @Test func oneAxisThatStandsAmongNoisyOnesIsStuck() throws {
    var bench = Bench()
    bench.run(10, noise: 0.3)
    bench.run(10, noise: 0.3) { $0.y = 0 }
    #expect(bench.health.fault == .stuck)
    #expect(abs(try #require(bench.foundAfter) - 3) < 0.1)
  }

  // Far under the last digit of any magnetometer.
  @Test func aWobbleUnderAnyResolutionNeitherBreaksNorMends() {
    var bench = Bench()
    let wobble = Vector3(1e-12, 0, 1e-12)
    for step in 0..<3000 { bench.run(0.02, Bench.field + wobble * Double(step % 2)) }
    #expect(bench.health.fault == nil)
    bench.run(10, noise: 0.3)
    bench.run(5)
    for step in 0..<500 { bench.run(0.02, Bench.field + wobble * Double(step % 2)) }
    #expect(bench.health.fault == .stuck)
    for step in 0..<100 { bench.run(0.02, wobble * Double(step % 2)) }
    #expect(bench.health.fault == .allZero)
  }

  @Test func zerosAreNamedAtOnceAndASingleOneIsOnlyLeftOut() {
    var bench = Bench()
    bench.run(5, noise: 0.3)
    bench.run(0.02, .zero)
    #expect(bench.health.fault == nil && !bench.health.isUsable)
    bench.run(0.02, noise: 0.3)
    #expect(bench.health.isUsable)
    bench.run(0.06, .zero)
    #expect(bench.health.fault == .allZero)
  }

  // ±800 µT is where a QMC5883L ends.
  @Test func anAxisAtTheEndOfItsRangeIsSaturated() throws {
    var bench = Bench()
    bench.run(5, noise: 0.3)
    bench.run(2, noise: 0.3, isTooStrong: true) { $0.z = 800 }
    #expect(bench.health.fault == .saturated)
    #expect(abs(try #require(bench.foundAfter) - 0.2) < 0.1)
    // As strong, but no axis stands: a magnet, and what it does is measured.
    var other = Bench()
    other.run(5, noise: 0.3)
    other.run(20, Vector3(400, -300, 90), noise: 0.3, isTooStrong: true)
    #expect(other.health.fault == nil)
  }

  // A device that was raised by 30° while no axis changed.
  @Test func gravityTellsOfATurnAsWell() {
    var bench = Bench()
    bench.gravity(Vector3(0, 0, -9.81), seconds: 2)
    bench.run(2)
    #expect(bench.health.fault == nil)
    bench.gravity(Vector3(4.9, 0, -8.5), seconds: 2)
    bench.run(1)
    #expect(bench.health.fault == .stuck)
  }

  // A device that was shaken is not turned by that.
  @Test func aPushIsNoTurn() {
    var bench = Bench()
    bench.gravity(Vector3(0, 0, -9.81), seconds: 2)
    bench.run(2)
    bench.gravity(Vector3(9, 0, -9.81), seconds: 2)
    bench.run(5)
    #expect(bench.health.fault == nil)
  }

  // A driver that asks a chip of 1 Hz a hundred times a second gets every value a hundred times.
  @Test(arguments: [2, 10, 50]) func aValueThatIsReadOftenIsNotStuck(times: Int) {
    var (bench, random) = (Bench(), SeededGenerator(seed: 3))
    for _ in 0..<200 {
      let noise = Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal())
      bench.run(Double(times) / 50, Bench.field + noise, turning: 0.4)
    }
    #expect(bench.health.fault == nil)
  }
}
