/// A place on the Earth: geodetic latitude and longitude on WGS84, in degrees.
public struct Coordinates: Equatable, Sendable {
  /// Degrees north of the equator, in [−90, 90].
  public let latitude: Double
  /// Degrees east of Greenwich, in [−180, 180].
  public let longitude: Double

  /// - Parameters:
  ///   - latitude: in [−90, 90], north positive.
  ///   - longitude: in [−180, 360], east positive. From values above 180, 360 is subtracted,
  ///     because many tables use 0 to 360. The difference is exact.
  /// - Throws: `QuantityError.outOfRange` for anything else, NaN included.
  public init(latitude: Double, longitude: Double) throws(QuantityError) {
    guard latitude >= -90, latitude <= 90 else {
      throw .outOfRange(quantity: "latitude", value: latitude, allowed: "-90 to 90 degrees")
    }
    guard longitude >= -180, longitude <= 360 else {
      throw .outOfRange(quantity: "longitude", value: longitude, allowed: "-180 to 360 degrees")
    }
    self.latitude = latitude
    self.longitude = longitude > 180 ? longitude - 360 : longitude
  }

  /// Whether this is 0, 0 within a centimetre: what receivers and programs report in place of an unknown place.
  ///
  /// They round less than that, and a device that really is there has the receiver's noise.
  public var isZeroZero: Bool { max(abs(latitude), abs(longitude)) < 1e-7 }
}
