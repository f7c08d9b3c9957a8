import Quantities
import Randomness
import Simulation
import Testing
import Wire

/// Scenes in which one sensor fails in a way that the other sensors show. The heading may be missing or uncertain;
/// it is not accurate and wrong.
@Suite struct CorruptedSceneTests {
  /// What a broken sensor does to its samples from `start` s on.
  enum Corruption: CaseIterable {
    /// One value for ever, exactly or with 0.3 µT, 0.05 m/s², 0.005 rad/s of noise (standard deviation).
    case fieldStuck, fieldStuckWithNoise, forceStuck, forceStuckWithNoise, rateStuck, rateZero
    /// y has the opposite sign.
    case rateReversed
    /// All axes, as with another range than the configured one.
    case rateHalved, rateDoubled
    /// Half as long again.
    case forceScaled
  }

  private struct Corrupter {
    let corruption: Corruption
    let start: Double
    var generator = SeededGenerator(seed: 7)
    var field: Vector3?
    var force: Vector3?
    var rate: Vector3?

    private mutating func noise(_ sigma: Double) -> Vector3 {
      Vector3(generator.nextNormal(), generator.nextNormal(), generator.nextNormal()) * sigma
    }

    mutating func alter(_ sample: inout Sample, _ time: Double) {
      guard time >= start else { return }
      field = field ?? sample.magneticField?.microtesla
      force = force ?? sample.acceleration?.metresPerSecondSquared
      rate = rate ?? sample.angularRate?.radiansPerSecond
      switch corruption {
      case .fieldStuck: sample.magneticField?.microtesla = field ?? .zero
      case .fieldStuckWithNoise:
        sample.magneticField?.microtesla = (field ?? .zero) + noise(0.3)
      case .forceStuck: sample.acceleration?.metresPerSecondSquared = force ?? .zero
      case .forceStuckWithNoise:
        sample.acceleration?.metresPerSecondSquared = (force ?? .zero) + noise(0.05)
      case .rateStuck: sample.angularRate?.radiansPerSecond = rate ?? .zero
      case .rateZero: sample.angularRate?.radiansPerSecond = .zero
      case .rateReversed:
        guard let rate = sample.angularRate?.radiansPerSecond else { return }
        sample.angularRate?.radiansPerSecond = Vector3(rate.x, -rate.y, rate.z)
      case .rateHalved, .rateDoubled:
        guard let rate = sample.angularRate?.radiansPerSecond else { return }
        sample.angularRate?.radiansPerSecond = rate * (corruption == .rateHalved ? 0.5 : 2)
      case .forceScaled:
        guard let force = sample.acceleration?.metresPerSecondSquared else { return }
        sample.acceleration?.metresPerSecondSquared = force * 1.5
      }
    }
  }

  /// s: how long an accurate heading may be off by more than 10° and three times its error. A fault takes
  /// that long to show.
  private static let longest = 3.1

  /// Adds to what a sample has of the two, m/s² and µT.
  private func add(to sample: inout Sample, force: Vector3 = .zero, field: Vector3 = .zero) {
    if let measured = sample.acceleration?.metresPerSecondSquared {
      sample.acceleration?.metresPerSecondSquared = measured + force
    }
    if let measured = sample.magneticField?.microtesla {
      sample.magneticField?.microtesla = measured + field
    }
  }

  private func expectNoLastingLie(_ run: SceneRun, _ place: String) {
    var begin: Double?
    for moment in run.moments {
      begin = moment.isLie ? begin ?? moment.time : nil
      let lasted = moment.time - (begin ?? moment.time)
      #expect(lasted < Self.longest, "\(place): at \(moment.time) s")
    }
  }

  // Left out is what nobody can know: an even turn at 3°/s beside a constant field with noise is also a gyro with
  // that bias, at rest.
  @Test(
    arguments: ["turntable", "wander", "looking-round", "upright", "vibration"],
    Corruption.allCases)
  func aBrokenSensorIsNotAccurateAndWrong(scene: String, corruption: Corruption) throws {
    for given in SceneCase.all {
      for start in [0.0, 10.0] {
        var corrupter = Corrupter(corruption: corruption, start: start)
        let run = try SceneRun(scene, given, seconds: 40, alter: { corrupter.alter(&$0, $1) })
        expectNoLastingLie(run, "\(given), from \(start) s")
      }
    }
  }

