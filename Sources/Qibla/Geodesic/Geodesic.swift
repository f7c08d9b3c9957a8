private import Glibc
package import Quantities

/// The shortest way between two points on the WGS84 ellipsoid.
package struct Geodesic: Equatable, Sendable {
  /// Metres along it, in [0, 20,003,932]; within 15 nm.
  package let distance: Double
  /// The direction at the first point; `nil` only where both points are the same.
  package let initialAzimuth: Azimuth<TrueNorth>?
  /// The direction, still forwards, at the second point; `nil` only where both are the same.
  package let finalAzimuth: Azimuth<TrueNorth>?
  /// Metres by which the second point moves sideways for each radian that the first azimuth turns.
  ///
  /// The distance on a plane and R·sin(distance/R) on a sphere; near 0 at the points themselves and
  /// near the antipode, negative beyond the point where neighbouring geodesics meet.
  package let reducedLength: Double
  /// Degrees on the auxiliary sphere, in [0, 180].
  package let arcDegrees: Double
  /// Whether no other way is as short.
  ///
  /// False between the poles, where every meridian is one; and for latitudes that are equal and
  /// opposite with longitudes (nearly) half a turn apart, where the other way is the mirror image:
  /// then this one starts towards the pole of the first point, the north pole from the equator.
  package let isUnique: Bool

  /// Solves the inverse problem; it ends for every pair of coordinates.
  ///
  /// At a pole an azimuth is that of the limit along the meridian of the point's longitude: at the
  /// north pole the way along longitude λ leads to 180° − (λ − longitude), at the south pole to
  /// λ − longitude. Half a turn along the equator leads over the pole. Azimuths are such that their
  /// error times `reducedLength` is within 15 nm; where that is small they are known no better.
  ///
  /// - Source: C. F. F. Karney, "Algorithms for geodesics", J. Geodesy 87 (2013), 43–55,
  ///   doi:10.1007/s00190-012-0578-z, with its addenda; series of order 6.
  package init(from first: Coordinates, to second: Coordinates) {
    let problem = CanonicalProblem(
      first.latitude, second.latitude,
      ExactDifference(fromLongitude: first.longitude, to: second.longitude))
    let solution = GeodesicSolution(problem)
    let (α1, α2) = problem.azimuthsAsPut(solution.α1, solution.α2)
    let isSame = solution.arc == 0
    distance = isSame ? 0 : solution.distance
    reducedLength = isSame ? 0 : solution.reducedLength
    arcDegrees = solution.arc.inDegrees
    initialAzimuth = isSame ? nil : Azimuth(north: α1.cosine, east: α1.sine)
    finalAzimuth = isSame ? nil : Azimuth(north: α2.cosine, east: α2.sine)
    isUnique = isSame || !solution.hasTwin
  }
}
