import Logging
import Pipeline
import Publisher
import Quantities
import Session
import Storage
import Threads
import Wire

/// The inputs that the pipeline's thread makes itself, beside those of its source.
extension PipelineThread {
  /// Stops reading the sensors, or reads them again. What was published of them before does not hold then.
  func carryOut(
    _ change: SamplingPause.Change, _ session: inout Session, _ recording: inout RecordingFeed?,
    at time: Timestamp
  ) {
    switch change {
    case .began:
      self.pause?.gate.close()
      logger.notice("nothing needs a measurement: the sensors are not read until a client comes")
      for topic in [Topic.reading, .state, .field] { publisher.withdraw(topic) }
      session.pause()
    case .ended(let length):
      self.pause?.gate.open()
      logger.notice("the sensors are read again; warming up")
      feed(.gap(.paused, at: time, microseconds: length), to: &session, &recording)
    }
  }

  /// Takes an input while no sensor is read. It makes no tick, and what it says is known when the sensors are read again,
  /// as the position of a fix with its age.
  ///
  /// The last measurements of the sensors are left out, and gaps: the pause ends with one.
  func takeInPause(
    _ input: Input, _ session: inout Session, _ supervisor: inout CalibrationSupervisor?,
    _ recording: inout RecordingFeed?
  ) {
    switch input {
    case .idle, .gap: return
    case .sample where input.hasMeasurement: return
    default: break
    }
    _ = supervisor.feed(input, to: &session) { input, session in
      feed(input, to: &session, &recording)
      return true
    }
  }

  /// Applies what the user has set, at the instant of the newest input. The calibration gets it, too: what was collected
  /// in another mount does not count.
  func applySettings(
    _ session: inout Session, _ supervisor: inout CalibrationSupervisor?,
    _ recording: inout RecordingFeed?, _ inForce: inout UserSettingsInForce, at time: Timestamp
  ) {
    inForce.answer(before: session.nextTick)
    while let entry = userSettings.take() {
      let input = Input.setting(entry.setting, at: time)
      let fed = supervisor.feed(input, to: &session) { input, session in
        feed(input, to: &session, &recording)
        return true
      }
      withdraw(after: input)
      if let choice = fed?.changed { report(choice) }
      inForce.note(entry, at: time, tick: session.nextTick)
    }
  }

  /// Feeds an input that needs no wait, and records it.
  func feed(
    _ input: Input, to session: inout Session, _ recording: inout RecordingFeed?
  ) {
    recording?.take(input)
    _ = session.feed(input, emit: { publish($0) })
    publisher.deliver()
  }

  /// Without the user's position there may be none, and then no `qibla` follows that would replace the last.
  func withdraw(after input: Input) {
    if case .setting(.position(nil), _) = input { publisher.withdraw(.qibla) }
  }

  /// Saves the place of a fix, where it is time for that.
  func savePlace(of input: Input, _ policy: inout PlaceSavingPolicy) {
    guard let sample = input.sample, let fix = sample.fix else { return }
    if let place = policy.take(fix, at: sample.time) { placeSaver?.save(place) }
  }
}
