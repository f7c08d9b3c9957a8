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
    let source = sources.force ?? (drivers.count == 1 ? drivers.first?.key : nil)
    return source.flatMap { service.chips($0) }
  }

  /// A magnetometer measures for the first time.
  mutating func meet(_ source: SensorSourceID, at time: Timestamp) {
    guard let key = key(source) else { return }
    magnetometers[source] = Magnetometer(key: key)
    if service.profiles[key] != nil { apply(to: source, at: time) }
  }

  /// A magnetometer is lost: should another chip come in its place, it has no calibration of this one.
  mutating func leave(_ source: SensorSourceID, at time: Timestamp) {
    guard let known = magnetometers[source] else { return }
    if key(source) != known.key { magnetometers[source] = nil }
  }

  /// Sets what is kept for a magnetometer, unless the pipeline has it.
  mutating func apply(to source: SensorSourceID, at time: Timestamp) {
    guard var known = magnetometers[source], let key = key(source) else { return }
    let isOfSettings = service.profiles[key] == nil && settings.calibration != nil
    let calibration = isOfSettings ? settings.calibration : service.profiles[key].map(usable)
    let before = known.applied ?? (known.key == key ? settings.calibration : nil)
    known.key = key
    defer { magnetometers[source] = known }
    guard calibration != before else { return }
    known.applied = calibration
    inputs.append(.calibration(source, calibration, at: time))
    if source == sources.field { live.use(calibration) }
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
    let isRestart = sources.field != nil && (isOther || isOtherForce)
    sources = new
    if isOtherForce {
      let (force, rate) = (new.force.flatMap { drivers[$0] }, new.rate.flatMap { drivers[$0] })
      live.tolerances = InertialTolerances(
        accelerometer: force.flatMap { settings.knownTolerances[$0]?.accelerometer }
          ?? settings.inertialTolerances.accelerometer,
        gyro: rate.flatMap { settings.knownTolerances[$0]?.gyro }
          ?? settings.inertialTolerances.gyro)
    }
    for source in magnetometers.keys.sorted() { apply(to: source, at: time) }
    if isOther {
      live.use(new.field.flatMap { magnetometers[$0]?.applied } ?? settings.calibration)
    }
    if isRestart, live.isCollecting {
      service.logger.notice(
        "other sensors are in use: the collection for a calibration begins again")
      live.start(flow, at: time)
    }
    startByItself(at: time)
  }
}
