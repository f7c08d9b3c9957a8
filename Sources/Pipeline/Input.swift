package import Quantities
package import Wire

/// What goes into a pipeline, in the order of time: everything that its output depends on.
///
/// A source gives it, a trace records it, and a replay of the trace gives the same output. Only ticks are
/// not in a trace: `Timeline` derives them from the times of the other inputs.
package enum Input: Equatable, Sendable {
  /// Sensors measured, or a satellite receiver reported a fix.
  case sample(Sample)
  /// No other input comes until this instant: the ticks before it are due.
  case idle(at: Timestamp)
  /// A chip with an accelerometer or a gyro was found: the name of its driver. Its samples come later.
  case sensorFound(SensorSourceID, driver: String, at: Timestamp)
  /// A sensor measures no more. The next sample of a magnetometer ends the loss; an accelerometer or a gyro is missed
  /// by its silence.
  case sensorLost(SensorSourceID, at: Timestamp)
  /// What is wrong with a magnetometer; `nil` once it measures again, and where it is absent.
  case sensorFault(SensorSourceID, SensorFault?, at: Timestamp)
  /// A magnetometer has this calibration from now on, with that of the inertial sensors; `nil` where it has none.
  // Indirect, because a calibration is three times as large as a sample, which is copied with the size of the largest.
  indirect case calibration(SensorSourceID, Calibration?, at: Timestamp)
  /// How the calibration by the daemon stands, for `state` and its events.
  case calibrating(CalibrationUpdate, at: Timestamp)
  /// Blanking begins or ends: magnetometer samples are ignored while the haptic motor runs, and until
  /// its field has decayed.
  case blanking(Bool, at: Timestamp)
  /// Nothing was measured for a while, or timestamps jumped or ran backwards: the filter restarts.
  /// `microseconds` is the length of the gap, where time ran forwards.
  case gap(Event.GapReason, at: Timestamp, microseconds: Int64?)
  /// The user has set something.
  case setting(UserSetting, at: Timestamp)
  /// The machine's clock was set, or is known to be right from now on: its date at that instant, µs since 1970.
  case clock(utcMicroseconds: Int64, at: Timestamp)
  /// A recording of these inputs has begun or ended, for its event.
  case recording(RecordingChange, at: Timestamp)
  /// A reading is due for this instant.
  case tick(Timestamp)
}

extension Input {
  /// When it happened.
  package var time: Timestamp {
    switch self {
    case .sample(let sample): sample.time
    case .idle(let time), .sensorFound(_, _, let time), .sensorLost(_, let time),
      .sensorFault(_, _, let time), .calibration(_, _, let time), .calibrating(_, let time),
      .blanking(_, let time), .gap(_, let time, _), .setting(_, let time), .clock(_, let time),
      .recording(_, let time), .tick(let time):
      time
    }
  }

  /// The same input at another instant.
  package func at(_ time: Timestamp) -> Input {
    switch self {
    case .sample(var sample):
      sample.time = time
      return .sample(sample)
    case .idle: return .idle(at: time)
    case .sensorFound(let source, let driver, _):
      return .sensorFound(source, driver: driver, at: time)
    case .sensorLost(let source, _): return .sensorLost(source, at: time)
    case .sensorFault(let source, let fault, _): return .sensorFault(source, fault, at: time)
    case .calibration(let source, let calibration, _):
      return .calibration(source, calibration, at: time)
    case .calibrating(let news, _): return .calibrating(news, at: time)
    case .blanking(let isBlanking, _): return .blanking(isBlanking, at: time)
    case .gap(let reason, _, let length): return .gap(reason, at: time, microseconds: length)
    case .setting(let setting, _): return .setting(setting, at: time)
    case .clock(let utc, _): return .clock(utcMicroseconds: utc, at: time)
    case .recording(let news, _): return .recording(news, at: time)
    case .tick: return .tick(time)
    }
  }

  /// The sample, where it is one.
  package var sample: Sample? { if case .sample(let sample) = self { sample } else { nil } }

  /// Whether a motion or field sensor measured something.
  package var hasMeasurement: Bool {
    if case .sample(let sample) = self { sample.hasMeasurement } else { false }
  }
}
