import Logging
import Pipeline
import Profiles
import Quantities
import Redundancy
import SensorCalibration
import Trace
import Wire

/// How a collection begins, ends, and is put into use.
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
  mutating func remount(_ new: Mount, at time: Timestamp) {
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
  mutating func decide(at time: Timestamp) {
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
  var mayRefine: Bool {
    guard !isCancelled, let source = sources.field, let key = key(source) else { return false }
    return service.profiles[key]?.isLocked != true
  }

  /// A refinement is the candidate since now.
  mutating func reportProposal() {
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

  /// Says how the calibration stands, where that is due.
  mutating func announce(at time: Timestamp) {
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
