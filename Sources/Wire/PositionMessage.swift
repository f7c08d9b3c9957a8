public import Quantities

/// The device's position (docs/protocol.md: `position`). Sent on `watch` and when it changes.
public struct PositionMessage: Equatable, Sendable {
  public var sequence: UInt64
  public var time: Timestamp
  /// Where the position comes from.
  public var status: StateMessage.Position.Status
  /// `nil` exactly if the status is `none`.
  public var position: Position?
  /// Seconds since the fix; `nil` without a fix, or if its time is not known.
  public var ageSeconds: Double?
  /// Course over ground of a fresh fix: the direction of travel, not the heading. `nil` while the
  /// device hardly moves.
  public var course: Azimuth<TrueNorth>?
  /// Speed over ground of a fresh fix, m/s.
  public var speedMetresPerSecond: Double?

  public init(
    sequence: UInt64, time: Timestamp, status: StateMessage.Position.Status, position: Position?,
    ageSeconds: Double? = nil, course: Azimuth<TrueNorth>? = nil,
    speedMetresPerSecond: Double? = nil
  ) {
    self.sequence = sequence
    self.time = time
    self.status = status
    self.position = position
    self.ageSeconds = ageSeconds
    self.course = course
    self.speedMetresPerSecond = speedMetresPerSecond
  }
}
