import Logging
import Pipeline
import Profiles
import Quantities
import Redundancy
import SensorCalibration
import Session
import Synchronization
import Testing
import Trace
import Wire

@testable import qiblad

/// Two equal magnetometers at the same address of two buses: what is kept under their name is of one of them.
@Suite struct EqualMagnetometersTests {
  private static let chip = "hmc5883l-0x1e"
  private let first: SensorSourceID = 30
  private let second: SensorSourceID = 158

  private final class Answer: Sendable {
    let last = Mutex<Result<ControlReply, RequestError>?>(nil)
  }

  private func calibration(radius: Double) -> Calibration {
    Calibration(hardIron: Vector3(18, -25, 11), softIron: .identity, grade: .a, radius: radius)
  }

  /// A supervisor that has kept a calibration of 48 µT from an earlier run.
  private func supervisor() throws -> CalibrationSupervisor {
    var service = CalibrationService(
      isAutomatic: false, fitter: ImmediateFitter(), requests: CalibrationRequests(),
      chips: ChipNames { _ in Self.chip }, describe: { _ in "the chip" }, date: { nil },
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let key = try ProfileKey(name: "default", chip: Self.chip)
    service.profiles[key] = CalibrationProfile(
      key: key, current: .init(calibration(radius: 48), utcMicroseconds: nil))
    let settings = RunOptions().settings(for: TraceHeader(name: "test"))
    return CalibrationSupervisor(service, settings) { _ in }
  }

  private func time(_ seconds: Double) -> Timestamp {
    Timestamp(microseconds: Int64(seconds * 1e6))
  }

  private func measure(
    _ source: SensorSourceID, _ supervisor: inout CalibrationSupervisor, at seconds: Double
  ) {
    let field = MagneticField(microtesla: Vector3(20, 0, 40))
    let sample = Sample(time: time(seconds), magneticField: field, source: source)
    _ = supervisor.inputs(before: .sample(sample))
  }

  private func lose(
    _ source: SensorSourceID, _ supervisor: inout CalibrationSupervisor, at seconds: Double
  ) {
    _ = supervisor.inputs(before: .sensorLost(source, at: time(seconds)))
  }

  private func use(
    _ source: SensorSourceID, _ supervisor: inout CalibrationSupervisor, at seconds: Double
  ) {
    let sources = PrimarySources(field: source, force: nil, rate: nil)
    _ = supervisor.inputs(
      after: .idle(at: time(seconds)), choice: SensorChoice(sources: sources, change: nil),
      field: FieldCondition())
  }

  private func answer(
    _ kind: CalibrationRequests.Kind, _ supervisor: inout CalibrationSupervisor
  ) throws -> Result<ControlReply, RequestError> {
    let answer = Answer()
    let request = CalibrationRequests.Request(kind: kind) { result in
      answer.last.withLock { $0 = result }
    }
    supervisor.answer(request, at: time(100))
    return try #require(answer.last.withLock { $0 })
  }

  private func radius(_ source: SensorSourceID, _ supervisor: CalibrationSupervisor) -> Double? {
    supervisor.magnetometers[source]?.applied?.radius
  }

  /// Both measure, and the second one is in use.
  private func both() throws -> CalibrationSupervisor {
    var supervisor = try supervisor()
    measure(first, &supervisor, at: 1)
    measure(second, &supervisor, at: 1)
    use(second, &supervisor, at: 2)
    return supervisor
  }

  @Test func eachProfileIsOfTheMagnetometerThatWasCalibratedUnderItsName() throws {
    var supervisor = try both()
    supervisor.choose("b")
    supervisor.keep(calibration(radius: 50), for: second, at: time(3))
    supervisor.applyAll(at: time(3))
    #expect(radius(first, supervisor) == nil && radius(second, supervisor) == 50)
    _ = try answer(.profiles(.use(profile: "default")), &supervisor).get()
    #expect(radius(first, supervisor) == 48 && radius(second, supervisor) == nil)
    _ = try answer(.profiles(.use(profile: "b")), &supervisor).get()
    #expect(radius(first, supervisor) == nil && radius(second, supervisor) == 50)
  }

  @Test func aBoardThatWasCalibratedOnAnotherBusKeepsItsCalibrationWhenItIsBack() throws {
    var supervisor = try supervisor()
    measure(first, &supervisor, at: 1)
    lose(first, &supervisor, at: 2)
    measure(second, &supervisor, at: 5)
    use(second, &supervisor, at: 5)
    supervisor.keep(calibration(radius: 50), for: second, at: time(6))
    lose(second, &supervisor, at: 7)
    measure(first, &supervisor, at: 10)
    #expect(radius(first, supervisor) == 50)
    // Now both measure: they are two.
    measure(second, &supervisor, at: 11)
    #expect(radius(first, supervisor) == 50 && radius(second, supervisor) == nil)
  }

  @Test func afterBothWereLostEachIsTheOneThatItWas() throws {
    var supervisor = try both()
    for source in [first, second] { lose(source, &supervisor, at: 3) }
    measure(second, &supervisor, at: 5)
    #expect(radius(second, supervisor) == nil)
    // At a third bus it may be either of them.
    lose(second, &supervisor, at: 6)
    measure(200, &supervisor, at: 7)
    #expect(radius(200, supervisor) == nil)
    measure(first, &supervisor, at: 8)
    #expect(radius(first, supervisor) == 48)
  }

  @Test func noRequestOfTheSecondChangesOrShowsTheCalibrationOfTheFirst() throws {
    var supervisor = try both()
    let key = try ProfileKey(name: "default", chip: Self.chip)
    let former = CalibrationProfile.Version(calibration(radius: 47), utcMicroseconds: nil)
    supervisor.service.profiles[key]?.previous = former
    let kept = supervisor.service.profiles
    let requests: [CalibrationRequests.Kind] = [
      .calibrate(.rollback(profile: nil)), .calibrate(.rollback(profile: "default")),
      .profiles(.exporting(profile: nil)), .profiles(.lock(profile: nil)),
    ]
    for request in requests {
      let given = try answer(request, &supervisor)
      #expect(throws: RequestError.noProfile("default"), "\(request)") { try given.get() }
    }
    #expect(supervisor.service.profiles == kept)
    use(first, &supervisor, at: 5)
    for request in requests { _ = try answer(request, &supervisor).get() }
  }

  @Test func whatIsRolledBackIsOfTheMagnetometerThatItWasOf() throws {
    var supervisor = try both()
    supervisor.keep(calibration(radius: 50), for: second, at: time(3))
    #expect(radius(first, supervisor) == nil && radius(second, supervisor) == 50)
    _ = try answer(.calibrate(.rollback(profile: nil)), &supervisor).get()
    #expect(radius(first, supervisor) == 48 && radius(second, supervisor) == nil)
  }
}
