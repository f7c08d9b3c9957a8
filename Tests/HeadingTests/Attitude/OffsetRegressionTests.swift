import Glibc
import Quantities
import SensorHealth
import Simulation
import Testing

@testable import Heading

/// The accelerometer's offset by gravity in many attitudes.
@Suite struct OffsetRegressionTests {
  /// m/s², body frame: horizontal while the device lies level, so that gravity's strength shows nothing of it.
  private static let offset = Vector3(0.4, -0.3, 0)

  /// The last estimate of a device, with an offset.
  ///
  /// - Parameter motion: body → down, and the vertical acceleration (m/s²), at a time in s.
  private func found(
    _ offset: Vector3, seconds: Double, _ motion: (Double) -> (row: Vector3, acceleration: Double)
  ) throws -> OffsetRegression.Estimate {
    var regression = OffsetRegression()
    var last: OffsetRegression.Estimate?
    for index in 0..<Int(seconds * 10) {
      let (row, acceleration) = motion(Double(index) / 10)
      let vertical = Vector3(0, 0, acceleration + row.dot(offset))
      last = regression.take(acceleration: vertical, row: row, interval: 0.1) ?? last
    }
    return try #require(last)
  }

  /// Slowly through many attitudes, a hand moving up and down by 5 cm twice a second.
  private func turning(_ time: Double) -> (row: Vector3, acceleration: Double) {
    let (pitch, roll) = (1.2 * sin(0.4 * time), 1.2 * sin(0.29 * time))
    let row = Vector3(-sin(pitch), sin(roll) * cos(pitch), cos(roll) * cos(pitch))
    let rate = 2 * Double.pi * 2
    return (row, 0.05 * rate * rate * sin(rate * time))
  }

  private func isContradicted(_ found: OffsetRegression.Estimate) -> Bool {
    // What a maker's calibration leaves, m/s².
    found.compared(with: .zero, variance: 0.007 * 0.007).isContradiction
  }

  @Test func aTurningDeviceShowsAllThreeComponents() throws {
    let found = try found(Self.offset, seconds: 60, turning)
    #expect(found.isComplete)
    #expect((found.offset - Self.offset).length < 0.05)
    #expect(isContradicted(found))
  }

  @Test func aGoodAccelerometerIsNotContradicted() throws {
    let found = try found(.zero, seconds: 60, turning)
    #expect(!isContradicted(found))
    #expect(found.compared(with: .zero, variance: 0).unexplainedVariance == 0)
  }

  @Test func aLevelDeviceShowsOneComponentOnly() throws {
    let found = try found(Vector3(0.4, -0.3, 0.2), seconds: 60) { _ in (Vector3(0, 0, 1), 0) }
    #expect(!found.isComplete)
    #expect(abs(found.offset.z - 0.2) < 0.01)
    #expect(abs(found.offset.x) < 0.01 && abs(found.offset.y) < 0.01)
    let cheap = InertialTolerances.cheapBoard.accelerometer.offset
    #expect(abs(found.variances.x.squareRoot() - cheap) < 1e-6)
  }

  // 2.5 m/s, 0.8 m/s² (ISO 8100-30), up and down again and again.
  @Test func aRideInALiftIsNoOffset() throws {
    for seconds in stride(from: 30.0, through: 600, by: 10) {
      let found = try found(.zero, seconds: seconds) { time in
        let phase = time.truncatingRemainder(dividingBy: 60)
        let start = phase < 3.125 ? 0.8 : 0
        let stop = (20..<23.125).contains(phase) ? -0.8 : 0
        return (Vector3(0, 0, 1), (start + stop) * (Int(time / 60) % 2 == 0 ? -1 : 1))
      }
      #expect(!isContradicted(found), "after \(seconds) s")
    }
  }

  // An arm of 0.7 m that swings by ±40° at 1 Hz pulls to the shoulder all the time.
  @Test func aSwingingArmIsNoOffset() throws {
    let found = try found(.zero, seconds: 120) { time in
      let (amplitude, frequency): (Double, Double) = (40.0.inRadians, 2 * .pi)
      let angle: Double = amplitude * sin(frequency * time)
      let rate: Double = frequency * amplitude * cos(frequency * time)
      let inward: Double = -rate * rate * cos(angle)
      let along: Double = frequency * frequency * angle * sin(angle)
      return (Vector3(sin(angle), 0, cos(angle)), 0.7 * (inward + along))
    }
    #expect(!isContradicted(found))
  }

