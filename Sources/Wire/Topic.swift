/// What a client can watch.
public enum Topic: String, CaseIterable, Sendable {
  /// Heading, attitude and pointer, 60 times a second.
  case reading
  /// Calibration, interference, position, declination, sensors, mount.
  case state
  /// Events: alignment, gaps, interference, lost sensors.
  case event
  /// Bearing and distance to the target.
  case qibla
  /// The device's position.
  case position
  /// How a calibration stands, for a front end that guides the user.
  case calibration
  /// The chips that the daemon reads.
  case devices
  /// Counters and timing of sensors, ticks and clients, once a second.
  case stats

  /// Whether only a running daemon sends the topic; a replay does not.
  public var isOfTheDaemon: Bool { self == .calibration || self == .devices || self == .stats }
}
