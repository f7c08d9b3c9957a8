import Foundation
import Quantities
import Simulation
import Testing

@testable import Heading

/// Headings that are not north, and the two places where an average of angles fails.
private let awkwardHeadings = [37.0, 143, 180, 211, 359.7]

@Suite struct HeadingFilterTests {
  private func still(_ heading: Double, pitch: Double = 8, roll: Double = -5) throws -> Scene {
    Scene(earth: try earthField()) { _ in
      Pose(headingDegrees: heading, pitchDegrees: pitch, rollDegrees: roll)
    }
  }

  // Noise of 0.3 µT on 22.5 µT horizontal is 0.8° a sample; averaged over a second, under 0.3°.
  @Test(arguments: awkwardHeadings)
  func aStillDeviceKnowsItsHeadingWithEverySetOfSensors(heading: Double) throws {
    for (hasForce, hasRate) in [(true, true), (true, false)] {
      var model = SensorModel()
      (model.hasForce, model.hasRate) = (hasForce, hasRate)
      model.mount = oddMount
      let worst = judge(try still(heading), model: model, seconds: 20)
        .filter { $0.time > 2 }.worstError
      #expect(try #require(worst) < 1.5, "gyro: \(hasRate)")
    }
  }

  @Test(arguments: awkwardHeadings)
  func aLevelDeviceKnowsItsHeadingFromTheFieldAlone(heading: Double) throws {
    var model = SensorModel()
    (model.hasForce, model.hasRate) = (false, false)
    let judged = judge(try still(heading, pitch: 0, roll: 0), model: model, seconds: 5)
    #expect(try #require(judged.filter { $0.time > 1 }.worstError) < 1.5)
    let last = try #require(judged.last).estimate
    #expect(last.source == .magnetometer)
    #expect(last.conditions.contains(.noTiltSensor))
    #expect(last.pitchDegrees == nil)
  }

  @Test func theHeadingIsRightFromTheFirstSecond() throws {
    let judged = judge(try still(211), seconds: 1)
    #expect(try #require(judged.worstError) < 3)
    #expect(try #require(judged.first).estimate.conditions.contains(.warmingUp))
  }

