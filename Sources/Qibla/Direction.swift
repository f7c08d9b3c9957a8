private import Glibc
package import Quantities

/// Bearings and distances from a place to a target, by all methods, and where they are undefined.
package struct Direction: Equatable, Sendable {
  /// How the line to the target is drawn on the Earth.
  package enum Method: Equatable, Sendable {
    /// The shortest line on a sphere.
    case greatCircle
    /// The shortest line on the WGS84 ellipsoid.
    case geodesic
    /// The line of constant bearing.
    case rhumb
  }

  /// A special case of the place, in which the bearing is sensitive or undefined.
  package enum Note: Equatable, Sendable {
    case none
    /// 15 m of position error change the bearing by more than 1°.
    case nearTarget
    /// Within 100 m of the target.
    case atTarget
    /// Near the antipode: 15 m of position error change the bearing by more than 1°, and at the
    /// antipode every direction leads to the target. For the rhumb line also 180° of longitude
    /// away, where two lines have the same length.
    case antipode
    /// At a pole: bearing and declination count from the meridian of the given longitude.
    case pole
  }

  /// The distance from the target, metres, within which there is no bearing.
  static let reachOfTarget = 100.0
  /// A large error of a satellite receiver, metres, and the largest change of the bearing by it,
  /// degrees, without a note.
  static let tolerated = (metres: 15.0, degrees: 1.0)

  /// `nil` at the target and at its antipode; see `initialBearing`.
  package let greatCircle: Azimuth<TrueNorth>?
  /// `nil` only at the target; at the antipode one of several lines, see `Geodesic`.
  package let geodesic: Azimuth<TrueNorth>?
  /// `nil` if it is not unique, see `RhumbLine`.
  package let rhumb: Azimuth<TrueNorth>?
  /// Metres on the WGS84 ellipsoid; within 15 nm.
  package let distance: Double
  /// Metres on the sphere.
  package let greatCircleDistance: Double
  /// Metres along the rhumb line, on the sphere.
  package let rhumbDistance: Double?
  package let note: Note
  /// The bearing by the chosen method; `nil` if it is undefined, and within 100 m of the target.
  package let bearing: Azimuth<TrueNorth>?
  /// The error of the bearing from the position's error, degrees, at most 180; 68 % lie within.
  /// `nil` if the position's error is not known, or there is no bearing.
  package let error68Degrees: Double?
  /// Sideways step / change of the bearing, metres: R sin(d/R) on the sphere, the reduced length on
  /// the ellipsoid; here the smaller one. Near the target, both are the distance; near the
  /// antipode, both are small again.
  private let reach: Double
  /// The distance, metres, to the place from which the rhumb line leads the other way round the
  /// Earth; infinite for other methods.
  private let cut: Double

  /// - Parameters:
  ///   - place: the device's place.
  ///   - target: the point to face.
  ///   - error68Metres: the error of the place, at least 0; `nil` if it is not known.
  ///   - method: the method of `bearing`.
  package init(
    from place: Coordinates, to target: Coordinates, error68Metres: Double? = nil,
    by method: Method = .greatCircle
  ) {
    let shortest = Geodesic(from: place, to: target)
    let line = RhumbLine(from: place, to: target)
    greatCircle = initialBearing(from: place, to: target)
    geodesic = shortest.initialAzimuth
    rhumb = line?.bearing
    distance = shortest.distance
    greatCircleDistance = Qibla.greatCircleDistance(from: place, to: target)
    rhumbDistance = line?.distance
    let onSphere = meanEarthRadius * abs(sin(greatCircleDistance / meanEarthRadius))
    let reach = min(onSphere, abs(shortest.reducedLength))
    self.reach = reach
    let cut = method == .rhumb ? Self.distanceToCut(place, target) : .infinity
    self.cut = cut
    let isNearCut = cut < Self.tolerated.metres
    let byShape = Self.note(place, target, shortest, reach: reach)
    note = isNearCut && byShape == .none ? .antipode : byShape
    let followed =
      switch method {
      case .greatCircle: greatCircle
      case .geodesic: geodesic
      case .rhumb: rhumb
      }
    bearing = note == .atTarget ? nil : followed
    error68Degrees =
      bearing == nil
      ? nil : error68Metres.map { Self.turn(ofMetres: $0, reach: reach, cut: cut) }
  }

  /// From a position with its error.
  package init(
    from position: Position, to target: Coordinates, by method: Method = .greatCircle
  ) {
    self.init(
      from: position.coordinates, to: target, error68Metres: position.error68Metres, by: method)
  }

  /// The change of the bearing by a position error of `error` metres, degrees, at most 180.
  package func turn(ofMetres error: Double) -> Double {
    Self.turn(ofMetres: error, reach: reach, cut: cut)
  }

  /// The distance along the parallel, metres, to the place from which the target is 180° of
  /// longitude away.
  private static func distanceToCut(_ place: Coordinates, _ target: Coordinates) -> Double {
    let difference = (target.longitude - place.longitude).remainder(dividingBy: 360)
    return meanEarthRadius * cos(place.latitude.inRadians) * (180 - abs(difference)).inRadians
  }

  /// The change of a bearing by a sideways step, degrees, at most 180.
  private static func turn(
    ofMetres step: Double, reach: Double, cut: Double = .infinity
  ) -> Double {
    if step > cut { return 180 }
    return step == 0 ? 0 : min((step / reach).inDegrees, 180)
  }

  private static func note(
    _ place: Coordinates, _ target: Coordinates, _ shortest: Geodesic, reach: Double
  ) -> Note {
    if shortest.distance < reachOfTarget { return .atTarget }
    if abs(place.latitude) == 90 { return .pole }
    let isFar = shortest.distance > farFrom
    if turn(ofMetres: tolerated.metres, reach: reach) > tolerated.degrees {
      return isFar ? .antipode : .nearTarget
    }
    return isFar && isAtCut(place, target, shortest) ? .antipode : .none
  }

  /// The distance, metres, from which geodesics on different sides can have the same length.
  private static let farFrom = 19_900_000.0

  /// Whether a step to the north or south moves the shortest line to the other side of the Earth.
  /// Near the antipode, that is so along a part of the antipode's parallel.
  private static func isAtCut(
    _ place: Coordinates, _ target: Coordinates, _ shortest: Geodesic
  ) -> Bool {
    guard let here = shortest.initialAzimuth else { return true }
    let step = (tolerated.metres / meanEarthRadius).inDegrees
    for latitude in [place.latitude - step, place.latitude + step] {
      guard let beside = try? Coordinates(latitude: latitude, longitude: place.longitude),
        let there = Geodesic(from: beside, to: target).initialAzimuth
      else { continue }  // beyond a pole there is no north
      if abs(RelativeBearing(of: there, from: here).degrees) > tolerated.degrees { return true }
    }
    return false
  }
}
