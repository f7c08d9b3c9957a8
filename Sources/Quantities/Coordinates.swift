/// A place on the Earth: geodetic latitude and longitude on WGS84, in degrees.
public struct Coordinates: Equatable, Sendable {
  /// Degrees north of the equator, in [−90, 90].
  public let latitude: Double
  /// Degrees east of Greenwich, in [−180, 180].
  public let longitude: Double

  /// - Parameters:
  ///   - latitude: in [−90, 90], north positive.
  ///   - longitude: in [−180, 180], east positive.
  /// - Throws: `QuantityError.outOfRange` for anything else, NaN included. A longitude is not
  ///   wrapped: 181 is more often a slip of the pen than a place.
  public init(latitude: Double, longitude: Double) throws(QuantityError) {
    guard latitude >= -90, latitude <= 90 else {
      throw .outOfRange(quantity: "latitude", value: latitude, allowed: "-90 to 90 degrees")
    }
    guard longitude >= -180, longitude <= 180 else {
      throw .outOfRange(quantity: "longitude", value: longitude, allowed: "-180 to 180 degrees")
    }
    self.latitude = latitude
    self.longitude = longitude
  }
}
