import Quantities
import Randomness
import Simulation
import Testing

@testable import Heading

/// What must hold of the filter whatever is measured.
@Suite struct FilterPropertyTests {
  /// Turns about all axes in the Earth's field, with the noise of a cheap chip.
  private func samples(
    turnedBy degrees: Double = 0, mount: Mount = oddMount, chip: Chips = .icm20948,
    seconds: Double = 12, change: (inout Device) -> Void = { _ in }
  ) throws -> [SimulatedSamples.Step] {
    var motion = Motion(
      heading: Path(310 + degrees).waving(95, hertz: 0.061),
      pitch: Path(6).waving(28, hertz: 0.11, phaseDegrees: 130),
      roll: Path(-5).waving(33, hertz: 0.083, phaseDegrees: 15))
    motion.heading = motion.heading.waving(35, hertz: 0.17, phaseDegrees: 70)
    var device = chip.device
    device.mount = mount
    change(&device)
    let world = World(earth: try earthField(), motion: motion)
    return Array(
      SimulatedSamples(world: world, device: device, seed: 5)
        .prefix { Double($0.sample.time.microseconds) < seconds * 1e6 })
  }

  /// An estimate after every tenth sample.
  private func estimates(
    _ samples: [Sample], mount: Mount = oddMount,
    calibration: Calibration? = Chips.icm20948.device.calibration
  ) -> [HeadingEstimate] {
    var filter = HeadingFilter(mount: mount, calibration: calibration)
    return samples.enumerated().compactMap { index, sample in
      filter.update(sample)
      return index % 10 == 9 ? filter.estimate(at: sample.time) : nil
    }
  }

