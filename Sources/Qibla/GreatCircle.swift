private import Glibc
package import Quantities

/// The Earth's mean radius R₁, metres (IUGG; H. Moritz, "Geodetic Reference System 1980").
package let meanEarthRadius = 6_371_008.8

/// The initial great-circle bearing from `origin` to `destination`, on a sphere.
///
/// Within 1e-9° of the sphere's own, also for points centimetres apart or nearly opposite. At a pole
/// it is the limit along the meridian of the origin's longitude: with Δλ the way east to the
/// destination's longitude, 180° − Δλ at the north pole and Δλ at the south pole.
///
/// - Parameters:
///   - origin: where the observer stands.
///   - destination: the point to face; its geodetic latitude is taken for the sphere's.
/// - Returns: the bearing, or `nil` where no one direction leads there: at exactly the same point and
///   at exactly its antipode. Any difference that the coordinates can show has a bearing.
/// - Source: E. Williams, *Aviation Formulary* v1.47, "Course between points"; with
///   sin(φ₂ ∓ φ₁) ± 2 sin φ₁ cos φ₂ sin²(Δλ/2) (or cos²) for its north component.
package func initialBearing(
  from origin: Coordinates, to destination: Coordinates
) -> Azimuth<TrueNorth>? {
  let triangle = SphericalTriangle(from: origin, to: destination)
  return Azimuth(north: triangle.north, east: triangle.east)
}

/// The great-circle distance, metres, on a sphere of the Earth's mean radius; within 0.6 % of the
/// ellipsoid's.
///
/// - Returns: in [0, 20,015,115]; exact to rounding for near points and at the antipode too.
/// - Source: the angle between two vectors by atan2 of its sine and cosine.
package func greatCircleDistance(from origin: Coordinates, to destination: Coordinates) -> Double {
  meanEarthRadius * SphericalTriangle(from: origin, to: destination).arc
}

/// What bearing and distance on the sphere share.
struct SphericalTriangle: Sendable {
  /// sin(arc)·cos(bearing) and sin(arc)·sin(bearing).
  let north, east: Double
  /// cos(arc).
  let along: Double

  init(from origin: Coordinates, to destination: Coordinates) {
    let φ1 = SineCosine(degrees: origin.latitude)
    let φ2 = SineCosine(degrees: destination.latitude)
    let difference = ExactDifference(
      fromLongitude: origin.longitude, to: destination.longitude)
    let (Δλ, half) = (difference.sineCosine, difference.half.sineCosine)
    let product = 2 * φ1.sine * φ2.cosine
    if Δλ.cosine >= 0 {
      let Δφ = ExactDifference(sum: destination.latitude, -origin.latitude).sineCosine
      north = Δφ.sine + product * half.sine * half.sine
    } else {
      let Σφ = ExactDifference(sum: destination.latitude, origin.latitude).sineCosine
      north = Σφ.sine - product * half.cosine * half.cosine
    }
    east = Δλ.sine * φ2.cosine
    along = φ1.sine * φ2.sine + φ1.cosine * φ2.cosine * Δλ.cosine
  }

  /// Radians in [0, π].
  var arc: Double { atan2(hypot(north, east), along) }
}
