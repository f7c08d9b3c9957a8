/// Numbers that docs/protocol.md promises to clients. They are part of the protocol and not tuned.
package enum ProtocolConstants {
  /// The time, s, without a measurement that is a gap, and after a gap for which a silent sensor is not reported
  /// as lost. Source: `silence` in docs/protocol.md.
  static let gapTimeout = 5.0
  /// The silence, s, after which a sensor is reported as lost, unless it is slow.
  /// Source: `device_lost` in docs/protocol.md.
  static let sensorTimeout = 1.0
  /// The age, s, up to which a fix is the present position. Source: `position.status` in docs/protocol.md.
  package static let freshFix = 10.0
  /// The age, s, from which a position is reported as old. Source: `position_old` in docs/protocol.md.
  static let oldPosition = 86_400.0
  /// The errors (68 %), metres, of positions without one. Source: `alignment` in docs/protocol.md.
  static let assumedError = (ofFix: 30.0, ofPosition: 1000.0)
  /// The error (68 %), degrees, of a declination by hand. Source: `declination.error68_deg` in docs/protocol.md.
  static let manualDeclinationError = 0.5
}