  // The device turned by an angle in the same field: exact sensors say the angle more, and nothing
  // else; but for the 20 ms of delay that the filter begins with, which turns of 50°/s make 1°.
  @Test(arguments: [17.0, 91.3, 180, 254.7]) func aTurnedMotionTurnsTheAnswer(angle: Double) throws
  {
    let given = Calibration.given
    let here = estimates(
      try samples(chip: .ideal).map(\.sample), calibration: given)
    let there = estimates(
      try samples(turnedBy: angle, chip: .ideal).map(\.sample), calibration: given)
    #expect(here.count == there.count && here.count > 100)
    for (one, other) in zip(here, there) {
      let (from, to) = (try #require(one.heading), try #require(other.heading))
      #expect(abs(RelativeBearing(degrees: to.degrees - from.degrees - angle).degrees) < 1)
    }
  }

  // The same measurements in the frame of a chip that is turned otherwise, and a mount that says so.
  @Test(arguments: 0..<4) func aProperMountChangesNothing(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let turn = Quaternion(
      yaw: random.double(-3...3), pitch: random.double(-1.5...1.5), roll: random.double(-3...3))
    let samples = try samples(mount: .identity, chip: .ideal).map(\.sample)
    let turned = samples.map { sample in
      var sample = sample
      sample.magneticField = sample.magneticField.map {
        MagneticField(microtesla: turn.inverse.rotate($0.microtesla))
      }
      sample.acceleration = sample.acceleration.map {
        Acceleration(metresPerSecondSquared: turn.inverse.rotate($0.metresPerSecondSquared))
      }
      sample.angularRate = sample.angularRate.map {
        AngularRate(radiansPerSecond: turn.inverse.rotate($0.radiansPerSecond))
      }
      return sample
    }
    let one = estimates(samples, mount: .identity, calibration: .given)
    let other = estimates(
      turned, mount: .turned(magnetometer: turn, inertial: turn), calibration: .given)
    for (one, other) in zip(one, other) {
      let (from, to) = (try #require(one.heading), try #require(other.heading))
      #expect(abs(RelativeBearing(degrees: to.degrees - from.degrees).degrees) < 1e-6)
      #expect(one.conditions == other.conditions && one.interference == other.interference)
    }
  }

  // Bit for bit: nothing depends on when, and nothing on what was run before.
  @Test(arguments: [Int64(0), 1, 987_654_321, 1_800_000_000_000_000])
  func theTimeOfDayChangesNothing(shift: Int64) throws {
    let samples = try samples().map(\.sample)
    let shifted = samples.map { sample in
      var sample = sample
      sample.time = sample.time.advanced(byMicroseconds: shift)
      return sample
    }
    #expect(estimates(samples) == estimates(shifted))
  }

  // Each sensor at a rate of its own; the heading is the same one to the noise of the field.
  @Test(arguments: [
    (10.0, 100.0, 1000.0), (20, 50, 400), (100, 25, 100), (75, 200, 60), (1000, 1000, 1000),
    (10, 10, 10), (400, 10, 25),
  ])
  func ratesDoNotMatter(magnetometer: Double, accelerometer: Double, gyro: Double) throws {
    let steps = try samples(seconds: 10) {
      $0.magnetometer?.clock.rateHz = magnetometer
      $0.accelerometer?.clock.rateHz = accelerometer
      $0.gyro?.sensor.clock.rateHz = gyro
    }
    var filter = HeadingFilter(
      mount: oddMount, calibration: Chips.icm20948.device.calibration)
    var judged = 0
    for step in steps {
      filter.update(step.sample)
      guard step.sample.time.microseconds > 4_000_000, step.sample.magneticField != nil
      else { continue }
      let forward = step.truth.attitude.rotate(Vector3(1, 0, 0))
      let truth = try #require(Azimuth<MagneticNorth>(north: forward.x, east: forward.y))
      let heading = try #require(filter.estimate(at: step.sample.time).heading)
      #expect(abs(RelativeBearing(degrees: heading.degrees - truth.degrees).degrees) < 5)
      judged += 1
    }
    #expect(judged > 50)
  }

  // Whatever comes for three seconds, every number stays a number, and half a minute later the
  // heading is right again.
  @Test(arguments: [
    Vector3(1e6, -1e6, 1e6), Vector3(1e-12, 0, 0), .zero, Vector3(-3e4, 5, 1e6),
  ])
  func absurdValuesAreSurvived(value: Vector3) throws {
    let steps = try samples(seconds: 42)
    var filter = HeadingFilter(
      mount: oddMount, calibration: Chips.icm20948.device.calibration)
    var last: (heading: Double, truth: Double)?
    for step in steps {
      var sample = step.sample
      let isAbsurd = (6_000_000..<9_000_000).contains(sample.time.microseconds)
      if isAbsurd {
        if sample.magneticField != nil { sample.magneticField?.microtesla = value }
        sample.acceleration?.metresPerSecondSquared = value
        sample.angularRate?.radiansPerSecond = value * 1e-2
      }
      filter.update(sample)
      guard sample.magneticField != nil else { continue }
      let estimate = filter.estimate(at: sample.time)
      for number in numbers(estimate) { #expect(number.isFinite) }
      let forward = step.truth.attitude.rotate(Vector3(1, 0, 0))
      let truth = try #require(Azimuth<MagneticNorth>(north: forward.x, east: forward.y))
      last = estimate.heading.map { ($0.degrees, truth.degrees) }
    }
    let (heading, truth) = try #require(last)
    let isRight = abs(RelativeBearing(degrees: heading - truth).degrees) < 10
    #expect(isRight)
  }

  private func numbers(_ estimate: HeadingEstimate) -> [Double] {
    let disturbance = estimate.disturbance
    return [
      estimate.heading?.degrees, estimate.error68Degrees, estimate.turnRateDegreesPerSecond,
      estimate.pitchDegrees, estimate.rollDegrees, estimate.strengthErrorPercent,
      estimate.inclinationErrorDegrees, disturbance?.x, disturbance?.y, disturbance?.z,
    ].compactMap(\.self)
  }
}
