public import Quantities

/// Where the device is, as far as anybody said (docs/protocol.md: `position`); sent on watch and when it
/// changes.
public struct PositionMessage: Equatable, Sendable {
  public var sequence: UInt64
  public var time: Timestamp
  /// Where the position comes from.
  public var status: StateMessage.Position.Status
  /// `nil` where there is none, and with status `none` only.
  public var position: Position?
  /// Seconds since the fix; `nil` where there was none, or nobody knows when.
  public var ageSeconds: Double?
  /// Where the device travels to, of a fresh fix; never where it points. `nil` where it hardly moves.
  public var course: Azimuth<TrueNorth>?
  /// m/s over ground, of a fresh fix.
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
