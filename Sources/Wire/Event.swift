public import Quantities

/// Something that happened at one instant (docs/protocol.md: `event`). A newer event never replaces
/// it in a client's queue.
public struct Event: Equatable, Sendable {
  /// What happened; the raw value is the name in the message.
  public enum Name: String, CaseIterable, Sendable {
    case aligned
    case alignedUncertain = "aligned_uncertain"
    case left, locked, passed
    case axisChanged = "axis_changed"
    case gap
    case interferenceStarted = "interference_started"
    case interferenceEnded = "interference_ended"
    case deviceLost = "device_lost"
    case deviceRecovered = "device_recovered"
    case positionFix = "position_fix"
    case positionLost = "position_lost"
    case declinationExpired = "declination_expired"
    case mountWrong = "mount_wrong"
    case mountCleared = "mount_cleared"
    case calibrationStarted = "calibration_started"
    case calibrationProgress = "calibration_progress"
    case calibrationAccepted = "calibration_accepted"
    case calibrationRejected = "calibration_rejected"
    case recordingStarted = "recording_started"
    case recordingStopped = "recording_stopped"
    case mountChanged = "mount_changed"
    case configurationReloaded = "config_reloaded"
    case configurationRejected = "config_rejected"
  }

  /// Why the 60 Hz grid and the filter were restarted.
  public enum GapReason: String, CaseIterable, Sendable {
    /// No sample arrived for more than 5 s.
    case silence
    /// A sample's timestamp is older than that of the sample before it.
    case backwards = "time_backwards"
    /// The replay started again from the beginning.
    case loop = "replay_loop"
    /// The machine was suspended.
    case suspend
    /// No sensor was read, because nothing needed a measurement.
    case paused
  }

  /// Why a recording has ended. No raw value is one of `GapReason`: both are the member `reason`.
  public enum RecordingEnd: String, CaseIterable, Sendable {
    /// A client asked for it.
    case asked
    /// It has lasted as long as was asked for.
    case timeLimit = "time_limit"
    /// It has as many bytes as was asked for.
    case sizeLimit = "size_limit"
    /// The file system has no room beyond its reserve.
    case diskFull = "disk_full"
    /// The disk took less than the sensors gave.
    case diskSlow = "disk_slow"
    /// The disk refused to write.
    case diskFailed = "disk_failed"
    /// The recording that is replayed has ended.
    case sourceEnded = "source_ended"
    /// The daemon stops.
    case shuttingDown = "shutting_down"
  }

  public var sequence: UInt64
  public var time: Timestamp
  public var name: Name
  /// The haptic pattern to play; also set if the daemon has no motor, so that a client can play it.
  public var haptic: Haptic?
  /// For events of the alignment: the pointer at that instant.
  public var pointer: RelativeBearing?
  /// For `axisChanged`: the axis whose heading is reported from now on.
  public var axis: Reading.Axis?
  /// For `gap`: its cause.
  public var reason: GapReason?
  /// For `deviceLost` and `deviceRecovered`: the kind of sensor.
  public var device: StateMessage.Sensor.Kind?
  /// For `gap`: µs without a sample; `nil` if timestamps ran backwards.
  public var gapMicroseconds: Int64?
  /// For events of the calibration: the grade of what was found.
  public var grade: String?
  /// For events of the calibration: the part of all directions with samples, percent.
  public var coveragePercent: Double?
  /// For events of the calibration: the name under which it is kept.
  public var profile: String?
  /// For `calibrationRejected`: why, each a sentence.
  public var reasons: [String] = []
  /// For events of a recording: the name of its file, without the directory.
  public var file: String?
  /// For `recordingStopped`: why.
  public var recordingEnd: RecordingEnd?
  /// For `configurationReloaded`: the sections of the configuration that took effect.
  public var applied: [String] = []
  /// For `configurationReloaded`: the sections, or keys, that take effect with the next start.
  public var restart: [String] = []

  public init(sequence: UInt64, time: Timestamp, name: Name) {
    self.sequence = sequence
    self.time = time
    self.name = name
  }
}

/// The name of a haptic pattern.
public enum Haptic: String, CaseIterable, Sendable {
  /// The device faces the Qibla, with an accurate heading.
  case aligned
  /// The device faces the Qibla, with an uncertain heading; feels different from `aligned`.
  case alignedUncertain = "aligned_uncertain"
  /// The device has faced the Qibla for 2 s.
  case locked
  /// The device turned across the Qibla without stopping.
  case passed
  /// The device turned away from the Qibla.
  case left
}
