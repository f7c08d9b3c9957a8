/// A heading over about a second while the device is held still.
public struct HeadingSight: Equatable, Sendable {
  /// The mean, degrees from north.
  public var degrees: Double
  /// Whether that is true north; otherwise magnetic north.
  public var isTrue: Bool
  /// The largest error that the daemon reported, degrees, 68 %.
  public var error68: Double
  /// What the calibrated field alone gives, degrees from the same north; `nil` where the daemon does not send it.
  public var fieldDegrees: Double?
  /// Time of the middle of the sight, UTC in µs since 1970, from a satellite receiver; `nil` without one.
  public var utcMicroseconds: Int64?

  public init(
    degrees: Double, isTrue: Bool, error68: Double, fieldDegrees: Double? = nil,
    utcMicroseconds: Int64? = nil
  ) {
    (self.degrees, self.isTrue, self.error68) = (degrees, isTrue, error68)
    (self.fieldDegrees, self.utcMicroseconds) = (fieldDegrees, utcMicroseconds)
  }
}

/// Why a second of readings is no sight.
public enum SightRefusal: Error, Equatable, Sendable, CustomStringConvertible {
  /// At most half of the readings had a heading with its error.
  case noHeading
  /// The largest turn rate, degrees a second.
  case turned(degreesPerSecond: Double)

  public var description: String {
    switch self {
    case .noHeading: "there is no heading"
    case .turned(let rate): "the device turned by \(tenths(rate))°/s: hold it still"
    }
  }
}
