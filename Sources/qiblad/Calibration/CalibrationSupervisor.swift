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
  private(set) var isRequested = false
  var magnetometers: [SensorSourceID: Magnetometer] = [:]
  var boards = MagnetometerBoards()
  /// The drivers of accelerometers and gyros that were found.
  var drivers: [SensorSourceID: String] = [:]
  private var isBlanking = false
  /// The field that the pipeline last said the calibration to be confirmed in.
  var confirmedField: CalibrationField?
  /// Whether the automatic collection was cancelled.
  private var isCancelled = false
  var announcer: CalibrationAnnouncer
  let settings: PipelineSettings
  private var mount: Mount
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

// MARK: - Collecting
extension CalibrationSupervisor {
  var flow: CalibrationCollection.Flow {
    if case .collecting(let collecting) = live.procedure.state {
      collecting.collection.flow
    } else {
      .sphere
    }
  }

  /// Begins to collect where there is no calibration, and no client has cancelled that.
  mutating func startByItself(at time: Timestamp) {
    guard service.isAutomatic, !isCancelled, let source = sources.field, !live.isCollecting,
      live.candidate == nil, live.procedure.inForce == nil, !hasCalibrationOfFirst(source)
    else { return }
    service.logger.notice(
      "\(service.describe(source)) has no calibration: turn the device slowly through every direction, and rest it on each side for a second"
    )
    isRequested = false
    live.start(.sphere, at: time)
    announcer.started()
  }

  /// The sensors are mounted otherwise: what was collected does not count, and a collection begins again. A mount that
  /// is set anew, as by a reload, changes nothing.
  private mutating func remount(_ new: Mount, at time: Timestamp) {
    guard new != mount else { return }
    mount = new
    let wasCollecting = live.isCollecting ? flow : nil
    live.remount(mount)
    if let wasCollecting {
      service.logger.notice("another mount: the collection for a calibration begins again")
      live.start(wasCollecting, at: time)
    } else {
      startByItself(at: time)
    }
    announcer.changed()
  }

  /// Begins to collect because a client asked for it.
  mutating func start(_ flow: CalibrationCollection.Flow, at time: Timestamp) {
    (isRequested, isCancelled) = (true, false)
    live.start(flow, at: time)
    announcer.started()
    service.logger.notice("collecting for a calibration \"\(service.profile)\"")
  }

  /// Ends a collection without a calibration.
  mutating func cancel() {
    (isRequested, isCancelled) = (false, true)
    discardCollection()
    announcer.changed()
  }

  /// Drops what was collected.
  mutating func discardCollection() {
    live.discard()
    service.fitter.collectionEnded()
  }

  /// What follows where a collection has come to its end.
  private mutating func decide(at time: Timestamp) {
    guard live.phase == .settled else { return }
    if case .rejected(let reasons) = live.procedure.state {
      announcer.rejected(reasons.map { "\($0)" })
      guard !isRequested else { return }
      giveUp("\(reasons.first.map { "\($0)" } ?? "nothing was found")", at: time)
      return
    }
    // a refinement waits for a client's consent: the calibration in use is good, too
    guard let candidate = live.candidate, !live.isProposal, !isRequested else { return }
    guard candidate.grade == .a || candidate.grade == .b else {
      let reasons = candidate.reasons.map { "\($0)" }
      announcer.rejected(reasons)
      giveUp("grade \(candidate.grade.rawValue): \(reasons.first ?? "")", at: time)
      return
    }
    do throws(RequestError) { _ = try accept(profile: nil, force: true, at: time) } catch {
      giveUp(error.message, at: time)
    }
  }

  /// Whether a refinement of the calibration in use may be proposed: it is not locked, and no client has refused one.
  private var mayRefine: Bool {
    guard !isCancelled, let source = sources.field, let key = key(source) else { return false }
    return service.profiles[key]?.isLocked != true
  }

  /// A refinement is the candidate since now.
  private mutating func reportProposal() {
    func words(_ degrees: Double?) -> String {
      degrees.map { "±\(($0 * 10).rounded() / 10)°" } ?? "unknown"
    }
    let before = live.procedure.inForce?.calibration.error68Degrees
    service.logger.notice(
      "everyday use shows a better calibration: its error is \(words(live.candidate?.error68Degrees)), that of the one in use \(words(before)); qiblactl calibrate accept uses it, discard drops it"
    )
    announcer.changed()
  }

  /// The automatic collection found nothing good: it begins again.
  private mutating func giveUp(_ reason: String, at time: Timestamp) {
    service.logger.notice("no calibration yet: \(reason)")
    announce(at: time)
    discardCollection()
    startByItself(at: time)
  }

  /// Puts the candidate into use and keeps it.
  ///
  /// - Throws: a `RequestError` where there is none, or it cannot be used, or the kept one is locked; nothing
  ///   has changed then.
  mutating func accept(
    profile: String?, force: Bool, at time: Timestamp
  ) throws(RequestError) -> Calibration {
    guard let source = sources.field else { throw .noMagnetometer }
    try checkUnlocked(source, profile)
    let offered: Calibration
    let before = live
    do throws(CalibrationProcedureError) { offered = try live.accept(force: force) } catch {
      throw .refused("\(error)")
    }
    guard let calibration = offered.asWritten else {
      live = before
      throw .refused("the calibration has values that no chip has; collect again")
    }
    if let profile, profile != service.profile { choose(profile) }
    keep(calibration, for: source, at: time)
    applyAll(at: time)
    (isRequested, isCancelled) = (false, false)
    announcer.accepted()
    service.fitter.collectionEnded()
    return calibration
  }

  /// Keeps a calibration under the profile in use, and sets it.
  mutating func keep(_ calibration: Calibration, for source: SensorSourceID, at time: Timestamp) {
    guard let key = key(source) else { return }
    boards.replace(key, from: source)
    // whole seconds, so that a recording holds it
    let date = service.date().map { $0 - $0 % 1_000_000 }
    let version = CalibrationProfile.Version(
      calibration, utcMicroseconds: date,
      inertialChip: calibration.inertial == nil ? nil : inertialChip)
    var profile = service.profiles[key] ?? CalibrationProfile(key: key, current: version)
    profile.replace(with: version)
    put(profile, at: time)
  }

  /// Keeps a profile, and sets its calibration where its chip is there.
  mutating func put(_ profile: CalibrationProfile, at time: Timestamp) {
    service.profiles[profile.key] = profile
    if profile.key.chip != nil { service.saver?.save(profile) }
    for source in magnetometers.keys.sorted() where key(source) == profile.key {
      apply(to: source, at: time)
    }
    announcer.changed()
  }

  /// Another profile is in use from now on.
  mutating func choose(_ profile: String) {
    service.profile = profile
    if sources.field.flatMap({ service.chips($0) }) != nil { service.saver?.saveName(profile) }
    announcer.changed()
  }

  /// Sets the calibrations of the profile in use to every magnetometer.
  mutating func applyAll(at time: Timestamp) {
    for source in magnetometers.keys.sorted() { apply(to: source, at: time) }
  }

  private mutating func announce(at time: Timestamp) {
    guard announcer.isDue(at: time) else { return }
    // No closure: it would copy the supervisor.
    var made: CalibrationProfile.Version?
    if let source = sources.field, let key = key(source), !hasCalibrationOfFirst(source) {
      made = service.profiles[key]?.current
    }
    inputs += announcer.news(
      of: live, profile: service.profile, made: made?.utcMicroseconds, check: made?.check, at: time)
  }
}
