import Logging
import Pipeline
import Profiles
import Quantities
import Redundancy
import SensorCalibration
import Session
import Trace

extension CalibrationSupervisor {
  /// The key of a source's profile.
  func key(_ source: SensorSourceID, _ profile: String? = nil) -> ProfileKey? {
    do {
      return try ProfileKey(name: profile ?? service.profile, chip: service.chips(source))
    } catch {
      service.logger.warning("\(service.describe(source)): \(error); its calibration is not kept")
      return nil
    }
  }

  /// The chip with accelerometer and gyro.
  var inertialChip: String? {
    let found = chipTolerances.drivers
    let source = sources.force ?? (found.count == 1 ? found.first?.key : nil)
    return source.flatMap { service.chips($0) }
  }

  /// A magnetometer measures for the first time, or again after its loss.
  mutating func meet(_ source: SensorSourceID, at time: Timestamp) {
    guard let key = key(source) else { return }
    let isNews = magnetometers[source].map { $0.applied != nil } ?? true
    if magnetometers[source] == nil { magnetometers[source] = Magnetometer(key: key) }
    boards.meet(source, chip: key.chip, kept: service.profiles.keys)
    if isNews, hasCalibrationOfFirst(source) {
      service.logger.notice(
        "\(service.describe(source)): the calibration \"\(key.name)\" of its name is that of an equal chip on another bus, and is not used for it"
      )
    }
    apply(to: source, at: time)
  }

  /// Whether an equal magnetometer has the calibration that is kept under the name of this one (`MagnetometerBoards`). It
  /// is replaced on request only.
  ///
  /// - Parameter profile: the name of the profile; `nil` for the one in use.
  func hasCalibrationOfFirst(_ source: SensorSourceID, _ profile: String? = nil) -> Bool {
    guard let key = key(source, profile), service.profiles[key] != nil else { return false }
    return boards.isSecond(source, of: key)
  }

  /// A chip with accelerometer or gyro measures for the first time, or another one does in its place. To be called after
  /// the pipeline has discarded what it knew of the former one, with its calibration.
  mutating func find(_ driver: String, at source: SensorSourceID, at time: Timestamp) {
    guard chipTolerances.note(driver, at: source) else { return }
    setTolerances()
    if source == sources.force || source == sources.rate {
      live.replaceInertialSensors()
      restartCollection(at: time)
    }
    applyAll(at: time)
    startByItself(at: time)
  }

  /// Sets what is kept for a magnetometer that has measured, unless the pipeline has it. Where another chip has come to its
  /// place that is the calibration of the new one, or none.
  mutating func apply(to source: SensorSourceID, at time: Timestamp) {
    guard var known = magnetometers[source], let key = key(source) else { return }
    if known.key.chip != key.chip {
      // its next sample is the new chip's first
      boards.lose(source)
      if source == sources.field { restartCollection(at: time) }
    }
    let profile = boards.isSecond(source, of: key) ? nil : service.profiles[key]
    let isOfSettings = profile == nil && settings.calibration != nil
    let calibration = isOfSettings ? settings.calibration : profile.map(usable)
    let before = known.applied ?? (known.key == key ? settings.calibration : nil)
    known.key = key
    defer { magnetometers[source] = known }
    guard calibration != before else { return }
    known.applied = calibration
    inputs.append(.calibration(source, calibration, at: time))
    if source == sources.field { use(calibration) }
    if let calibration {
      let axes = calibration.inertial == nil ? "" : ", with accelerometer and gyro"
      service.logger.notice(
        "\(service.describe(source)) has the calibration \"\(key.name)\", grade \(calibration.grade.rawValue)\(axes)"
      )
    }
  }

  /// The part of a kept calibration that holds for the chips that are there.
  private func usable(_ profile: CalibrationProfile) -> Calibration {
    var calibration = profile.current.calibration
    guard let chip = profile.current.inertialChip, chip != inertialChip else { return calibration }
    (calibration.inertial, calibration.misalignment) = (nil, .identity)
    return calibration
  }

  /// Keeps the field in which a turn has confirmed the calibration in use with it. The pipeline does not get it: its
  /// heading is confirmed, and restarts with another calibration.
  mutating func keep(confirmed field: CalibrationField?, at time: Timestamp) {
    confirmedField = field
    guard let field, let source = sources.field, var known = magnetometers[source],
      var profile = service.profiles[known.key], known.applied == usable(profile)
    else { return }
    profile.current.calibration.confirmedField = field
    guard let written = profile.current.calibration.asWritten else { return }
    profile.current.calibration = written
    known.applied = usable(profile)
    magnetometers[source] = known
    service.logger.info(
      "\(service.describe(source)): a turn has confirmed the calibration \"\(known.key.name)\" in another field than its own, which is kept"
    )
    put(profile, at: time)
  }

  /// Other sensors make the heading.
  mutating func use(_ new: PrimarySources, at time: Timestamp) {
    let isOther = new.field != sources.field
    let isOtherForce = new.force != sources.force || new.rate != sources.rate
    let hasReplaced =
      sources.force != nil && new.force != sources.force
      || sources.rate != nil && new.rate != sources.rate
    let isRestart = sources.field != nil && (isOther || isOtherForce)
    sources = new
    if isOtherForce { setTolerances() }
    if hasReplaced { live.replaceInertialSensors() }
    applyAll(at: time)
    if isOther {
      use(new.field.flatMap { magnetometers[$0]?.applied } ?? settings.calibration)
    }
    if isRestart { restartCollection(at: time) }
    startByItself(at: time)
  }

  /// Other sensors measure: what was collected and what was found is of the former ones.
  private mutating func restartCollection(at time: Timestamp) {
    if live.isCollecting {
      service.logger.notice(
        "other sensors are in use: the collection for a calibration begins again")
      live.start(flow, at: time)
    } else if live.candidate != nil {
      service.logger.notice(
        "other sensors are in use: the calibration that waits to be accepted is dropped")
      discardCollection()
      announcer.changed()
    }
  }

  /// Takes another calibration for the one in use. A collection that began by itself, because there was none, ends.
  private mutating func use(_ calibration: Calibration?) {
    live.use(calibration)
    guard calibration != nil, !isRequested, live.isCollecting else { return }
    discardCollection()
    announcer.changed()
  }

  /// Sets the tolerances of the chips with accelerometer and gyro that make the heading.
  private mutating func setTolerances() {
    live.tolerances = chipTolerances.tolerances(of: sources)
  }
}
