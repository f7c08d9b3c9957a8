private import Glibc
package import Quantities

/// The line of constant bearing between two points: a straight line on Mercator's map.
///
/// Computed on a sphere, like the great circle, because users of rhumb lines draw them on such a
/// map. On the ellipsoid, the bearing would differ by up to 0.2°.
///
/// - Source: E. Williams, *Aviation Formulary* v1.47, "Rhumb Line Navigation".
package struct RhumbLine: Equatable, Sendable {
  /// The constant bearing.
  package let bearing: Azimuth<TrueNorth>
  /// Metres along it, on a sphere of the Earth's mean radius.
  package let distance: Double

  /// The shorter of the two lines round the Earth.
  ///
  /// - Returns: `nil` if it is not unique: at the destination; from a pole, around which the line
  ///   would spiral without end; and for longitudes 180° apart, where both lines have the same
  ///   length. To a pole, the line leads due north or south.
  package init?(from origin: Coordinates, to destination: Coordinates) {
    guard origin != destination, abs(origin.latitude) < 90 else { return nil }
    let Δλ = (destination.longitude - origin.longitude).remainder(dividingBy: 360).inRadians
    let toPole = abs(destination.latitude) == 90
    guard toPole || abs(Δλ) < .pi else { return nil }
    let φ1 = origin.latitude.inRadians
    let φ2 = destination.latitude.inRadians
    let Δφ = (destination.latitude - origin.latitude).inRadians
    if toPole {
      self.init(bearing: Azimuth(degrees: Δφ > 0 ? 0 : 180), distance: meanEarthRadius * abs(Δφ))
      return
    }
    let Δψ = Self.mercator(φ2) - Self.mercator(φ1)
    guard let bearing = Azimuth<TrueNorth>(north: Δψ, east: Δλ) else { return nil }
    // Towards a parallel the quotient loses its digits, and its limit is the cosine midway.
    let stretch = abs(Δφ) > 1e-5 ? Δφ / Δψ : cos((φ1 + φ2) / 2)
    self.init(bearing: bearing, distance: meanEarthRadius * hypot(Δφ, stretch * Δλ))
  }

  private init(bearing: Azimuth<TrueNorth>, distance: Double) {
    self.bearing = bearing
    self.distance = distance
  }

  /// ψ, the northward coordinate of a latitude on Mercator's map.
  private static func mercator(_ latitude: Double) -> Double { asinh(tan(latitude)) }
}