  // A turn through 0° and through 180° at 60 °/s: no place on the circle is special.
  @Test(arguments: [(true, 4.0), (false, 25.0)])
  func aTurnThroughNorthAndSouthHasNoJump(hasRate: Bool, tolerance: Double) throws {
    var model = SensorModel()
    model.hasRate = hasRate
    model.gyroBias = .zero
    let scene = Scene(earth: try earthField()) { time in
      Pose(headingDegrees: 60 * time, pitchDegrees: 10, rollDegrees: 5)
    }
    let judged = judge(scene, model: model, seconds: 20).filter { $0.time > 2 }
    #expect(try #require(judged.worstError) < tolerance)
    for (a, b) in zip(judged, judged.dropFirst()) {
      let (from, to) = (try #require(a.estimate.heading), try #require(b.estimate.heading))
      #expect(abs(RelativeBearing(of: to, from: from).degrees - 6) < 3)  // 60 °/s for 0.1 s
    }
  }

  @Test func turnRateIsClockwisePositive() throws {
    for rate in [-25.0, 25] {
      let scene = Scene(earth: try earthField()) { Pose(headingDegrees: rate * $0) }
      let last = try #require(judge(scene, seconds: 5).last).estimate
      #expect(abs(try #require(last.turnRateDegreesPerSecond) - rate) < 2)
    }
  }

  // Without noise and bias the answer turns with the device, but not to the last digit: a tilt in the
  // plane of the field says nothing of north and one across it does, so what the first sample's tilt
  // error of a degree leaves depends on which of them it is.
  @Test(arguments: [31.0, 90, 180, 271])
  func noHeadingIsSpecial(turn: Double) throws {
    var model = SensorModel()
    (model.fieldNoise, model.forceNoise, model.rateNoise) = (0, 0, 0)
    model.gyroBias = .zero
    func pose(_ turn: Double) -> @Sendable (Double) -> Pose {
      { Pose(headingDegrees: 20 * sin($0) + turn, pitchDegrees: 6 * cos($0), rollDegrees: 4) }
    }
    let plain = judge(Scene(earth: try earthField(), pose: pose(0)), model: model, seconds: 10)
    let turned = judge(Scene(earth: try earthField(), pose: pose(turn)), model: model, seconds: 10)
    for (a, b) in zip(plain, turned) {
      let (x, y) = (try #require(a.error), try #require(b.error))
      #expect(abs(RelativeBearing(degrees: x - y).degrees) < 0.5)
    }
  }

  @Test func pitchAndRollAreThoseOfTheDevice() throws {
    var model = SensorModel()
    model.mount = oddMount
    let last = try #require(
      judge(try still(143, pitch: 30, roll: -40), model: model, seconds: 8).last)
    #expect(abs(try #require(last.estimate.pitchDegrees) - 30) < 1)
    #expect(abs(try #require(last.estimate.rollDegrees) + 40) < 1)
  }

  @Test func hardAndSoftIronAreTakenOut() throws {
    var model = SensorModel()
    model.mount = oddMount
    model.hardIron = Vector3(120, -80, 45)
    model.softIron = Matrix3(
      Vector3(1.15, 0.06, -0.03), Vector3(0.06, 0.9, 0.04), Vector3(-0.03, 0.04, 1.02))
    let calibration = Calibration(
      hardIron: model.hardIron, softIron: try #require(model.softIron.inverse), grade: .a)
    let scene = Scene(earth: try earthField()) { time in
      Pose(headingDegrees: 40 * time, pitchDegrees: 25 * sin(time), rollDegrees: 20)
    }
    model.gyroBias = .zero
    let calibrated = judge(scene, model: model, calibration: calibration, seconds: 15)
    #expect(try #require(calibrated.filter { $0.time > 2 }.worstError) < 3)
  }

  @Test func withoutACalibrationTheErrorSaysSo() throws {
    let last = try #require(judge(try still(37), calibration: nil, seconds: 3).last).estimate
    #expect(last.conditions.contains(.uncalibrated))
    #expect(try #require(last.error68Degrees) >= 45)
  }

  // `longestHold` is 60 s.
  @Test func theGyroCanHoldAHeadingForAsLongAsThereIsOne() throws {
    var filter = HeadingFilter(mount: .identity, calibration: .given)
    for step in Simulator(scene: try still(37), model: SensorModel(), seed: 7) {
      var sample = step.sample
      if sample.time.microseconds > 20_000_000 { sample.magneticField = nil }
      if let last = filter.health.lastUsed, sample.time.seconds(since: last) > 60 { break }
      filter.update(sample)
    }
    let limit = try #require(filter.health.lastUsed).advanced(byMicroseconds: 60_000_000)
    for (time, holds) in [(limit, true), (limit.advanced(byMicroseconds: 1), false)] {
      #expect(filter.canHold(at: time) == holds)
      let heading = filter.estimate(at: time).heading
      #expect((heading != nil) == holds)
    }
  }

  /// rad/s: up to 8°/s about each axis, far more than the σ of 3°/s that the filter begins with.
  static let biases = [
    Vector3(0.05, -0.08, 0.06), Vector3(0.012, 0, 0.07), Vector3(-0.14, 0.14, 0.14),
    Vector3(0.14, 0.14, -0.14),
  ]

  @Test(arguments: biases)
  func aRestingGyrosBiasIsFound(bias: Vector3) throws {
    var model = SensorModel()
    model.gyroBias = bias
    let judged = judge(try still(211), model: model, seconds: 30)
    #expect(try #require(judged.filter { $0.time > 10 }.worstError) < 0.5)
  }

  // Never at rest: the field must win over the gyro.
  @Test(arguments: biases)
  func aMovingGyrosBiasIsFound(bias: Vector3) throws {
    var model = SensorModel()
    model.gyroBias = bias
    let scene = Scene(earth: try earthField()) { time in
      Pose(
        headingDegrees: 60 * sin(0.5 * time), pitchDegrees: 15 * sin(1.3 * time),
        rollDegrees: 12 * cos(1.1 * time))
    }
    let judged = judge(scene, model: model, seconds: 60)
    #expect(try #require(judged.filter { $0.time > 5 }.worstError) < 0.5)
    #expect(try #require(judged.filter { $0.time > 20 }.worstError) < 0.2)
  }

  // An MPU-6050 is off by ±20°/s (PS-MPU-6000A-00, 6.1, typical), an L3G4200D by ±75°/s: of three axes one by 1.5 times that.
  @Test(
    arguments: [
      (InertialTolerances.Gyro.cheapBoard, Vector3(30, -20, 24)),
      (.cheapBoard, Vector3(-12, 28, -31)), (.init(degreesPerSecond: 75), Vector3(-112, 60, 75)),
    ], [false, true])
  func theBiasOfAnUncalibratedChipIsFound(
    chip: (gyro: InertialTolerances.Gyro, degrees: Vector3), moves: Bool
  ) throws {
    var tolerances = InertialTolerances.calibrated
    tolerances.gyro = chip.gyro
    var (filter, model) = (
      HeadingFilter(mount: .identity, calibration: .given, tolerances: tolerances), SensorModel()
    )
    model.gyroBias = chip.degrees * 1.0.inRadians
    let scene = Scene(earth: try earthField()) { time in
      let time = moves ? time : 0
      return Pose(
        headingDegrees: 211 + 60 * sin(0.5 * time), pitchDegrees: 15 * sin(1.3 * time),
        rollDegrees: 12 * cos(1.1 * time))
    }
    for step in Simulator(scene: scene, model: model, seed: 3).prefix(3000) {
      filter.update(step.sample)
      let seconds = Double(step.sample.time.microseconds) / 1e6
      guard seconds > 1 else { continue }
      let estimate = filter.estimate(at: step.sample.time)
      let error = RelativeBearing(
        degrees: try #require(estimate.heading).degrees - step.pose.headingDegrees)
      let bar = try #require(estimate.error68Degrees)
      #expect(!estimate.conditions.contains(.motionContradicted), "\(seconds)")
      #expect(abs(error.degrees) < max(3 * bar, 1), "\(seconds)")
      if seconds > 15 { #expect(abs(error.degrees) < 2 && bar < 3, "\(seconds)") }
    }
  }

  // The tolerance of a chip that is not calibrated does not hide what its gyro does once its bias is known.
  @Test(arguments: [-35.0, -20, 20, 35]) func aGyroThatFailsLaterIsNotBelievedInSilence(
    jump: Double
  ) throws {
    var tolerances = InertialTolerances.calibrated
    tolerances.gyro = .cheapBoard
    var filter = HeadingFilter(mount: .identity, calibration: .given, tolerances: tolerances)
    var model = SensorModel()
    model.gyroBias = Vector3(12, -20, 24) * 1.0.inRadians
    let fault = 15.0
    // s of readings in a row that are off by more than they say, and say nothing else
    var overconfident = 0.0
    var last = fault
    for step in Simulator(scene: try still(211), model: model, seed: 6).prefix(4500) {
      var sample = step.sample
      let seconds = Double(sample.time.microseconds) / 1e6
      if seconds > fault, let rate = sample.angularRate?.radiansPerSecond {
        sample.angularRate = AngularRate(
          radiansPerSecond: rate + Vector3(0, 0, jump.inRadians))
      }
      filter.update(sample)
      guard seconds > fault else { continue }
      let estimate = filter.estimate(at: sample.time)
      // Only the sample in which the filter starts anew has no heading, and ends nothing that was said before.
      guard let heading = estimate.heading else {
        #expect(seconds - last < 0.015, "\(seconds)")
        continue
      }
      let error = RelativeBearing(degrees: heading.degrees - 211)
      let bar = try #require(estimate.error68Degrees)
      let isWrong = abs(error.degrees) > max(3 * bar, 10) && estimate.interference == .undisturbed
      overconfident = isWrong ? overconfident + seconds - last : 0
      last = seconds
      #expect(overconfident < 3, "\(seconds)")
    }
  }

  // 45°/s are over two standard deviations of an MPU-6050: that is a turn, and the magnetometer does not measure it.
  @Test(arguments: [45.0, -60, 90]) func anEvenTurnBesideAStuckMagnetometerIsNoBias(rate: Double)
    throws
  {
    var tolerances = InertialTolerances.calibrated
    tolerances.gyro = .cheapBoard
    var filter = HeadingFilter(mount: .identity, calibration: .given, tolerances: tolerances)
    let scene = Scene(earth: try earthField(inclinationDegrees: 10)) { time in
      Pose(headingDegrees: 211 + rate * time, pitchDegrees: 7, rollDegrees: -11)
    }
    // The noise of a device at rest, and the field of its first moment.
    let still = Scene(earth: scene.earth) { _ in scene.pose(0) }
    let stuck = Simulator(scene: still, model: SensorModel(), seed: 5)
    for (step, field) in zip(Simulator(scene: scene, model: SensorModel(), seed: 4), stuck)
      .prefix(2000)
    {
      var sample = step.sample
      sample.magneticField = field.sample.magneticField
      filter.update(sample)
      guard sample.time.microseconds > 5_000_000 else { continue }
      let estimate = filter.estimate(at: sample.time)
      #expect(estimate.heading == nil || estimate.error68Degrees ?? 0 > 60)
    }
  }

  @Test func sameSamplesSameAnswer() throws {
    let scene = Scene(earth: try earthField()) { Pose(headingDegrees: 30 * $0) }
    #expect(
      judge(scene, seconds: 5).map(\.estimate) == judge(scene, seconds: 5).map(\.estimate))
  }

  @Test func aRestartForgetsTheHeadingButNotTheBias() throws {
    var filter = HeadingFilter(mount: .identity, calibration: .given)
    for step in Simulator(scene: try still(90), seed: 1).prefix(2000) { filter.update(step.sample) }
    let end = Timestamp(microseconds: 19_990_000)
    #expect(filter.estimate(at: end).heading != nil)
    let bias = filter.attitude.state.gyroBias
    filter.restart()
    #expect(filter.estimate(at: end).heading == nil)
    #expect(filter.attitude.state.gyroBias == bias)
    #expect((bias - SensorModel().gyroBias).length < 0.001)
  }

  @Test func aMagnetometerThatFallsSilentIsHeldByTheGyroAndSaysSo() throws {
    var filter = HeadingFilter(mount: .identity, calibration: .given)
    var errors: [Double] = []
    for step in Simulator(scene: try still(143), seed: 1).prefix(4000) {
      var sample = step.sample
      if sample.time.microseconds > 20_000_000 { sample.magneticField = nil }
      filter.update(sample)
      let estimate = filter.estimate(at: sample.time)
      if sample.time.microseconds > 21_000_000 {
        #expect(estimate.conditions.contains(.fieldMissing))
        #expect(estimate.source == .gyroHold)
        errors.append(try #require(estimate.error68Degrees))
      }
    }
    // Gravity goes on to tell of the tilt, and so a hair of north.
    for (before, after) in zip(errors, errors.dropFirst()) { #expect(after > before - 0.001) }
    #expect(try #require(errors.last) > errors[0])
  }

  @Test func aGyroThatFallsSilentLeavesNoMomentWithoutAHeading() throws {
    var filter = HeadingFilter(mount: .identity, calibration: .given)
    var sources: Set<HeadingEstimate.Source?> = []
    for step in Simulator(scene: try still(143), seed: 1).prefix(3000) {
      var sample = step.sample
      if sample.time.microseconds > 20_000_000 { sample.angularRate = nil }
      filter.update(sample)
      let estimate = filter.estimate(at: sample.time)
      if sample.time.microseconds > 20_000_000 {
        #expect(abs(try #require(estimate.heading).degrees - 143) < 2)
        sources.insert(estimate.source)
      }
    }
    #expect(sources == [.magnetometerGyro, .magnetometerAccelerometer])
  }

  @Test func withoutAnySampleForLongNoHeadingIsClaimed() throws {
    var filter = HeadingFilter(mount: .identity, calibration: .given)
    for step in Simulator(scene: try still(143), seed: 1).prefix(1000) {
      filter.update(step.sample)
    }
    #expect(filter.estimate(at: Timestamp(microseconds: 10_100_000)).heading != nil)
    #expect(filter.estimate(at: Timestamp(microseconds: 11_000_000)).heading == nil)
  }

  // "Down" as it was when the accelerometer was last heard would be believed for ever.
  @Test func anAccelerometerThatFallsSilentKnowsNoTilt() throws {
    var model = SensorModel()
    model.hasRate = false
    let scene = Scene(earth: try earthField()) { time in
      Pose(headingDegrees: 40 + 8 * max(0, time - 20), pitchDegrees: 10, rollDegrees: 15)
    }
    var filter = HeadingFilter(mount: .identity, calibration: .given)
    for step in Simulator(scene: scene, model: model, seed: 1).prefix(6000) {
      var sample = step.sample
      let isSilent = sample.time.microseconds > 10_000_000
      if isSilent { sample.acceleration = nil }
      filter.update(sample)
      let estimate = filter.estimate(at: sample.time)
      guard isSilent, sample.time.microseconds > 16_000_000, let heading = estimate.heading else {
        continue
      }
      #expect(estimate.source == .magnetometer && estimate.conditions.contains(.noTiltSensor))
      let error = RelativeBearing(degrees: heading.degrees - step.pose.headingDegrees).degrees
      let bar = try #require(estimate.error68Degrees)
      #expect(bar > 20 && abs(error) < 3 * bar, "\(sample.time)")
    }
  }

  // 10 Hz beside 50: what is taken for level until the first force is no attitude to go on from.
  @Test func aSlowAccelerometerTellsTheTiltFromItsFirstSampleOn() throws {
    var model = SensorModel()
    model.hasRate = false
    var filter = HeadingFilter(mount: .identity, calibration: .given)
    let scene = try still(143, pitch: 20, roll: -15)
    for (index, step) in Simulator(scene: scene, model: model, seed: 1).prefix(1500).enumerated() {
      var sample = step.sample
      if index % 20 != 11 { sample.acceleration = nil }
      filter.update(sample)
      guard sample.time.microseconds > 5_000_000 else { continue }
      #expect(abs(try #require(filter.estimate(at: sample.time).heading).degrees - 143) < 2)
    }
  }

  // A bias that changed by 0.5°/s in a gap would turn a sure heading by 5° and more.
  @Test func afterAGapTheGyrosBiasIsNoLongerSure() throws {
    var filter = HeadingFilter(mount: .identity, calibration: .given)
    var begins: Int64?
    for step in Simulator(scene: try still(143), seed: 1).prefix(9000) {
      var sample = step.sample
      if (40_000_000...41_500_000).contains(sample.time.microseconds) {
        (sample.angularRate, sample.acceleration) = (nil, nil)
      } else if sample.time.microseconds > 41_500_000, let rate = sample.angularRate {
        sample.angularRate = AngularRate(
          radiansPerSecond: rate.radiansPerSecond + Vector3(0, 0, 0.5.inRadians))
        begins = begins ?? sample.time.microseconds
      }
      filter.update(sample)
      let estimate = filter.estimate(at: sample.time)
      guard let begins, sample.time.microseconds > begins + 1_000_000,
        let heading = estimate.heading
      else { continue }
      let bar = try #require(estimate.error68Degrees)
      #expect(abs(heading.degrees - 143) < max(2, 2 * bar), "\(sample.time)")
    }
    #expect(begins != nil)
  }

  @Test func anAccelerometerThatReadsZeroKnowsNoTilt() throws {
    var filter = HeadingFilter(mount: .identity, calibration: .given)
    for step in Simulator(scene: try still(143, pitch: 0, roll: 0), seed: 1).prefix(1000) {
      var sample = step.sample
      sample.acceleration = Acceleration(metresPerSecondSquared: .zero)
      filter.update(sample)
    }
    let estimate = filter.estimate(at: Timestamp(microseconds: 9_990_000))
    #expect(estimate.conditions.contains(.noTiltSensor))
    #expect(estimate.pitchDegrees == nil)
    #expect(try #require(estimate.error68Degrees) > 5)
  }

  // Raised past the vertical at a constant heading nothing turns about down.
  @Test func raisingTheDeviceIsNoTurnWithoutAGyroEither() throws {
    var model = SensorModel()
    model.hasRate = false
    let scene = Scene(earth: try earthField()) { time in
      Pose(headingDegrees: 37, pitchDegrees: 60 + min(max(0, time - 2) * 10, 50))
    }
    for item in judge(scene, model: model, seconds: 9) where item.time > 1 {
      #expect(abs(try #require(item.estimate.turnRateDegreesPerSecond)) < 25)
    }
  }

  // 15 turns at 0.3 % are 16°; turning back takes them away.
  @Test func theErrorOfAHeldHeadingGrowsWithTheTurn() throws {
    var filter = HeadingFilter(mount: .identity, calibration: .given)
    for step in Simulator(scene: try still(143), seed: 1).prefix(2000) {
      filter.update(step.sample)
    }
    let bias = filter.attitude.state.gyroBias
    func turn(_ rate: Double, from: Int64, to: Int64) throws -> Double {
      for k in from..<to {
        filter.update(
          Sample(
            time: Timestamp(microseconds: 19_990_000 + k * 10_000),
            acceleration: Acceleration(metresPerSecondSquared: Vector3(0, 0, -9.8)),
            angularRate: AngularRate(radiansPerSecond: bias + Vector3(0, 0, rate.inRadians))))
      }
      let end = Timestamp(microseconds: 19_990_000 + to * 10_000)
      return try #require(filter.estimate(at: end).error68Degrees)
    }
    let turned = try turn(270, from: 1, to: 2000)
    #expect(turned > 15)
    #expect(try turn(-270, from: 2000, to: 3999) < turned / 2)
  }

  @Test func aSensorOfLessThanOneHertzStillHasAHeadingBetweenItsSamples() throws {
    var filter = HeadingFilter(mount: .identity, calibration: .given)
    for k in Int64(0)..<10 {
      let time = Timestamp(microseconds: k * 1_250_000)
      filter.update(
        Sample(
          time: time, magneticField: MagneticField(microtesla: Vector3(0, -20, 40)),
          acceleration: Acceleration(metresPerSecondSquared: Vector3(0, 0, -9.8))))
      let heading = filter.estimate(at: time.advanced(byMicroseconds: 1_200_000)).heading
      // the field points to the left, so the device points east
      #expect(abs(try #require(heading).degrees - 90) < 1e-9)
    }
  }
}
