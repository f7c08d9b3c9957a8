import Pipeline
import Quantities
import Wire

/// What the pipeline has learned from its inputs beside its filter: a recording that begins in the middle of a run
/// begins with these, so that its replay has the same chips, calibrations, settings and position.
struct KnownInputs: Sendable {
  /// The time of the first input; the date in the settings is that of this instant.
  private(set) var first: Timestamp?
  private var drivers: [SensorSourceID: String] = [:]
  private var calibrations: [SensorSourceID: Calibration] = [:]
  private var calibrationNews: CalibrationUpdate?
  private var faults: [SensorSourceID: SensorFault] = [:]
  private var isBlanking = false
  private var settings = UserSettingsInForce()
  /// The newest date of the machine's clock, where it was set in the run.
  private var clock: (utc: Int64, time: Timestamp)?
  /// The newest fix with a position.
  private var fix: (fix: Fix, time: Timestamp)?

  /// Takes an input that goes to the pipeline.
  mutating func note(_ input: Input) {
    if first == nil { first = input.time }
    switch input {
    case .sample(let sample):
      if let new = sample.fix, new.position != nil { fix = (new, sample.time) }
    case .sensorFound(let source, let driver, _): drivers[source] = driver
    case .sensorFault(let source, let fault, _): faults[source] = fault
    case .calibration(let source, let calibration, _): calibrations[source] = calibration
    case .calibrating(let news, _):
      var standing = news
      (standing.event, standing.reasons) = (nil, [])
      calibrationNews = standing
    case .blanking(let isOn, _): isBlanking = isOn
    case .setting(let setting, _): settings.note(setting)
    case .clock(let utc, let time): clock = (utc, time)
    // As the pipeline: the end of a recording says nothing of its beginning.
    case .gap(.loop, _, _):
      (calibrations, calibrationNews, faults, isBlanking) = ([:], nil, [:], false)
      settings = UserSettingsInForce()
    case .idle, .sensorLost, .gap, .recording, .tick: break
    }
  }

  /// The inputs that give a new pipeline the same knowledge.
  func inputs(at time: Timestamp) -> [Input] {
    var inputs = drivers.sorted { $0.key < $1.key }
      .map { Input.sensorFound($0.key, driver: $0.value, at: time) }
    inputs += calibrations.sorted { $0.key < $1.key }
      .map { Input.calibration($0.key, $0.value, at: time) }
    if let calibrationNews { inputs.append(.calibrating(calibrationNews, at: time)) }
    inputs += faults.sorted { $0.key < $1.key }
      .map { Input.sensorFault($0.key, $0.value, at: time) }
    if isBlanking { inputs.append(.blanking(true, at: time)) }
    inputs += settings.all.map { Input.setting($0, at: time) }
    if let clock {
      let utc = clock.utc + time.microseconds(since: clock.time)
      inputs.append(.clock(utcMicroseconds: utc, at: time))
    }
    if let fix = freshFix(at: time) { inputs.append(.sample(Sample(time: time, fix: fix))) }
    return inputs
  }

  /// The newest fix as a receiver would report it at `time`; `nil` where it is too old.
  private func freshFix(at time: Timestamp) -> Fix? {
    guard let fix, (0...ProtocolConstants.freshFix).contains(time.seconds(since: fix.time)) else {
      return nil
    }
    var moved = fix.fix
    moved.utcMicroseconds? += time.microseconds(since: fix.time)
    return moved
  }

  /// The date by the newest fix, µs since 1970; `nil` where it had none.
  func receivedDate(at time: Timestamp) -> Int64? {
    fix.flatMap { fix in fix.fix.utcMicroseconds.map { $0 + time.microseconds(since: fix.time) } }
  }

  /// The position of a fix that is too old; `nil` where there is none or it is fresh.
  func formerPlace(at time: Timestamp) -> PipelineSettings.LastKnown? {
    guard let fix, let position = fix.fix.position, freshFix(at: time) == nil else { return nil }
    return PipelineSettings.LastKnown(
      position: position, utcMicroseconds: fix.fix.utcMicroseconds)
  }
}
