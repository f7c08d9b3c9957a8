/// What a client can watch.
public enum Topic: String, CaseIterable, Sendable {
  /// Everything a dial needs, 60 times a second.
  case reading
  /// What the daemon knows and in which condition it is.
  case state
  /// Things that happened.
  case event
  /// The way to the target.
  case qibla
  /// Where the device is.
  case position
  /// The sensors that the daemon reads.
  case devices
  /// How well sensors, ticks and clients do, once a second.
  case stats

  /// Whether it tells of a running daemon itself; a recording has none of it.
  public var isOfTheDaemon: Bool { self == .devices || self == .stats }
}
