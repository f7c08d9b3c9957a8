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

@testable import qiblad

/// A chip is replaced by another model at the same address while the daemon runs: it is the same source.
@Suite struct ExchangedChipTests {
  private final class Chip: Sendable {
    let name = Mutex("hmc5883l-0x1e")
  }

  private let chip = Chip()
  private let calibration = Calibration(
    hardIron: Vector3(18, -25, 11), softIron: .identity, grade: .a, radius: 48)

  private func supervisor(profilesOf chips: [String]) throws -> CalibrationSupervisor {
    var service = CalibrationService(
      isAutomatic: true, fitter: ImmediateFitter(), requests: CalibrationRequests(),
      chips: ChipNames { [chip] _ in chip.name.withLock { $0 } }, describe: { _ in "the chip" },
      date: { nil }, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    for chip in chips {
      let key = try ProfileKey(name: "default", chip: chip)
      var its = calibration
      its.radius = Double(chip.utf8.count)
      service.profiles[key] = CalibrationProfile(
        key: key, current: .init(its, utcMicroseconds: nil))
    }
    let settings = RunOptions().settings(for: TraceHeader(name: "test", mount: .identity))
    return CalibrationSupervisor(service, settings) { _ in }
  }

  private let source: SensorSourceID = 30

  private func time(_ seconds: Double) -> Timestamp {
    Timestamp(microseconds: Int64(seconds * 1e6))
  }

  private func field(at seconds: Double) -> Input {
    let field = MagneticField(microtesla: Vector3(20, 0, 40))
    return .sample(Sample(time: time(seconds), magneticField: field, source: source))
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
}
