import Logging
import Pipeline
import Quantities
import Redundancy
import Session
import Wire

/// What the pipeline's thread says in the log.
extension PipelineThread {
  /// Logs what was wrong with the first pass; a later one reads the same lines again.
  func complain(about source: any InputSource) {
    if let complaint = source.complaint { logger.warning("\(complaint)") }
  }

  func report(_ input: Input) {
    switch input {
    case .gap(.suspend, _, let length?):
      logger.notice("the machine slept for \(length / 1000) ms; warming up")
    // Not of a recording.
    case .clock(let utc, _) where registry != nil:
      logger.notice("the machine's clock is set: \(MachineClock(utcMicroseconds: utc))")
    default: break
    }
  }

  func report(_ choice: SensorChoice) {
    registry?.note(choice.sources)
    guard let change = choice.change else { return }
    let reason = change.reason(former: name(of: change.former))
    logger.notice(
      "the heading comes from \(name(of: change.new)) from now on: \(reason); warming up")
  }

  /// What the log calls a magnetometer.
  func name(of source: SensorSourceID) -> String {
    registry?.name(of: source) ?? "magnetometer \(source)"
  }

  func reportMount(_ event: Event?) {
    switch event?.name {
    case .mountWrong: logger.warning("\(Why.mountWrong.sentence) \(Why.mountWrong.advice)")
    case .mountCleared:
      logger.notice("the field turns with the device again: the mount may be right")
    default: break
    }
  }
}
