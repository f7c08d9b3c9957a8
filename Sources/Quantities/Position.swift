/// The device's position: coordinates, with height and error if they are known.
public struct Position: Equatable, Sendable {
  /// The place.
  public let coordinates: Coordinates
  /// Metres above the WGS84 ellipsoid; `nil` if it is not known.
  public let altitudeMetres: Double?
  /// Horizontal error, metres, 68 % lie within; `nil` if it is not known.
  public let error68Metres: Double?

  /// The largest position error that means anything: half the Earth's circumference, metres.
  package static let largestError = 2e7

  /// - Throws: `QuantityError.outOfRange` for a height outside −20 to 1,000 km, or an error that
  ///   is negative or larger than half the Earth's circumference.
  public init(
    coordinates: Coordinates, altitudeMetres: Double? = nil, error68Metres: Double? = nil
  ) throws(QuantityError) {
    if let altitudeMetres, !(altitudeMetres >= -20_000 && altitudeMetres <= 1_000_000) {
      throw .outOfRange(
        quantity: "altitude", value: altitudeMetres, allowed: "-20000 to 1000000 metres")
    }
    if let error68Metres, !(error68Metres >= 0 && error68Metres <= Self.largestError) {
      throw .outOfRange(
        quantity: "position error", value: error68Metres, allowed: "0 to 20000000 metres")
    }
    self.coordinates = coordinates
    self.altitudeMetres = altitudeMetres
    self.error68Metres = error68Metres
  }
}
