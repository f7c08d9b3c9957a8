import Logging
import Pipeline
import Profiles
import Quantities
import Redundancy
import SensorCalibration
import Session
import Synchronization
import TestSamples
import Testing
import Trace

@testable import qiblad

/// A chip is replaced by another model at the same address while the daemon runs: it is the same source.
@Suite struct ExchangedChipTests {
  private final class Chip: Sendable {
    let name = Mutex("hmc5883l-0x1e")
    let inertial = Mutex("mpu6050-0x68")
  }

  private let chip = Chip()
  private let calibration = Calibration(
    hardIron: Vector3(18, -25, 11), softIron: .identity, grade: .a, radius: 48)

  private func supervisor(
    profilesOf chips: [String], inertial: InertialCalibration? = nil, mount: Mount = .identity
  ) throws -> CalibrationSupervisor {
    var service = CalibrationService(
      isAutomatic: true, fitter: ImmediateFitter(), requests: CalibrationRequests(),
      chips: ChipNames { [chip, inertialSource] source in
        source == inertialSource ? chip.inertial.withLock { $0 } : chip.name.withLock { $0 }
      }, describe: { _ in "the chip" },
      date: { nil }, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    for chip in chips {
      let key = try ProfileKey(name: "default", chip: chip)
      var its = calibration
      its.radius = Double(chip.utf8.count)
      its.inertial = inertial
      let inertialChip = inertial == nil ? nil : "mpu6050-0x68"
      service.profiles[key] = CalibrationProfile(
        key: key, current: .init(its, utcMicroseconds: nil, inertialChip: inertialChip))
    }
    let settings = RunOptions().settings(for: TraceHeader(name: "test", mount: mount))
    return CalibrationSupervisor(service, settings) { _ in }
  }

  private let source: SensorSourceID = 30
  /// Of an equal magnetometer at the same address of another bus.
  private let second: SensorSourceID = 158
  private let inertialSource: SensorSourceID = 104

  private func time(_ seconds: Double) -> Timestamp {
    Timestamp(microseconds: Int64(seconds * 1e6))
  }

  private func field(at seconds: Double, of source: SensorSourceID = 30) -> Input {
    let field = MagneticField(microtesla: Vector3(20, 0, 40))
    return .sample(Sample(time: time(seconds), magneticField: field, source: source))
  }

  /// What the supervisor gives after the magnetometer in use is this one, beside the same accelerometer and gyro.
  private func use(
    _ field: SensorSourceID, _ supervisor: inout CalibrationSupervisor, at seconds: Double
  ) -> [Input] {
    let sources = PrimarySources(field: field, force: inertialSource, rate: inertialSource)
    return supervisor.inputs(
      after: .idle(at: time(seconds)), choice: SensorChoice(sources: sources, change: nil),
      field: FieldCondition())
  }

  /// What the supervisor gives after the chip with accelerometer and gyro was found.
  private func find(
    _ driver: String, _ supervisor: inout CalibrationSupervisor, at seconds: Double
  ) -> [Input] {
    let found = Input.sensorFound(inertialSource, driver: driver, at: time(seconds))
    let before = supervisor.inputs(before: found)
    #expect(before.isEmpty)
    return supervisor.inputs(after: found, choice: nil, field: FieldCondition())
  }

  private func calibrations(_ inputs: [Input]) -> [Calibration?] {
    inputs.compactMap { input in
      if case .calibration(_, let calibration, _) = input { .some(calibration) } else { nil }
    }
  }

  @Test(arguments: [[], ["lis2mdl-0x1e"]])
  func theFormerChipsCalibrationIsNotUsedForTheNewOne(others: [String]) throws {
    var supervisor = try supervisor(profilesOf: ["hmc5883l-0x1e"] + others)
    #expect(calibrations(supervisor.inputs(before: field(at: 1))).map { $0?.radius } == [13])
    _ = supervisor.inputs(before: .sensorLost(source, at: time(2)))
    chip.name.withLock { $0 = "lis2mdl-0x1e" }
    let found = supervisor.inputs(before: .sensorFault(source, nil, at: time(5)))
    #expect(calibrations(found).map { $0?.radius } == [others.isEmpty ? nil : 12])
    #expect(supervisor.inputs(before: field(at: 6)).isEmpty)
  }

  @Test func theSameChipKeepsItsCalibration() throws {
    var supervisor = try supervisor(profilesOf: ["hmc5883l-0x1e"])
    _ = supervisor.inputs(before: field(at: 1))
    _ = supervisor.inputs(before: .sensorLost(source, at: time(2)))
    #expect(supervisor.inputs(before: .sensorFault(source, nil, at: time(5))).isEmpty)
  }

  // The pipeline discards what it knows of the former one when it gets the report.
  @Test func theCalibrationOfAccelerometerAndGyroIsSetAfterTheirChipIsReported() throws {
    let inertial = InertialCalibration(
      accelerometer: AxesCalibration(offset: Vector3(0.1, 0, 0), matrix: .identity))
    var supervisor = try supervisor(profilesOf: ["hmc5883l-0x1e"], inertial: inertial)
    _ = find("mpu6050", &supervisor, at: 0)
    let met = supervisor.inputs(before: field(at: 1))
    #expect(calibrations(met).map { $0?.inertial } == [inertial])
    _ = use(source, &supervisor, at: 1)
    chip.inertial.withLock { $0 = "icm20948-0x68" }
    let exchanged = find("icm20948", &supervisor, at: 5)
    #expect(calibrations(exchanged).map { $0?.inertial } == [nil])
    chip.inertial.withLock { $0 = "mpu6050-0x68" }
    let back = find("mpu6050", &supervisor, at: 9)
    #expect(calibrations(back).map { $0?.inertial } == [inertial])
  }

  @Test func whatARestHasShownOfTheGyroIsDiscardedWithItsChip() throws {
    func rested() throws -> CalibrationSupervisor {
      chip.inertial.withLock { $0 = "mpu6050-0x68" }
      var supervisor = try supervisor(profilesOf: [])
      _ = find("mpu6050", &supervisor, at: 0)
      _ = supervisor.inputs(before: field(at: 1))
      _ = use(source, &supervisor, at: 1)
      for index in 100..<400 {
        var sample = Sample(time: time(Double(index) / 100))
        sample.magneticField = MagneticField(
          microtesla: Vector3(20 + Double(index % 3) * 0.1, 0, 40))
        sample.acceleration = Acceleration(
          metresPerSecondSquared: Vector3(0, 0, -standardGravity))
        sample.angularRate = AngularRate(radiansPerSecond: Vector3(0.1, 0.2, 0.3))
        _ = supervisor.live.take(sample, isUndisturbed: true)
      }
      #expect(supervisor.live.rests.rate != nil)
      return supervisor
    }
    var same = try rested()
    _ = find("mpu6050", &same, at: 5)
    _ = use(second, &same, at: 5)
    #expect(same.live.rests.rate != nil, "another magnetometer beside the same gyro")
    var exchanged = try rested()
    chip.inertial.withLock { $0 = "icm20948-0x68" }
    _ = find("icm20948", &exchanged, at: 5)
    #expect(exchanged.live.rests.rate == nil)
    var other = try rested()
    let sources = PrimarySources(
      field: source, force: inertialSource, rate: second)
    _ = other.inputs(
      after: .idle(at: time(5)), choice: SensorChoice(sources: sources, change: nil),
      field: FieldCondition())
    #expect(other.live.rests.rate == nil)
  }

  // Of named chips the data sheets are known, which a fit and an error by the assumed ones are not of.
  @Test func aCalibrationHasTheTolerancesThatTheHeadingHas() throws {
    var supervisor = try supervisor(profilesOf: [])
    _ = find("mpu6050", &supervisor, at: 0)
    _ = supervisor.inputs(before: field(at: 1))
    _ = use(source, &supervisor, at: 1)
    var heading = ChipToleranceTable(supervisor.settings)
    heading.note("mpu6050", at: inertialSource)
    let tolerances = heading.tolerances(
      of: PrimarySources(field: source, force: inertialSource, rate: inertialSource))
    #expect(tolerances.areOfNamedChips && tolerances == supervisor.live.tolerances)
  }

  /// A supervisor whose user was asked to tumble the board: `seconds` of it, or until there is a calibration to accept.
  private func tumbled(seconds: Double = .infinity) throws -> CalibrationSupervisor {
    let board = BoardTumble(seed: 3)
    var supervisor = try supervisor(profilesOf: [], mount: board.mount)
    _ = supervisor.inputs(before: field(at: 0))
    _ = find("mpu6050", &supervisor, at: 0)
    _ = use(source, &supervisor, at: 0)
    supervisor.start(.sphere, at: time(0))
    for sample in board.samples where sample.time < time(min(seconds, 1000)) {
      var next = supervisor.live.take(sample, isUndisturbed: true)
      while let job = next {
        next = supervisor.live.finished(job.run(), of: job.collection, at: sample.time)
      }
      if supervisor.live.candidate != nil { break }
    }
    return supervisor
  }

  /// The supervisor after each way in which other sensors come, and after what is no change.
  private func changed(
    _ supervisor: CalibrationSupervisor
  ) -> (others: [CalibrationSupervisor], same: CalibrationSupervisor) {
    var (magnetometer, model, inertial, same) = (supervisor, supervisor, supervisor, supervisor)
    _ = use(second, &magnetometer, at: 100)
    chip.name.withLock { $0 = "lis2mdl-0x1e" }
    _ = model.inputs(before: .sensorFault(source, nil, at: time(100)))
    chip.name.withLock { $0 = "hmc5883l-0x1e" }
    _ = find("icm20948", &inertial, at: 100)
    _ = same.inputs(before: .sensorFault(source, nil, at: time(100)))
    _ = find("mpu6050", &same, at: 100)
    _ = use(source, &same, at: 100)
    return ([magnetometer, model, inertial], same)
  }

  @Test func aCalibrationThatWaitsIsDroppedWithTheSensorsThatItIsOf() throws {
    let waiting = try tumbled()
    #expect(waiting.live.candidate != nil)
    let (others, same) = changed(waiting)
    for supervisor in others { #expect(supervisor.live.candidate == nil) }
    #expect(same.live.candidate == waiting.live.candidate)
  }

  @Test func whatWasCollectedIsOfTheSensorsThatMeasuredIt() throws {
    let collecting = try tumbled(seconds: 10)
    let samples = try #require(collecting.live.procedure.progress.samples)
    let (others, same) = changed(collecting)
    for supervisor in others {
      #expect(supervisor.live.isCollecting && supervisor.live.procedure.progress.samples == 0)
    }
    #expect(samples > 0 && same.live.procedure.progress.samples == samples)
  }

  @Test func ofTwoEqualMagnetometersTheFirstHasTheCalibration() throws {
    var supervisor = try supervisor(profilesOf: ["hmc5883l-0x1e"])
    #expect(calibrations(supervisor.inputs(before: field(at: 1))).map { $0?.radius } == [13])
    #expect(supervisor.inputs(before: field(at: 1, of: second)).isEmpty)
    // The second takes over: it is another board, and the kept calibration is replaced on request only.
    _ = supervisor.inputs(before: .sensorLost(source, at: time(2)))
    let taken = use(second, &supervisor, at: 2)
    #expect(calibrations(taken).isEmpty)
    #expect(!supervisor.live.isCollecting && supervisor.live.procedure.inForce == nil)
    #expect(supervisor.inputs(before: field(at: 3)).isEmpty)
    let back = use(source, &supervisor, at: 3)
    #expect(calibrations(back).isEmpty)
    #expect(supervisor.live.procedure.inForce?.calibration.radius == 13)
  }

  @Test func aBoardThatMovesToAnotherBusKeepsItsCalibration() throws {
    var supervisor = try supervisor(profilesOf: ["hmc5883l-0x1e"])
    _ = supervisor.inputs(before: field(at: 1))
    _ = supervisor.inputs(before: .sensorLost(source, at: time(2)))
    let moved = supervisor.inputs(before: field(at: 5, of: second))
    #expect(calibrations(moved).map { $0?.radius } == [13])
  }

  @Test func ofTwoEqualMagnetometersTheOneThatIsCalibratedHasTheCalibration() throws {
    var supervisor = try supervisor(profilesOf: ["hmc5883l-0x1e"])
    _ = supervisor.inputs(before: field(at: 1))
    _ = supervisor.inputs(before: field(at: 1, of: second))
    _ = use(second, &supervisor, at: 2)
    var its = calibration
    its.radius = 50
    supervisor.keep(its, for: second, at: time(3))
    #expect(supervisor.magnetometers[source]?.applied == nil)
    #expect(supervisor.magnetometers[second]?.applied?.radius == 50)
    let set = supervisor.inputs(before: .idle(at: time(4)))
    #expect(calibrations(set).map { $0?.radius } == [nil, 50])
  }
}