  // It turns the tilt by up to 17°, against gyro and field.
  @Test(
    arguments: ["rest", "walk", "wander", "looking-round", "upright"],
    [
      Vector3(3, 0, 0), Vector3(0, -3, 0), Vector3(0, 0, 3), Vector3(-1, 2, -2),
      Vector3(0, 1.5, 1.5),
    ])
  func anAccelerometerThatShiftsIsNotAccurateAndWrong(scene: String, shift: Vector3) throws {
    for given in SceneCase.all {
      let run = try SceneRun(
        scene, given, seconds: 60, alter: { if $1 >= 20 { add(to: &$0, force: shift) } })
      #expect(run.lies == 0, "\(given)")
    }
  }

  // 5 µT are a tenth of the Earth's field, too little to be interference, and turn north by up to 18°.
  @Test(
    arguments: ["rest", "walk", "vibration", "wander", "upright"],
    [Vector3(5, 0, 0), Vector3(0, 5, 0), Vector3(0, -5, 0), Vector3(-3, -4, 0)])
  func aWeakMagnetThatIsPutOnTheDeviceIsNotAccurateAndWrong(scene: String, field: Vector3) throws {
    for given in SceneCase.all {
      let run = try SceneRun(
        scene, given, seconds: 60, alter: { if $1 >= 20 { add(to: &$0, field: field) } })
      expectNoLastingLie(run, "\(given)")
    }
  }

  @Test(arguments: SceneCase.all, ["slow-turn", "no-gyro", "rest"])
  func aMagnetometerThatNeverChangesIsNamed(given: SceneCase, scene: String) throws {
    var corrupter = Corrupter(corruption: .fieldStuck, start: 0)
    let run = try SceneRun(scene, given, seconds: 30, alter: { corrupter.alter(&$0, $1) })
    let named = run.between(4)
    #expect(named.allSatisfy { $0.why.contains(.sensorStuck) && $0.status == .unavailable })
    #expect(run.lies == 0)
  }

  // While the field stood still the filter took the turn for bias; it goes back to the bias of before.
  @Test(arguments: SceneCase.all)
  func theHoldAfterAStuckFieldHasTheBiasOfBefore(given: SceneCase) throws {
    var corrupter = Corrupter(corruption: .fieldStuck, start: 15)
    let run = try SceneRun("slow-turn", given, seconds: 60, alter: { corrupter.alter(&$0, $1) })
    let held = run.between(20, 60)
    #expect(held.share { $0.reading.source == .gyroHold } > 0.99)
    #expect(held.worst < 6)
    #expect(run.lies == 0)
  }

  @Test(arguments: SceneCase.all, [Corruption.forceStuckWithNoise, .rateReversed])
  func gyroAndAccelerometerThatContradictAreNamed(
    given: SceneCase, corruption: Corruption
  ) throws {
    var corrupter = Corrupter(corruption: corruption, start: 10)
    let run = try SceneRun("wander", given, seconds: 40, alter: { corrupter.alter(&$0, $1) })
    #expect(!run.between(0, 10).contains { $0.why.contains(.motionContradicted) })
    #expect(run.between(20).share { $0.why.contains(.motionContradicted) } > 0.5)
  }

  // The other two show the heading: without that it is held by the gyro at fault, and is off by a part of each turn.
  @Test(arguments: SceneCase.all, [Corruption.rateHalved, .rateDoubled, .rateReversed])
  func withoutAGyroThatTheOthersContradictTheHeadingGoesOn(
    given: SceneCase, corruption: Corruption
  ) throws {
    var corrupter = Corrupter(corruption: corruption, start: 10)
    let run = try SceneRun("wander", given, seconds: 70, alter: { corrupter.alter(&$0, $1) })
    let later = run.between(40)
    #expect(later.share { $0.reading.source == .magnetometerAccelerometer } > 0.9)
    #expect(later.allSatisfy { $0.status != .accurate && $0.why.contains(.motionContradicted) })
    #expect(later.share { abs($0.error ?? 0) < 10 } > 0.9)
  }
}
