import Logging
import Pipeline
import Quantities
import Redundancy
import Session
import TestSamples
import Testing
import Trace

@testable import qiblad

/// What keeps the sensors read where `[sensors] pause_after_s` is set.
@Suite struct MeasurementNeedsTests {
  @Test func withoutANeedThereIsNone() { #expect(!MeasurementNeeds().areThere) }

  @Test func aClientIsOne() { #expect(MeasurementNeeds(hasClient: true).areThere) }

  @Test func aMotorIsOne() { #expect(MeasurementNeeds(hasMotor: true).areThere) }

  @Test func aRecordingIsOne() { #expect(MeasurementNeeds(isRecording: true).areThere) }

  @Test func aCollectionIsOne() { #expect(MeasurementNeeds(isCollecting: true).areThere) }

  // Without a calibration the same samples are collected for one.
  @Test(arguments: [false, true]) func theRefinementOfACalibrationIsNone(isCalibrated: Bool) throws
  {
    let board = BoardTumble(seed: 3)
    let service = CalibrationService(
      isAutomatic: true, fitter: ImmediateFitter(), requests: CalibrationRequests(), chips: .none,
      describe: { _ in "the chip" }, date: { nil },
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    var options = RunOptions()
    if isCalibrated { options.calibration = .given }
    var supervisor = CalibrationSupervisor(
      service, options.settings(for: TraceHeader(name: "test", mount: board.mount))
    ) { _ in }
    let samples = board.samples.prefix(200)
    let source = try #require(samples.first { $0.magneticField != nil }).source
    let sources = PrimarySources(field: source, force: source, rate: source)
    for (index, sample) in samples.enumerated() {
      _ = supervisor.inputs(before: .sample(sample))
      let choice = index == 0 ? SensorChoice(sources: sources, change: nil) : nil
      _ = supervisor.inputs(after: .sample(sample), choice: choice, field: FieldCondition())
    }
    #expect(MeasurementNeeds(isCollecting: supervisor.isCollecting).areThere == !isCalibrated)
  }
}
