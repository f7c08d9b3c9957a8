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
  /// The magnetic field as it is measured and as it should be, ten times a second.
  case field
  /// Measurements of the sensors as they came.
  case raw
  /// The chips that the daemon reads.
  case devices
  /// Counters and timing of sensors, ticks and clients, once a second.
  case stats

  /// The topic's place in an array of all; a raw value would be hashed as text.
  @inlinable package var position: Int {
    switch self {
    case .reading: 0
    case .state: 1
    case .event: 2
    case .qibla: 3
    case .position: 4
    case .calibration: 5
    case .field: 6
    case .raw: 7
    case .devices: 8
    case .stats: 9
    }
  }

  /// Whether only a running daemon sends the topic; a replay does not.
  public var isOfTheDaemon: Bool {
    switch self {
    case .reading, .state, .event, .qibla, .position: false
    case .calibration, .field, .raw, .devices, .stats: true
    }
  }
}
