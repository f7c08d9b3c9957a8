import Quantities
import SensorCalibration
import Simulation
import TestSamples
import Testing

/// Logs that determine less, and sensors that are wrong: each has its name, and none a confident wrong calibration.
struct InertialRefusalTests {
  /// Every error is within four of the standard deviations that are stated.
  private func expectHonest(
    _ board: BoardTumble, _ report: InertialReport, location: SourceLocation = #_sourceLocation
  ) {
    let report = report.inFrameOfTruth
    let pairs = [
      (report.calibration?.accelerometer, board.truth.accelerometer),
      (report.calibration?.gyro, board.truth.gyro),
    ]
    for case (let found?, let truth?) in pairs {
      let errors = (found.offset - truth.offset).elements
      for (error, sigma) in zip(errors, found.offsetSigma.elements) {
        #expect(abs(error) < 4 * sigma, sourceLocation: location)
      }
      let matrix = (found.matrix + truth.matrix * -1)
      for (error, sigma) in zip(
        matrix.diagonal + matrix.beside, found.matrixSigma.diagonal + found.matrixSigma.beside)
      {
        #expect(abs(error) < 4 * sigma, sourceLocation: location)
      }
    }
  }

  @Test func aShakingTableIsNoRest() throws {
    let board = BoardTumble(seed: 1, course: .init(tremor: 3))
    let report = try #require(board.report.inertial)
    #expect(report.restCount == 0)
    #expect(report.reasons.contains { if case .tooFewRests(0, _) = $0 { true } else { false } })
    expectHonest(board, report)
  }

  @Test func oneRestLeavesTheOffsetAtItsPrior() throws {
    var board = BoardTumble(seed: 2)
    board.motion = Motion(heading: Path(30), pitch: Path(4), roll: Path(-7))
    let report = try #require(board.report.inertial)
    let reason = try #require(report.reasons.first)
    guard case .tooFewRests(1, let error) = reason else {
      Issue.record("\(reason)")
      return
    }
    #expect(error > 0.03 * standardGravity)
    #expect(reason.advice == "lie it on each of its six sides for a second")
    expectHonest(board, report)
  }

  @Test func aRestThatIsASlowTurnDoesNoHarm() throws {
    var board = BoardTumble(seed: 3)
    // 4°/s about the vertical all the time: a gyro's bias, by gravity alone
    board.motion.heading = Path(20, rate: 4).holding(1)
    let report = try #require(board.report.inertial)
    expectHonest(board, report)
  }

  @Test func aCarDoesNotBendTheOffset() throws {
    var board = BoardTumble(seed: 4)
    board.motion.speed = Path().holding(5).moving(to: 14, over: 8).holding(20)
      .moving(to: 3, over: 5).holding(10).moving(to: 16, over: 9)
    let report = try #require(board.report.inertial)
    expectHonest(board, report)
  }

  @Test func exchangedAxesAreNamed() throws {
    let board = BoardTumble(seed: 5) { device in
      guard let m = device.gyro?.sensor.response.matrix else { return }
      device.gyro?.sensor.response.matrix = Matrix3(m.row1, -m.row0, m.row2)
    }
    let report = try #require(board.report.inertial)
    #expect(report.reasons == [.gyroAxes("−y, x, z")])
    #expect(report.calibration?.gyro == nil && report.calibration?.accelerometer != nil)
  }

  @Test func aReversedAxisIsNamed() throws {
    let board = BoardTumble(seed: 6) { device in
      guard let m = device.gyro?.sensor.response.matrix else { return }
      device.gyro?.sensor.response.matrix = Matrix3(m.row0, m.row1, -m.row2)
    }
    #expect(board.report.inertial?.reasons == [.gyroAxes("x, y, −z")])
  }

  @Test(arguments: [0.5, 57.3])
  func aGyroInAnotherUnitIsNamed(factor: Double) throws {
    let board = BoardTumble(seed: 9) { device in
      guard let m = device.gyro?.sensor.response.matrix else { return }
      device.gyro?.sensor.response.matrix = m * factor
      device.gyro?.sensor.response.range = Vector3(1e4, 1e4, 1e4)
    }
    let report = try #require(board.report.inertial)
    guard case .gyroGain(let gain)? = report.reasons.first else {
      Issue.record("\(report.reasons)")
      return
    }
    #expect(abs(gain * factor - 1) < 0.3)
    #expect(report.calibration?.gyro == nil)
  }

  @Test func aGyroThatIsAlwaysZeroFitsNothing() throws {
    let board = BoardTumble(seed: 10) {
      $0.gyro?.sensor.response.matrix = .zero
      $0.gyro?.sensor.response.noise = .deviation(0)
    }
    let report = try #require(board.report.inertial)
    #expect(report.reasons == [.notFitted] && report.calibration == nil)
  }

  @Test func oddLogsDoNoHarm() {
    let odd: [Vector3] = [
      .zero, Vector3(.nan, 0, 0), Vector3(.infinity, 1, 1), Vector3(1e300, -1e300, 1e300),
    ]
    for value in odd {
      for step in [0, 10_000, -10_000, 500_000] {
        let samples = (0..<400).map { index in
          Sample(
            time: Timestamp(microseconds: Int64(index * step)),
            magneticField: MagneticField(microtesla: value),
            acceleration: Acceleration(metresPerSecondSquared: value),
            angularRate: AngularRate(radiansPerSecond: value))
        }
        let report = fitInertialCalibration(
          samples, magnetometer: .given, mount: .identity, tolerances: .cheapBoard)
        let found = report?.calibration?.accelerometer
        #expect(found.map { $0.offset.isFinite && $0.matrix.determinant.isFinite } ?? true)
      }
    }
  }

  @Test func aSaturatedGyroIsNamedAndLeftOut() throws {
    let board = BoardTumble(seed: 7) { $0.gyro?.sensor.response.range = Vector3(2, 2, 2) }
    let report = try #require(board.report.inertial)
    let reason = try #require(report.reasons.first)
    guard case .gyroSaturated(let percent, let limit) = reason else {
      Issue.record("\(reason)")
      return
    }
    #expect(percent > 1 && abs(limit - 2.0.inDegrees) < 0.1)
    expectHonest(board, report)
  }

  @Test func anImpossibleOffsetIsRefused() throws {
    let board = BoardTumble(seed: 8) { $0.accelerometer?.response.offset = Vector3(4, 0, 0) }
    let report = try #require(board.report.inertial)
    #expect(report.calibration?.accelerometer == nil)
    #expect(
      report.reasons.contains { if case .accelerometerOffset = $0 { true } else { false } })
  }

  @Test func anEmptyLogHasNone() {
    let report = fitNineAxes(
      [], log: CalibrationLog(isMicrotesla: true), mount: .identity,
      tolerances: .cheapBoard)
    #expect(report.inertial == nil && report.magnetometer.grade == .f)
  }
}
