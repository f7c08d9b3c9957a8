import Logging
import Pipeline
import Profiles
import Quantities
import Redundancy
import SensorCalibration
import Session
import Trace
import Wire

/// Calibrates the magnetometer in use, with accelerometer and gyro, beside the pipeline, and keeps what it finds.
///
/// A value of the pipeline's thread: it sees each input before and after the pipeline, and gives inputs that set a
/// calibration or say how one stands. Fits run on another thread, files are written by another one.
struct CalibrationSupervisor {
  /// What is known of a magnetometer.
  struct Magnetometer {
    var key: ProfileKey
    /// What the pipeline has for it.
    var applied: Calibration?
  }

  var service: CalibrationService
  var live: LiveCalibration
  /// The sensors that make the heading.
  var sources = PrimarySources(field: nil, force: nil, rate: nil)
  /// Whether a client asked for the collection, or for what it found.
  var isRequested = false
  var magnetometers: [SensorSourceID: Magnetometer] = [:]
  var boards = MagnetometerBoards()
  /// The accelerometers and gyros that were found, with their tolerances.
  var chipTolerances: ChipToleranceTable
  private var isBlanking = false
  /// The field that the pipeline last said the calibration to be confirmed in.
  var confirmedField: CalibrationField?
  /// Whether the automatic collection was cancelled.
  var isCancelled = false
  var announcer: CalibrationAnnouncer
  let settings: PipelineSettings
  /// How the sensors are mounted now.
  var mount: Mount
  /// What goes to the pipeline next.
  var inputs: [Input] = []

  /// - Parameters:
  ///   - settings: those of the pipeline.
  ///   - publish: sends a message of the topic `calibration`.
  init(
    _ service: CalibrationService, _ settings: PipelineSettings,
    publish: @escaping (CalibrationMessage) -> Void
  ) {
    (self.service, self.settings, mount) = (service, settings, settings.mount)
    chipTolerances = ChipToleranceTable(settings)
    var parameters = CalibrationProcedureParameters()
    parameters.mount = settings.mount
    parameters.isMicrotesla = settings.isMicrotesla
    parameters.wantsGoodGrade = true
    live = LiveCalibration(
      parameters, inForce: settings.calibration, tolerances: settings.inertialTolerances,
      isRefining: service.isAutomatic)
    // of values that come calibrated nothing is said before a client asks
    announcer = CalibrationAnnouncer(
      isQuiet: settings.calibration != nil, awaitsRequest: service.isOfRecording, publish: publish)
  }

  /// What the pipeline has to get before an input: the calibration of a magnetometer that is new.
  mutating func inputs(before input: Input) -> [Input] {
    switch input {
    case .sample(let sample):
      if sample.magneticField != nil, !boards.isMeasuring(sample.source) {
        meet(sample.source, at: sample.time)
      }
    case .sensorLost(let source, _): boards.lose(source)
    // It measures, perhaps for the first time since it was lost: another chip may be there.
    case .sensorFault(let source, nil, let time):
      apply(to: source, at: time)
      startByItself(at: time)
    case .blanking(let isOn, _): isBlanking = isOn
    case .setting(.mount(let mount), let time): remount(mount, at: time)
    // of a recording
    case .calibration(let source, let calibration, _):
      if source == sources.field { live.use(calibration) }
    case .idle, .sensorFound, .sensorFault, .calibrating, .setting, .clock, .recording, .gap, .tick:
      break
    }
    return takeInputs()
  }

  /// What the pipeline has to get after an input.
  ///
  /// - Parameters:
  ///   - choice: other sensors make the heading from this input on.
  ///   - field: what the pipeline says of the field.
  mutating func inputs(
    after input: Input, choice: SensorChoice?, field: FieldCondition
  ) -> [Input] {
    let time = input.time
    // Before another calibration is set: the field is that of the one that the input was computed with.
    if field.newCalibrationField != confirmedField {
      keep(confirmed: field.newCalibrationField, at: time)
    }
    if let choice { use(choice.sources, at: time) }
    if case .sensorFound(let source, let driver, _) = input { find(driver, at: source, at: time) }
    for request in service.requests.take() { answer(request, at: time) }
    if let fitted = service.fitter.takeOutcome() {
      let wasProposal = live.isProposal
      let next = live.finished(fitted.outcome, of: fitted.collection, at: time)
      put(next)
      if live.isProposal, !wasProposal { reportProposal() }
      decide(at: time)
    }
    if let sample = input.sample, let own = ownPart(of: sample) {
      // Apart from `put`: where its argument changes the supervisor, a copy of all of it is made for the call.
      let due = live.take(
        own, isUndisturbed: field.isUndisturbed, isFromOutside: field.isFromOutside)
      put(due)
      decide(at: time)
    }
    announce(at: time)
    return takeInputs()
  }

  /// What the pipeline has to get where a recording begins again: it has forgotten what clients had it use.
  mutating func inputs(afterLoopAt time: Timestamp) -> [Input] {
    announcer.forgotten()
    return magnetometers.sorted { $0.key < $1.key }.compactMap { source, known in
      known.applied.map { .calibration(source, $0, at: time) }
    }
  }

  private mutating func takeInputs() -> [Input] {
    if inputs.isEmpty { return [] }
    defer { inputs = [] }
    return inputs
  }

  /// Whether samples are collected for a calibration.
  var isCollecting: Bool { live.isCollecting }

  /// What a sample has of the sensors that make the heading; `nil` for nothing.
  private func ownPart(of sample: Sample) -> Sample? {
    var own = sample
    if isBlanking || sample.source != sources.field { own.magneticField = nil }
    if sample.source != sources.force { own.acceleration = nil }
    if sample.source != sources.rate { own.angularRate = nil }
    return own.hasMeasurement ? own : nil
  }

  private func put(_ job: CalibrationJob?) {
    guard let job else { return }
    if case .refinement = job.work, !mayRefine { return }
    service.fitter.put(job)
  }
}
