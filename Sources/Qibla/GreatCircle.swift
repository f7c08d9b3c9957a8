private import Glibc
package import Quantities

/// The Earth's mean radius R₁, metres (IUGG; H. Moritz, "Geodetic Reference System 1980").
package let meanEarthRadius = 6_371_008.8

/// The initial great-circle bearing from `origin` to `destination`, on a sphere.
///
/// Accurate to 1e-9°, except for points a few metres apart or nearly opposite. There, the rounding
/// error is at most 3 nm sideways at the nearer of destination and antipode. At a pole it is the
/// limit along the meridian of the origin's longitude: with Δλ the way east to the destination's
/// longitude, 180° − Δλ at the north pole and Δλ at the south pole.
///
/// - Parameters:
///   - origin: the place of the observer.
///   - destination: the point to face; its geodetic latitude is used as the sphere's.
/// - Returns: the bearing; `nil` if it is undefined: at the destination and at its antipode, each
///   within some micrometres, where only rounding would decide.
/// - Source: E. Williams, *Aviation Formulary* v1.47, "Course between points".
package func initialBearing(
  from origin: Coordinates, to destination: Coordinates
) -> Azimuth<TrueNorth>? {
  let φ1 = origin.latitude.inRadians
  let φ2 = destination.latitude.inRadians
  let Δλ = (destination.longitude - origin.longitude).inRadians
  let east = sin(Δλ) * cos(φ2)
  let north = cos(φ1) * sin(φ2) - sin(φ1) * cos(φ2) * cos(Δλ)
  guard hypot(north, east) > 1e-12 else { return nil }  // 6 µm in radians
  return Azimuth(north: north, east: east)
}

/// The great-circle distance, metres, on a sphere of the Earth's mean radius; within 0.6 % of the
/// ellipsoid's.
///
/// - Returns: in [0, 20,015,115]; exact to some nanometres for near points and at the antipode too.
/// - Source: the angle between two vectors by atan2 of its sine and cosine; the sine of a short way by
///   R. W. Sinnott, "Virtues of the Haversine", *Sky and Telescope* 68 (1984), which does not cancel.
package func greatCircleDistance(from origin: Coordinates, to destination: Coordinates) -> Double {
  let φ1 = origin.latitude.inRadians
  let φ2 = destination.latitude.inRadians
  let Δλ = (destination.longitude - origin.longitude).inRadians
  let halfΔφ = sin((destination.latitude - origin.latitude).inRadians / 2)
  let halfΔλ = sin(Δλ / 2)
  let haversine = halfΔφ * halfΔφ + cos(φ1) * cos(φ2) * halfΔλ * halfΔλ
  // Of the other half of the sphere, so that the antipode is as exact as the point itself.
  let halfΣφ = sin((destination.latitude + origin.latitude).inRadians / 2)
  let halfΣλ = cos(Δλ / 2)
  let opposite = halfΣφ * halfΣφ + cos(φ1) * cos(φ2) * halfΣλ * halfΣλ
  return meanEarthRadius * 2 * atan2(haversine.squareRoot(), opposite.squareRoot())
}
