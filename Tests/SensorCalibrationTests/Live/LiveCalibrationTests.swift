import Glibc
import Quantities
import Randomness
import SensorCalibration
import Simulation
import TestSamples
import Testing

/// A board that is tumbled while it is in use, from the first sample to a candidate of nine axes.
struct LiveCalibrationTests {
  private func parameters(_ board: BoardTumble) -> CalibrationProcedureParameters {
    var parameters = CalibrationProcedureParameters()
    parameters.mount = board.mount
    parameters.wantsGoodGrade = true
    return parameters
  }

  private func at(_ seconds: Double) -> Timestamp { Timestamp(microseconds: Int64(seconds * 1e6)) }

  /// Reports where the phase that is stored is not that of the state.
  private func checkPhase(_ live: LiveCalibration, after step: String) {
    guard live.phase != live.phaseOfState else { return }
    Issue.record("after \(step): \(live.phase) is stored, the state is \(live.phaseOfState)")
  }

  /// Feeds samples and runs each fit at once.
  ///
  /// - Returns: the instant of the candidate, s; `nil` without one.
  @discardableResult
  private func feed(
    _ live: inout LiveCalibration, _ samples: [Sample],
    isFromOutside: (Sample) -> Bool = { _ in false },
    log: (CalibrationJob) -> Void = { _ in }
  ) -> Double? {
    for sample in samples {
      var next = live.take(sample, isUndisturbed: true, isFromOutside: isFromOutside(sample))
      checkPhase(live, after: "a sample")
      while let job = next {
        log(job)
        next = live.finished(job.run(), of: job.collection, at: sample.time)
        checkPhase(live, after: "a fit")
      }
      if live.candidate != nil { return sample.time.seconds(since: at(0)) }
    }
    return nil
  }

  @Test func aTumbleWithRestsBecomesACandidateOfNineAxesWithinNinetySeconds() throws {
    let board = BoardTumble(seed: 3)
    var live = LiveCalibration(parameters(board), tolerances: .cheapBoard)
    live.start(.sphere, at: at(0))
    #expect(live.isCollecting && live.candidate == nil)
    var kinds: [String] = []
    let found = feed(
      &live, board.samples,
      log: { job in
        if case .field = job.work { kinds.append("field") } else { kinds.append("nine") }
      })
    #expect(try #require(found) < 90)
    #expect(kinds.last == "nine" && kinds.count { $0 == "nine" } == 1)
    let report = try #require(live.candidate)
    #expect(report.grade == .a || report.grade == .b)
    let inertial = try #require(report.calibration?.inertial)
    let (force, gyro) = (try #require(inertial.accelerometer), try #require(inertial.gyro))
    let truth = board.truth
    let trueForce = try #require(truth.accelerometer), trueGyro = try #require(truth.gyro)
    // of 62 mg; docs/calibration.md: 0.4 mg in the median after 90 s
    #expect((force.offset - trueForce.offset).length < 0.004 * standardGravity)
    #expect((gyro.offset - trueGyro.offset).length < 0.2.inRadians)
    #expect(live.rests.sides.count == RestWatch.wanted)
    #expect(try #require(live.inertialReport).restCount >= 5)
    let iron = board.device.iron.hard
    #expect((try #require(report.calibration).hardIron - iron).length < 2)
  }

  // The same code as `qiblactl fit`: what it makes of the same samples is the same.
  @Test func theFitIsThatOfARecordingUpToTheLogsSinglePrecision() throws {
    let board = BoardTumble(seed: 4)
    var live = LiveCalibration(parameters(board), tolerances: .cheapBoard)
    live.start(.sphere, at: at(0))
    var expected: NineAxisReport?
    let samples = board.samples
    feed(
      &live, samples,
      log: { job in
        guard case .nineAxes(let log, let fields) = job.work else { return }
        expected = fitNineAxes(
          Array(samples.prefix(log.count)), log: fields, mount: board.mount, tolerances: .cheapBoard
        )
      })
    let offset = try #require(live.candidate?.calibration?.inertial?.accelerometer?.offset)
    let other = try #require(
      expected?.magnetometer.calibration?.inertial?.accelerometer?.offset)
    #expect((offset - other).length < 1e-3)
  }

  @Test func aHandThatNeverRestsGetsACandidateFortySecondsLater() throws {
    let board = BoardTumble(seed: 5, course: .init(rest: 0))
    var live = LiveCalibration(parameters(board), tolerances: .cheapBoard)
    live.start(.sphere, at: at(0))
    #expect(try #require(feed(&live, board.samples)) < 90)
    #expect(live.candidate?.calibration?.inertial?.accelerometer != nil)
  }

