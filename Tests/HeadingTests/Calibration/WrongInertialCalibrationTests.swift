import Glibc
import Quantities
import Randomness
import Simulation
import Testing

@testable import Heading

/// A calibration of accelerometer and gyro that is not true any more, of a device that a person turns through many
/// attitudes at 67° of inclination.
@Suite struct WrongInertialCalibrationTests {
  /// What a tumble of 90 s leaves (docs/calibration.md): 0.4 mg, 0.04 %, 0.01 % of gyro scale.
  private static let tumbled = InertialCalibration(
    accelerometer: AxesCalibration(
      offset: .zero, matrix: .identity, offsetSigma: Vector3(0.004, 0.004, 0.004),
      matrixSigma: Matrix3 { $0 == $1 ? 0.001 : 0.0004 }),
    gyro: AxesCalibration(
      offset: .zero, matrix: .identity, offsetSigma: Vector3(0.0001, 0.0001, 0.0001),
      matrixSigma: Matrix3 { $0 == $1 ? 0.0001 : 0.0005 }))

  /// What the sensors measure beyond what the calibration says, from a time on.
  private struct Change {
    /// m/s².
    var offset = Vector3.zero
    /// Part of 1.
    var gyro = Matrix3.zero
    /// rad/s.
    var bias = Vector3.zero
    /// s.
    var begin = 0.0
  }

  /// What was said of the headings.
  private struct Outcome {
    /// Readings that were `accurate` and off by more than 10° and three times their error.
    var overconfident = 0
    /// Whether the sensors were said to be uncalibrated.
    var isSaid = false
    /// °, and the 68 % error of the same reading: the last ones.
    var error = 180.0
    var error68 = 0.0
    /// °: the greatest error of a reading, and how many times its own error.
    var largest = 0.0
    var multiple = 0.0
  }

  /// - Parameter judged: s, from when on headings count.
  private func use(_ change: Change, seconds: Double, judged: Double = 10) throws -> Outcome {
    var calibration = Calibration.given
    (calibration.grade, calibration.error68Degrees) = (.a, 0.5)
    calibration.inertial = Self.tumbled
    var filter = HeadingFilter(
      mount: .identity, calibration: calibration, tolerances: .cheapBoard)
    let scene = Scene(earth: try earthField(inclinationDegrees: 67)) { time in
      let moved = max(time - 5, 0)
      return Pose(
        headingDegrees: 200 + 60 * sin(0.2 * moved), pitchDegrees: 40 * sin(0.5 * moved),
        rollDegrees: 50 * sin(0.37 * moved))
    }
    var outcome = Outcome()
    for step in Simulator(scene: scene, model: SensorModel(), seed: 3) {
      var sample = step.sample
      let time = sample.time.seconds(since: Timestamp(microseconds: 0))
      guard time < seconds else { break }
      if time >= change.begin { put(change, into: &sample) }
      filter.update(sample)
      let estimate = filter.estimate(at: sample.time)
      guard time > judged, let heading = estimate.heading else { continue }
      let error = abs(RelativeBearing(degrees: heading.degrees - step.pose.headingDegrees).degrees)
      let error68 = estimate.errors.error68Degrees
      if !estimate.errors.isUncertain, error > max(10, 3 * error68) { outcome.overconfident += 1 }
      if estimate.conditions.contains(.inertialUncalibrated) { outcome.isSaid = true }
      (outcome.error, outcome.error68) = (error, error68)
      outcome.largest = max(outcome.largest, error)
      outcome.multiple = max(outcome.multiple, error / error68)
    }
    return outcome
  }

  private func put(_ change: Change, into sample: inout Sample) {
    if let force = sample.acceleration {
      sample.acceleration?.metresPerSecondSquared = force.metresPerSecondSquared + change.offset
    }
    if let rate = sample.angularRate?.radiansPerSecond {
      sample.angularRate?.radiansPerSecond = rate + change.gyro * rate + change.bias
    }
  }

  @Test func aCalibrationThatIsTrueIsBelieved() throws {
    let outcome = try use(Change(), seconds: 60)
    #expect(outcome.overconfident == 0 && !outcome.isSaid, "\(outcome)")
    #expect(outcome.largest < 2, "\(outcome)")
  }

  // Two MPU-6050 differ by √2 of the tolerances: 90 mg, 2.4 % of gyro scale, 2.8 % of another axis.
  @Test func aCalibrationOfAnotherBoardIsFoundOutAndSaid() throws {
    let gyro = Matrix3(
      Vector3(0.024, -0.028, 0.02), Vector3(0.02, -0.024, 0.028), Vector3(-0.028, 0.02, 0.024))
    let outcome = try use(
      Change(offset: Vector3(0.7, -0.6, 0.9), gyro: gyro, bias: Vector3(0.2, -0.3, 0.25)),
      seconds: 90)
    #expect(outcome.overconfident == 0 && outcome.isSaid, "\(outcome)")
    #expect(outcome.error < 2 * outcome.error68, "\(outcome)")
  }

  /// What the calibration of one drawn MPU-6050 leaves of another one: both differ by √2 of the tolerances (docs/hardware/chips.md):
  /// 50 mg of offset, 1.7 % of gyro scale and 2 % of its axes.
  ///
  /// - Parameter bias: °/s, 68 %, of each gyro.
  private func otherBoard(seed: UInt64, bias: Double) -> Change {
    var generator = SeededGenerator(seed: seed)
    func difference(_ deviation: Double) -> Double {
      deviation * 2.0.squareRoot() * generator.nextNormal()
    }
    var change = Change()
    change.gyro = Matrix3 { difference($0 == $1 ? 0.017 : 0.02) }
    change.offset = Vector3(difference(0.5), difference(0.5), difference(0.5))
    change.bias =
      Vector3(difference(bias), difference(bias), difference(bias)) * 1.0.inRadians
    return change
  }

  // Eight means of 3 s contradict the offset after 24 s at the earliest, and north follows within 5 s. With the
  // offset that replaces the former one north is found anew, which takes less than half a second. With a bias of 20°/s as
  // of an MPU-6050, 5 as of an ICM-20948, 2 as of two boards that happen to be alike.
  @Test(arguments: 1...16, [2.0, 5.0, 20.0])
  func aDrawnCalibrationOfAnotherBoardIsFoundOut(seed: UInt64, bias: Double) throws {
    let outcome = try use(otherBoard(seed: seed, bias: bias), seconds: 90, judged: 30)
    #expect(outcome.overconfident < 50, "\(outcome)")
    #expect(outcome.error < 2 * outcome.error68, "\(outcome)")
  }

  // An MPU-6050 by 20 K: 1 mg/K, 0.31 °/s/K, and 0.03 %/K of gyro scale.
  @Test func aBoardThatIs20KelvinWarmerIsWithinThreeTimesItsError() throws {
    let outcome = try use(
      Change(
        offset: Vector3(0.2, -0.2, 0.2), gyro: Matrix3 { $0 == $1 ? 0.006 : 0 },
        bias: Vector3(0.1, -0.1, 0.1)),
      seconds: 90)
    #expect(outcome.overconfident == 0, "\(outcome)")
    #expect(outcome.multiple < 3, "\(outcome)")
  }

  // 50 mg, after the calibration was believed for 30 s.
  @Test func anAccelerometerThatIsKnockedIsFoundOut() throws {
    let outcome = try use(
      Change(offset: Vector3(0.4, -0.3, 0), begin: 30), seconds: 120)
    #expect(outcome.overconfident == 0, "\(outcome)")
    #expect(outcome.error < 2 * outcome.error68, "\(outcome)")
  }
}
