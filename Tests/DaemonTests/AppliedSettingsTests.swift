import Logging
import Pipeline
import Publisher
import Quantities
import SensorCalibration
import Session
import TestSamples
import Testing
import Trace
import Wire

@testable import qiblad

/// What the pipeline's thread does with what a command or a reload sets.
@Suite struct AppliedSettingsTests {
  private let board = BoardTumble(seed: 3)
  private let settings = SettingQueue()
  private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  private var thread: PipelineThread {
    let publisher = Publisher(
      hello: Hello(version: "0", runID: "0", replay: false, simulated: true),
      socket: SocketLocation(candidates: [], uid: 0), lossless: false, logger: logger)
    return PipelineThread(
      publisher: publisher, stop: StopFlag(), speed: .unlimited, loops: false,
      waitsForClient: false, logger: logger, haptics: nil, placeSaver: nil, meter: TickMeter(),
      registry: nil, userSettings: settings, calibration: nil, recorder: nil)
  }

  private func time(_ seconds: Double) -> Timestamp {
    Timestamp(microseconds: Int64(seconds * 1e6))
  }

  private func collect(
    _ supervisor: inout CalibrationSupervisor?, from start: Double, to end: Double
  ) {
    for sample in board.samples where sample.time >= time(start) && sample.time < time(end) {
      _ = supervisor?.live.take(sample, isUndisturbed: true)
    }
  }

  @Test func anotherMountBeginsTheCollectionAgainAndTheSameMountDoesNot() throws {
    let service = CalibrationService(
      isAutomatic: true, fitter: ImmediateFitter(), requests: CalibrationRequests(), chips: .none,
      describe: { _ in "the chip" }, date: { nil }, logger: logger)
    let options = RunOptions().settings(for: TraceHeader(name: "test", mount: board.mount))
    var session = Session(options, encodesReadings: false)
    var supervisor: CalibrationSupervisor? = CalibrationSupervisor(service, options) { _ in }
    var recording: RecordingFeed?
    var inForce = UserSettingsInForce()
    supervisor?.start(.sphere, at: time(0))
    collect(&supervisor, from: 0, to: 10)
    #expect(try #require(supervisor?.live.procedure.progress.samples) > 0)

    let turn = try BoardMount(parsing: "y -x z").bodyFromBoard
    let mount = try Mount(
      magnetometer: turn * board.mount.magnetometer, inertial: turn * board.mount.inertial)
    func set(_ mount: Mount, at seconds: Double) {
      let isTaken = settings.put(SettingQueue.Entry(setting: .mount(mount)) { _ in })
      #expect(isTaken)
      thread.applySettings(&session, &supervisor, &recording, &inForce, at: time(seconds))
    }
    set(mount, at: 10)
    #expect(supervisor?.isCollecting == true)
    #expect(supervisor?.live.procedure.progress.samples == 0)

    collect(&supervisor, from: 10, to: 20)
    let collected = try #require(supervisor?.live.procedure.progress.samples)
    set(mount, at: 20)
    #expect(collected > 0 && supervisor?.live.procedure.progress.samples == collected)
    #expect(inForce.all == [.mount(mount)])
  }
}
