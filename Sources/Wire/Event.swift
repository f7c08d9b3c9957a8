public import Quantities

/// Something that happened at one instant (docs/protocol.md: `event`); never dropped in favour of a newer one.
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
  }

  /// Why the 60 Hz grid ended and began again.
  public enum GapReason: String, CaseIterable, Sendable {
    /// No sensor spoke for more than 5 s.
    case silence
    /// The sample's time lies before the one before it.
    case backwards = "time_backwards"
    /// The replay began again.
    case loop = "replay_loop"
    /// The machine was suspended.
    case suspend
  }

  public var sequence: UInt64
  public var time: Timestamp
  public var name: Name
  /// The pattern to play, also where the daemon has no motor.
  public var haptic: Haptic?
  /// The pointer at that instant, for the alignment's events.
  public var pointer: RelativeBearing?
  /// The axis that the heading is that of from now on.
  public var axis: Reading.Axis?
  /// For `gap`.
  public var reason: GapReason?
  /// Which sensor was lost or is back.
  public var device: StateMessage.Sensor.Kind?
  /// For `gap`: how long nothing was heard, where time ran forwards.
  public var gapMicroseconds: Int64?

  public init(sequence: UInt64, time: Timestamp, name: Name) {
    self.sequence = sequence
    self.time = time
    self.name = name
  }
}

/// A haptic pattern's name.
public enum Haptic: String, CaseIterable, Sendable {
  /// Aligned, and the heading is good.
  case aligned
  /// Aligned as far as an unsure heading can tell: feels different.
  case alignedUncertain = "aligned_uncertain"
  /// Held on the Qibla for 2 s.
  case locked
  /// Swept across without stopping.
  case passed
  /// Turned away.
  case left
}
