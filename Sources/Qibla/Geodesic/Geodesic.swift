private import Glibc
package import Quantities

/// The shortest line between two points on the WGS84 ellipsoid.
package struct Geodesic: Equatable, Sendable {
  /// Metres along it, in [0, 20,003,932]; within 15 nm.
  package let distance: Double
  /// The azimuth at the first point; `nil` only if both points are the same.
  package let initialAzimuth: Azimuth<TrueNorth>?
  /// The forward azimuth at the second point; `nil` only if both points are the same.
  package let finalAzimuth: Azimuth<TrueNorth>?
  /// Metres by which the second point moves sideways for each radian that the first azimuth turns.
  ///
  /// The distance on a plane and R·sin(distance/R) on a sphere; near 0 at the points themselves and
  /// near the antipode, negative beyond the point where neighbouring geodesics meet.
  package let reducedLength: Double
  /// Degrees on the auxiliary sphere, in [0, 180].
  package let arcDegrees: Double
  /// Whether it is the only shortest line.
  ///
  /// False between the poles, where every meridian is a shortest line. Also false for opposite
  /// latitudes with longitudes (nearly) 180° apart, where the mirror image has the same length.
  /// Then this line starts towards the nearer pole of the first point; from the equator, towards
  /// the north pole.
  package let isUnique: Bool

  /// Solves the inverse problem; terminates for every pair of coordinates.
  ///
  /// At a pole, an azimuth is the limit along the meridian of the point's longitude: the line along
  /// longitude λ has azimuth 180° − (λ − longitude) at the north pole and λ − longitude at the
  /// south pole. Between opposite points of the equator, the line leads over the pole. The error of
  /// an azimuth times `reducedLength` is within 15 nm.
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
