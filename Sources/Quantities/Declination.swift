/// The angle from true to magnetic north, east positive; sailors call it variation.
public struct Declination: Equatable, Sendable {
  /// Degrees, in [−180, 180]; positive where magnetic north lies east of true north.
  public let degrees: Double

  /// - Parameter degrees: in [−180, 180], east positive.
  /// - Throws: `QuantityError.outOfRange` for anything else, NaN included.
  public init(degrees: Double) throws(QuantityError) {
    guard degrees >= -180, degrees <= 180 else {
      throw .outOfRange(quantity: "declination", value: degrees, allowed: "-180 to 180 degrees")
    }
    self.degrees = degrees
  }
}