  /// Whether one of the estimates in the first minute contradicts a good accelerometer (8 mg, what a tumble and 8 K leave) that
  /// turns slowly, and whether the last one does.
  private func contradicts(
    phase: Double, acceleration: (Double) -> Double
  ) -> (ever: Bool, last: Bool) {
    var (regression, result) = (OffsetRegression(), (ever: false, last: false))
    for index in 0..<600 {
      let time = Double(index) / 10
      let (pitch, roll) = (0.8 * sin(0.4 * time + phase), 0.8 * sin(0.29 * time + 2 * phase))
      let row = Vector3(-sin(pitch), sin(roll) * cos(pitch), cos(roll) * cos(pitch))
      let vertical = Vector3(0, 0, acceleration(time))
      guard let found = regression.take(acceleration: vertical, row: row, interval: 0.1)
      else { continue }
      result.last = found.compared(with: .zero, variance: 0.0785 * 0.0785).isContradiction
      result.ever = result.ever || result.last
    }
    return result
  }

  // A lift of 0.8 m/s² and 2.5 m/s (ISO 8100-30) that leaves within the first 12 s, a hand that moves by ±10 cm every other second,
  // and a ferry that heaves by ±0.3 m in 6 s.
  @Test func whatHandsLiftsAndWavesDoIsSeldomAnOffsetAndNeverForLong() {
    var (ever, last, count) = (0, 0, 0)
    for step in 0..<60 {
      let phase = Double(step) * 0.61
      let begin = Double(step) / 5
      let (hand, wave) = (2 * Double.pi * 0.5, 2 * Double.pi / 6)
      let lift = contradicts(phase: phase) { time in
        (begin..<begin + 3.125).contains(time)
          ? 0.8 : (begin + 12..<begin + 15.125).contains(time) ? -0.8 : 0
      }
      let moved = contradicts(phase: phase) { 0.1 * hand * hand * sin(hand * $0 + phase) }
      let ferry = contradicts(phase: phase) { 0.3 * wave * wave * sin(wave * $0 + 3 * phase) }
      for result in [lift, moved, ferry] {
        ever += result.ever ? 1 : 0
        last += result.last ? 1 : 0
        count += 1
      }
    }
    #expect(ever * 10 < count, "\(ever) of \(count)")
    #expect(last == 0)
  }

  // Level for half a minute, then raised by 20° in a hand that has reached 0.4 m/s when the block ends: the only block that shows
  // the component along the device says 0.4 m/s².
  @Test func oneBlockInWhichAHandMovesIsNoOffset() throws {
    let found = try found(.zero, seconds: 33) { time in
      let pitch = time < 30 ? 0 : 20.0.inRadians
      return (Vector3(-sin(pitch), 0, cos(pitch)), time >= 32.5 ? 0.8 : 0)
    }
    // 8 mg: what a tumble and 8 K leave.
    #expect(!found.compared(with: .zero, variance: 0.0785 * 0.0785).isContradiction)
  }

  /// The last estimate, and its error in degrees, of a device that is turned through many attitudes for `seconds`.
  private func heading(offset: Vector3, seconds: Double) throws -> (HeadingEstimate, Double) {
    var filter = HeadingFilter(mount: .identity, calibration: .given, tolerances: .calibrated)
    let scene = Scene(earth: try earthField(inclinationDegrees: 67)) { time in
      let moved = max(time - 10, 0)
      return Pose(
        headingDegrees: 200 + 60 * sin(0.2 * moved), pitchDegrees: 40 * sin(0.5 * moved),
        rollDegrees: 50 * sin(0.37 * moved))
    }
    var last = (HeadingEstimate(), Double.infinity)
    for step in Simulator(scene: scene, model: SensorModel(), seed: 3) {
      var sample = step.sample
      guard sample.time.seconds(since: Timestamp(microseconds: 0)) < seconds else { break }
      if let force = sample.acceleration {
        sample.acceleration?.metresPerSecondSquared = force.metresPerSecondSquared + offset
      }
      filter.update(sample)
      let estimate = filter.estimate(at: sample.time)
      guard let heading = estimate.heading else { continue }
      last = (
        estimate, RelativeBearing(degrees: heading.degrees - step.pose.headingDegrees).degrees
      )
    }
    return last
  }

  // 0.5 m/s² are 2.9° of tilt, and 6.9° of heading at 67° of inclination.
  @Test func anOffsetThatIsHorizontalAtRestIsFoundInTurns() throws {
    let (estimate, error) = try heading(offset: Self.offset, seconds: 60)
    #expect(abs(error) < 1.5)
    #expect(abs(error) < 2 * estimate.errors.error68Degrees)
    #expect(estimate.errors[.accelerometerOffset] < 2)
  }

  @Test func turnsLeaveAGoodAccelerometerAsItWas() throws {
    let (estimate, error) = try heading(offset: .zero, seconds: 60)
    #expect(abs(error) < 0.5)
    #expect(!estimate.conditions.contains(.inertialUncalibrated))
  }
}
