import Heading
import Quantities
import Simulation
import Testing

/// What a filter says after samples of its gyro and accelerometer were missing, and of motions that look like others.
///
/// No reading may be off by more than three times its error: of normal errors 0.3 % are.
@Suite struct BrokenOffTests {
  /// A device in a hand that is turned by 100°, which proves the calibration, and then held.
  private func hand(moving further: (inout Path) -> Void = { _ in }) -> Motion {
    var heading = Path(40).waving(3, hertz: 0.14).holding(6).moving(by: 100, over: 5)
    further(&heading)
    return Motion(
      heading: heading, pitch: Path(0).waving(3, hertz: 0.11), roll: Path(0).waving(2, hertz: 0.17))
  }

  /// - Parameters:
  ///   - change: what is done to a sample; `nil` takes it away.
  ///   - each: called before each sample.
  private func judge(
    _ world: World, seconds: Double, tolerances: InertialTolerances = .calibrated,
    change: (Sample, Double) -> Sample? = { sample, _ in sample },
    each: (inout HeadingFilter, Double) -> Void = { _, _ in }
  ) -> [Judged] {
    let device = Chips.icm20948.device
    var calibration = device.calibration
    if tolerances != .calibrated { calibration?.inertial = nil }
    var filter = HeadingFilter(
      mount: device.mount, calibration: calibration, tolerances: tolerances)
    var judged: [Judged] = []
    for (index, step) in SimulatedSamples(world: world, device: device, seed: 5).enumerated() {
      let time = Double(step.sample.time.microseconds) / 1e6
      guard time < seconds else { break }
      each(&filter, time)
      guard let sample = change(step.sample, time) else { continue }
      filter.update(sample)
      guard index % 10 == 9 else { continue }
      judged.append(
        Judged(
          time: time, estimate: filter.estimate(at: step.sample.time),
          truth: Pose(headingDegrees: world.motion.heading.jet(at: time).value)))
    }
    return judged
  }

  /// Whether a reading is off by more than three times its error and 3°.
  private func isOverconfident(_ one: Judged) -> Bool {
    guard let error = one.error else { return false }
    return abs(error) > 3 + 3 * one.estimate.errors.error68Degrees
  }

  private func withoutInertial(_ sample: Sample) -> Sample? {
    var sample = sample
    (sample.angularRate, sample.acceleration) = (nil, nil)
    return sample.magneticField == nil ? nil : sample
  }

  /// 20 µT to the east from 20 s on: with 22.5 µT to the north the field points 41.6° beside it.
  private func magnet(from start: Double = 20, until end: Double = .infinity) throws -> World {
    World(
      earth: try earthField(), motion: hand(),
      magnets: [
        Magnet(
          .uniform(Vector3(0, 20, 0)), in: .earth,
          during: Envelope(from: start, until: end, ramp: 0.1))
      ])
  }

  @Test func aMagnetThatIsThereIsNotForgottenWhenTheGyroWasSilent() throws {
    let judged = judge(try magnet(), seconds: 45) { sample, time in
      (30..<30.4).contains(time) ? withoutInertial(sample) : sample
    }
    let after = judged.filter { $0.time > 31 }
    // The new start can only take the field that it finds.
    #expect(after.contains { abs($0.error ?? 0) > 30 })
    #expect(!after.contains { isOverconfident($0) || !$0.estimate.errors.isUncertain })
  }

  @Test func aMagnetThatIsThereIsNotForgottenOverAGap() throws {
    var hasRestarted = false
    let judged = judge(try magnet(), seconds: 45) { sample, _ in
      sample
    } each: { filter, time in
      guard time >= 30, !hasRestarted else { return }
      hasRestarted = true
      filter.restart()
    }
    let after = judged.filter { $0.time > 31 }
    #expect(after.contains { abs($0.error ?? 0) > 30 })
    #expect(!after.contains(where: isOverconfident))
  }

  // The reference after the first break is the former one, but has been accepted for less than 8 s by itself.
  @Test func twoBreaksShortlyAfterEachOtherForgetNothing() throws {
    let judged = judge(try magnet(from: 33), seconds: 48) { sample, time in
      (30..<30.4).contains(time) || (34..<34.4).contains(time) ? withoutInertial(sample) : sample
    }
    let after = judged.filter { $0.time > 35 }
    #expect(after.contains { abs($0.error ?? 0) > 30 })
    #expect(!after.contains(where: isOverconfident))
  }

  // As of a display on the same bus: 40 ms, eight times a second.
  @Test func regularStallsOfTheGyroLeaveTheFieldInUse() throws {
    let judged = judge(World(earth: try earthField(), motion: hand()), seconds: 40) {
      sample, time in
      time.truncatingRemainder(dividingBy: 0.125) < 0.04 ? withoutInertial(sample) : sample
    }
    let held = judged.filter { $0.time > 20 }
    #expect(held.allSatisfy { abs($0.error ?? 180) < 4 && !$0.estimate.errors.isUncertain })
    #expect(held.allSatisfy { !$0.estimate.conditions.contains(.warmingUp) })
  }

