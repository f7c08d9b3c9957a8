import Glibc
import Quantities
import SensorHealth
import Simulation
import Testing

@testable import Heading

/// An accelerometer that is off by more than it was taken for.
@Suite struct AccelerometerCheckTests {
  /// m/s², each axis: what a maker's calibration leaves.
  private static let deviation = 0.005

  /// When, in s, the check finds the accelerometer wrong; `nil` where it does not.
  ///
  /// - Parameter acceleration: m/s², earth frame, at a time in s.
  private func found(within seconds: Double, _ acceleration: (Double) -> Vector3) -> Double? {
    var check = AccelerometerCheck()
    for index in 0..<Int(seconds * 10) {
      let time = Double(index) / 10
      check.take(acceleration: acceleration(time), deviation: Self.deviation, interval: 0.1)
      if check.isContradicted { return time }
    }
    return nil
  }

  // 40 mg are what an MPU-6050 may be off (PS-MPU-6000A-00, 6.2: ±50 mg).
  @Test func anOffsetOf40MilligravityIsFoundWithinFifteenSeconds() throws {
    let time = try #require(found(within: 60) { _ in Vector3(0, 0, 0.4) })
    #expect(time < 15)
    #expect(found(within: 60) { _ in Vector3(0, 0, -0.4) } == time)
  }

  // 160 mg, 3 σ of the z axis of another MPU-6050; the square of it is more than any calm motion has.
  @Test func anOffsetThatIsLargerThanTheMotionIsNoMotion() throws {
    let time = try #require(found(within: 60) { _ in Vector3(0, 0, 1.6) })
    #expect(time < 5)
  }

  @Test func gravityOfThePolesAndOfTheEquatorIsNotContradicted() {
    #expect(found(within: 3600) { _ in Vector3(0, 0, 9.832 - 9.80665) } == nil)
    #expect(found(within: 3600) { _ in Vector3(0, 0, 9.780 - 9.80665) } == nil)
  }

  // 2.5 m/s, 0.8 m/s² (ISO 8100-30), up and down again and again.
  @Test func aRideInALiftIsNotContradicted() {
    let found = found(within: 600) { time in
      let phase = time.truncatingRemainder(dividingBy: 60)
      let start = phase < 3.125 ? 0.8 : 0
      let stop = (20..<23.125).contains(phase) ? -0.8 : 0
      return Vector3(0, 0, (start + stop) * (Int(time / 60) % 2 == 0 ? -1 : 1))
    }
    #expect(found == nil)
  }

  // An arm of 0.7 m that swings by ±40° at 1 Hz pulls to the shoulder all the time.
  @Test func aSwingingArmIsNotContradicted() {
    let found = found(within: 600) { time in
      let rate = 2 * Double.pi * 40.0.inRadians * cos(2 * .pi * time)
      return Vector3(rate * sin(2 * .pi * time), 0, -0.7 * rate * rate)
    }
    #expect(found == nil)
  }

  /// The last estimate of a device that lies still for 20 s, 67° of inclination.
  private func rest(offset: Vector3, _ tolerances: InertialTolerances) throws -> HeadingEstimate {
    var filter = HeadingFilter(mount: .identity, calibration: .given, tolerances: tolerances)
    let scene = Scene(earth: try earthField(inclinationDegrees: 67)) { _ in
      Pose(headingDegrees: 200, pitchDegrees: 0, rollDegrees: 0)
    }
    var last = HeadingEstimate()
    for step in Simulator(scene: scene, model: SensorModel(), seed: 3) {
      var sample = step.sample
      guard sample.time.seconds(since: Timestamp(microseconds: 0)) < 20 else { break }
      if let force = sample.acceleration {
        sample.acceleration?.metresPerSecondSquared = force.metresPerSecondSquared + offset
      }
      filter.update(sample)
      last = filter.estimate(at: sample.time)
    }
    return last
  }

  // 40 mg on each axis are 2.3° of tilt, and 5° of heading at this inclination.
  @Test func aCalibratedAccelerometerThatIsNotIsSaidToBeUncalibrated() throws {
    let last = try rest(offset: Vector3(0.4, 0.4, 0.4), .calibrated)
    #expect(last.conditions.contains(.inertialUncalibrated))
    #expect(last.errors.isUncertain)
  }

  @Test func aCalibratedAccelerometerIsNotSaidToBeUncalibrated() throws {
    let last = try rest(offset: .zero, .calibrated)
    #expect(!last.conditions.contains(.inertialUncalibrated))
    #expect(!last.errors.isUncertain)
  }

  // 80 mg, the z axis of an MPU-6050, are 4.6° of tilt; times tan 67° that is 10.8°.
  @Test func theErrorOfACheapBoardContainsWhatItsOffsetDoes() throws {
    let last = try rest(offset: .zero, .cheapBoard)
    let deviation = InertialTolerances.cheapBoard.accelerometer.offset / 9.80665
    let expected = (deviation * tan(67.0.inRadians)).inDegrees
    #expect(last.errors[.accelerometerOffset] > expected)
    #expect(last.errors[.accelerometerOffset] < 1.3 * expected)
  }
}
