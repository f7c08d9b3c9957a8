private import Glibc
package import Quantities

/// The Earth's mean radius R₁, metres (IUGG; H. Moritz, "Geodetic Reference System 1980").
package let meanEarthRadius = 6_371_008.8

/// The initial great-circle bearing from `origin` to `destination`, on a sphere.
///
/// - Parameters:
///   - origin: where the observer stands.
///   - destination: the point to face.
/// - Returns: the bearing, or `nil` where no one direction leads there: at the destination, at its
///   antipode (within 0.1 m of either, about what a double leaves) and at a pole.
/// - Source: E. Williams, *Aviation Formulary* v1.47, "Course between points".
package func initialBearing(
  from origin: Coordinates, to destination: Coordinates
) -> Azimuth<TrueNorth>? {
  guard abs(origin.latitude) < 90 else { return nil }
  let φ1 = origin.latitude.inRadians
  let φ2 = destination.latitude.inRadians
  let Δλ = (destination.longitude - origin.longitude).inRadians
  let east = sin(Δλ) * cos(φ2)
  let north = cos(φ1) * sin(φ2) - sin(φ1) * cos(φ2) * cos(Δλ)
  guard hypot(north, east) > 1.6e-8 else { return nil }  // 0.1 m in radians
  return Azimuth(north: north, east: east)
}

/// The great-circle distance, metres, on a sphere of the Earth's mean radius; within 0.6 % of the
/// ellipsoid's.
///
/// - Source: R. W. Sinnott, "Virtues of the Haversine", *Sky and Telescope* 68 (1984), in the form
///   with atan2, which is exact at the antipode too.
package func greatCircleDistance(from origin: Coordinates, to destination: Coordinates) -> Double {
  let φ1 = origin.latitude.inRadians
  let φ2 = destination.latitude.inRadians
  let Δλ = (destination.longitude - origin.longitude).inRadians
  let x = cos(φ2) * cos(Δλ)
  let y = cos(φ2) * sin(Δλ)
  let across = hypot(y, cos(φ1) * sin(φ2) - sin(φ1) * x)
  return meanEarthRadius * atan2(across, sin(φ1) * sin(φ2) + cos(φ1) * x)
}