  @Test func aMagnetThatIsGoneMeanwhileLeavesNoError() throws {
    let judged = judge(try magnet(until: 30.2), seconds: 45) { sample, time in
      (30..<30.4).contains(time) ? withoutInertial(sample) : sample
    }
    let after = judged.filter { $0.time > 36 }
    #expect(!after.isEmpty)
    #expect(after.allSatisfy { abs($0.error ?? 180) < 3 })
    // What residuals were in the last minute still counts.
    #expect(after.allSatisfy { $0.estimate.errors[.unprovenReference] == 0 })
  }

  @Test func withoutAGyroAMagnetIsNotForgottenEither() throws {
    let judged = judge(try magnet(), seconds: 45) { sample, time in
      var sample = sample
      if time >= 30 { sample.angularRate = nil }
      return sample
    }
    let after = judged.filter { $0.time > 31 }
    #expect(after.contains { abs($0.error ?? 0) > 30 })
    #expect(!after.contains(where: isOverconfident))
  }

  @Test func aTurnThatEndsWhileSamplesOfTheGyroAreMissingIsFoundByTheField() throws {
    let world = World(
      earth: try earthField(),
      motion: hand { $0 = $0.holding(19).moving(by: 90, over: 0.8) })
    let judged = judge(world, seconds: 40) { sample, time in
      (30.6..<30.8).contains(time) ? withoutInertial(sample) : sample
    }
    #expect(judged.filter { $0.time > 31.5 }.allSatisfy { abs($0.error ?? 180) < 4 })
  }

  // Up to 340°/s, and 2000°/s². With the rate behind each gap for all of it the heading was 11° off.
  @Test func aTenthOfASecondMayBeMissingInAWave() throws {
    let world = World(
      earth: try earthField(),
      motion: Motion(
        heading: Path(40).waving(60, hertz: 0.9), pitch: Path(0).waving(30, hertz: 0.7),
        roll: Path(0).waving(25, hertz: 0.8)))
    let judged = judge(world, seconds: 60) { sample, time in
      time > 10 && time.truncatingRemainder(dividingBy: 3.7) < 0.1 ? nil : sample
    }
    let held = judged.filter { $0.time > 20 }
    #expect(held.allSatisfy { abs($0.error ?? 180) < 4.5 })
    #expect(!held.contains(where: isOverconfident))
  }

  // Of a turntable, a ship or a train. The gyro's bias must not learn it.
  @Test func aSlowEvenTurnIsNoRest() throws {
    let world = World(
      earth: try earthField(),
      motion: Motion(
        heading: Path(40).holding(6).moving(by: 100, over: 5).holding(29).moving(by: 20, over: 100))
    )
    let judged = judge(world, seconds: 140)
    #expect(!judged.contains(where: isOverconfident))
    #expect(judged.filter { $0.time > 60 }.allSatisfy { abs($0.error ?? 180) < 4 })
  }

  /// 0.5 m/s² is 51 mg; ±60 mg is what an LSM303DLHC is sold with (DocID018771 rev. 2, table 3).
  @Test(arguments: [false, true]) func anAccelerometerThatIsNotCalibratedIsInTheError(
    hasRate: Bool
  ) throws {
    let world = World(earth: try earthField(inclinationDegrees: 67), motion: hand())
    let judged = judge(world, seconds: 40, tolerances: .cheapBoard) { sample, _ in
      var sample = sample
      if !hasRate { sample.angularRate = nil }
      if let force = sample.acceleration?.metresPerSecondSquared {
        sample.acceleration = Acceleration(metresPerSecondSquared: force + Vector3(0, 0.5, 0))
      }
      return sample
    }
    let held = judged.filter { $0.time > 20 }
    #expect(held.contains { abs($0.error ?? 0) > (hasRate ? 1 : 5) })
    #expect(held.allSatisfy { $0.estimate.conditions.contains(.inertialUncalibrated) })
    #expect(!held.contains(where: isOverconfident))
  }

  // Where the field is nearly level a tilt does not turn north, but the azimuth of a steep axis.
  @Test(arguments: [55.0, 65]) func aSteepDeviceHasTheAccelerometersOffsetInItsError(
    pitch: Double
  ) throws {
    let world = World(
      earth: try earthField(inclinationDegrees: -10),
      motion: Motion(
        heading: Path(40).waving(2, hertz: 0.16).holding(6).moving(by: 100, over: 5),
        pitch: Path(pitch).waving(1, hertz: 0.11)))
    let judged = judge(world, seconds: 40, tolerances: .cheapBoard) { sample, _ in
      var sample = sample
      if let force = sample.acceleration?.metresPerSecondSquared {
        sample.acceleration = Acceleration(metresPerSecondSquared: force + Vector3(0.1, 1, 0))
      }
      return sample
    }
    let held = judged.filter { $0.time > 20 }
    #expect(held.contains { abs($0.error ?? 0) > 5 })
    #expect(!held.contains(where: isOverconfident))
  }
}
