private import Glibc
package import Quantities

/// The way of one constant bearing between two points: a straight line on Mercator's map.
///
/// On a sphere, as the great circle is, since those who go by it draw it on such a map; the ellipsoid
/// would turn it by up to 0.2°.
///
/// - Source: E. Williams, *Aviation Formulary* v1.47, "Rhumb Line Navigation".
package struct RhumbLine: Equatable, Sendable {
  /// The bearing, all the way.
  package let bearing: Azimuth<TrueNorth>
  /// Metres along it, on a sphere of the Earth's mean radius.
  package let distance: Double

  /// The shorter way round.
  ///
  /// - Returns: `nil` where there is no one such way: at the destination, from a pole, which the line
  ///   circles without end, and where the longitudes are half a turn apart, so that two are as short.
  ///   To a pole it leads due north or south.
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

  /// ψ, how far north Mercator's map puts a latitude.
  private static func mercator(_ latitude: Double) -> Double { asinh(tan(latitude)) }
}