  // 20 °/s is typical of an MPU-6050 (PS-MPU-6000A-00, 6.1), and the check of turns allows 6° in up to 0.6 s.
  @Test(arguments: [-40.0, -20, 20, 40])
  func theBiasOfAGyroThatNeverRestsIsNoDisturbanceOfTheField(degreesPerSecond: Double) throws {
    for seed in 11...13 as ClosedRange<UInt64> {
      let board = BoardTumble(seed: seed, course: .init(rest: 0)) {
        $0.gyro?.sensor.response.offset = Vector3(0.3, -0.5, 1) * degreesPerSecond.inRadians
      }
      var live = LiveCalibration(parameters(board), tolerances: .cheapBoard)
      live.start(.sphere, at: at(0))
      #expect(try #require(feed(&live, board.samples)) < 90)
      let report = try #require(live.candidate)
      #expect(report.grade == .a || report.grade == .b, "\(report.grade) \(report.reasons)")
    }
  }

  // The second chip's rates lack the first one's bias, which its rests have shown exactly.
  @Test func whatRestsHaveShownOfAGyroIsNotTakenForThatOfTheNext() throws {
    let first = BoardTumble(seed: 14) { $0.gyro?.sensor.response.offset = .zero }
    let second = BoardTumble(seed: 15, course: .init(rest: 0)) {
      $0.gyro?.sensor.response.offset = Vector3(10, -15, 30) * 1.0.inRadians
    }
    for isTold in [true, false] {
      var live = LiveCalibration(parameters(first), tolerances: .cheapBoard)
      var still = first
      still.motion = Motion()
      feed(&live, still.samples)
      #expect(live.rests.rate != nil)
      if isTold { live.replaceInertialSensors() }
      live.start(.sphere, at: at(100))
      let later = second.samples.map { sample in
        var sample = sample
        sample.time = sample.time.advanced(byMicroseconds: 100_000_000)
        return sample
      }
      feed(&live, later)
      let isGood = live.candidate.map { $0.grade == .a || $0.grade == .b } ?? false
      #expect(isGood == isTold)
    }
  }

  // The calibration in use takes a bias out that the second chip does not have.
  @Test func theCalibrationOfAGyroIsNotTakenForThatOfTheNext() throws {
    let second = BoardTumble(seed: 15, course: .init(rest: 0)) {
      $0.gyro?.sensor.response.offset = .zero
    }
    var inForce = Calibration.given
    inForce.inertial = InertialCalibration(
      accelerometer: nil,
      gyro: AxesCalibration(offset: Vector3(10, -15, 30) * 1.0.inRadians, matrix: .identity))
    for isTold in [true, false] {
      var live = LiveCalibration(parameters(second), inForce: inForce, tolerances: .cheapBoard)
      if isTold { live.replaceInertialSensors() }
      live.start(.sphere, at: at(0))
      feed(&live, second.samples)
      let isGood = live.candidate.map { $0.grade == .a || $0.grade == .b } ?? false
      #expect(isGood == isTold)
    }
  }

  @Test func aDeviceThatLiesStillAddsNothing() throws {
    let board = BoardTumble(seed: 6)
    var still = board
    still.motion = Motion()
    var live = LiveCalibration(parameters(board), tolerances: .cheapBoard)
    live.start(.sphere, at: at(0))
    feed(&live, still.samples)
    #expect(live.isCollecting)
    #expect(try #require(live.procedure.progress.samples) < 200, "the first three seconds")
    let later = board.samples.map { sample in
      var sample = sample
      sample.time = sample.time.advanced(byMicroseconds: 7_200_000_000)
      return sample
    }
    #expect(feed(&live, later) != nil, "two hours later it is moved")
  }

  @Test func theFitOfAFormerCollectionIsIgnored() throws {
    let board = BoardTumble(seed: 7)
    var live = LiveCalibration(parameters(board), tolerances: .cheapBoard)
    live.start(.sphere, at: at(0))
    var first: CalibrationJob?
    for sample in board.samples {
      first = live.take(sample, isUndisturbed: true)
      if first != nil { break }
    }
    let job = try #require(first)
    live.start(.sphere, at: at(10))
    let before = live.procedure
    #expect(live.finished(job.run(), of: job.collection, at: at(11)) == nil)
    #expect(live.procedure == before)
    live.discard()
    #expect(!live.isCollecting && live.candidate == nil)
  }

  // After each sample and each fit of the other tests `feed` looks as well.
  @Test func thePhaseThatIsStoredIsThatOfTheStateAfterEveryMethod() throws {
    let board = BoardTumble(seed: 3)
    let samples = board.samples
    var live = LiveCalibration(parameters(board), tolerances: .cheapBoard, isRefining: true)
    func expect(_ phase: LiveCalibration.Phase, after step: String) {
      checkPhase(live, after: step)
      #expect(live.phase == phase, "after \(step)")
    }
    expect(.idle, after: "init")
    live.start(.sphere, at: at(0))
    expect(.collecting, after: "start")
    feed(&live, samples)
    expect(.settled, after: "a tumble")
    let report = try #require(live.candidate)
    let accepted = try live.accept(force: true)
    expect(.idle, after: "accept")
    live.use(accepted)
    expect(.idle, after: "use")
    var due: CalibrationJob?
    for sample in samples where due == nil {
      due = live.take(sample, isUndisturbed: true)
      checkPhase(live, after: "a sample in use")
    }
    let collection = try #require(due).collection
    func propose() {
      _ = live.finished(.refinement(report, of: accepted), of: collection, at: at(100))
    }
    propose()
    #expect(live.isProposal)
    expect(.settled, after: "a proposal")
    live.use(accepted)
    expect(.idle, after: "use in place of a proposal")
    live.start(.sphere, at: at(200))
    _ = live.finish(at: at(200))
    #expect(live.procedure.isRejected)
    expect(.settled, after: "finish without samples")
    live.discard()
    expect(.idle, after: "discard")
    live.start(.circle, at: at(200))
    live.use(nil)
    expect(.collecting, after: "use during a collection")
    live.remount(board.mount)
    expect(.idle, after: "remount")
  }

