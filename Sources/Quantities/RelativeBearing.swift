/// Bearing − heading, degrees in [−180, 180): the angle to turn, right positive.
public struct RelativeBearing: Equatable, Sendable {
  /// Degrees to turn, in [−180, 180); positive is clockwise as seen from above.
  public let degrees: Double

  /// Wraps any finite angle, in degrees, into [−180, 180).
  public init(degrees: Double) {
    precondition(degrees.isFinite, "a relative bearing must be finite")
    guard !(-180..<180).contains(degrees) else {
      self.degrees = degrees  // unchanged, so that what was read from a message is what was sent
      return
    }
    let azimuth = Azimuth<TrueNorth>(degrees: degrees).degrees
    self.degrees = azimuth < 180 ? azimuth : azimuth - 360
  }

  /// The turn from `heading` to `bearing`, which are measured from the same north.
  public init<Reference: North>(of bearing: Azimuth<Reference>, from heading: Azimuth<Reference>) {
    self.init(degrees: bearing.degrees - heading.degrees)
  }
}