  @Test func whatPassesByIsLeftOutUnlessItIsMostOfTheTime() throws {
    let board = BoardTumble(seed: 8)
    func run(isFromOutside: (Sample) -> Bool) -> LiveCalibration {
      var live = LiveCalibration(parameters(board), tolerances: .cheapBoard)
      live.start(.sphere, at: at(0))
      feed(&live, board.samples.filter { $0.time < at(25) }, isFromOutside: isFromOutside)
      return live
    }
    let all = try #require(run { _ in false }.procedure.progress.samples)
    let some = try #require(run { $0.time > at(5) && $0.time < at(12) }.procedure.progress.samples)
    #expect(some < all * 9 / 10)
    let most = try #require(run { _ in true }.procedure.progress.samples)
    #expect(most > all / 2)
  }

  @Test func anAcceptedCandidateIsInForceAndTheMemoryIsGivenBack() throws {
    let board = BoardTumble(seed: 9)
    var live = LiveCalibration(parameters(board), tolerances: .cheapBoard)
    #expect(throws: CalibrationProcedureError.nothingToAccept) { try live.accept(force: false) }
    live.start(.sphere, at: at(0))
    feed(&live, board.samples)
    let accepted = try live.accept(force: false)
    #expect(live.procedure.inForce?.calibration == accepted && !live.isCollecting)
    #expect(live.procedure.progress.status == .ok)
    live.use(nil)
    #expect(live.procedure.progress.status == .none)
  }

  @Test func aLevelTurnNeedsNoOtherAxes() throws {
    var random = SeededGenerator(seed: 4)
    var live = LiveCalibration(CalibrationProcedureParameters())
    live.start(.circle, at: at(0))
    let hard = Vector3(30, -20, 10)
    for index in 0..<2000 {
      let angle = Double(index) * 0.01
      let noise = Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal()) * 0.2
      let field = hard + Vector3(20 * cos(angle), -20 * sin(angle), 40) + noise
      let sample = Sample(
        time: at(Double(index) * 0.02), magneticField: MagneticField(microtesla: field))
      if let job = live.take(sample, isUndisturbed: true) {
        _ = live.finished(job.run(), of: job.collection, at: sample.time)
      }
    }
    #expect(live.candidate?.model == .horizontalCircle)
  }
}

struct TumbleLogTests {
  private func at(_ microseconds: Int64) -> Timestamp { Timestamp(microseconds: microseconds) }

  @Test func itHoldsSamplesInSinglePrecisionAndTimesToTheMicrosecond() throws {
    var log = TumbleLog()
    let field = MagneticField(microtesla: Vector3(1.25, -2.5, 48))
    log.add(Sample(time: at(5_000_000), magneticField: field))
    log.add(
      Sample(
        time: at(5_010_001),
        acceleration: Acceleration(metresPerSecondSquared: Vector3(0, 0, 9.75)),
        angularRate: AngularRate(radiansPerSecond: Vector3(0.5, 0, 0))))
    #expect(log.count == 2 && log.hasForce)
    #expect(log[0].magneticField == field && log[0].acceleration == nil)
    #expect(log[1].time.microseconds(since: log[0].time) == 10_001)
    #expect(log[1].acceleration?.metresPerSecondSquared == Vector3(0, 0, 9.75))
  }

  @Test func aFastChipIsThinnedToMeansAndThePauseOfALongRestIsShort() throws {
    var log = TumbleLog()
    for index in 0..<4000 {
      let rate = Vector3(Double(index % 4), 0, 0)
      log.add(
        Sample(time: at(Int64(index) * 2_500), angularRate: AngularRate(radiansPerSecond: rate)))
    }
    #expect((990...1010).contains(log.count))
    #expect(log.dropFirst().allSatisfy { $0.angularRate?.radiansPerSecond.x == 1.5 })
    let end = try #require(log.last).time
    log.add(
      Sample(time: at(9_000_000_000), angularRate: AngularRate(radiansPerSecond: .zero)))
    #expect(try #require(log.last).time.seconds(since: end) < 1.1)
  }

  @Test func itNeverGrowsBeyondFourMegabytes() {
    var log = TumbleLog()
    let field = MagneticField(microtesla: .zero)
    for index in 0..<(TumbleLog.capacity + 10) {
      log.add(Sample(time: at(Int64(index) * 10_000), magneticField: field))
    }
    #expect(log.count == TumbleLog.capacity)
    #expect(TumbleLog.bytes <= 4 << 20)
  }
}
