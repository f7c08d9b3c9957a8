private import Glibc
package import Quantities

/// The way from a place to a target: every bearing there is, and where they end.
package struct Direction: Equatable, Sendable {
  /// Which of the ways to draw a straight line on the Earth.
  package enum Method: Equatable, Sendable {
    /// On a sphere.
    case greatCircle
    /// The shortest way on the WGS84 ellipsoid.
    case geodesic
    /// The way of one constant bearing.
    case rhumb
  }

  /// Where a bearing needs a remark.
  package enum Note: Equatable, Sendable {
    case none
    /// 15 m of position error move the bearing by more than 1°.
    case nearTarget
    /// Within 100 m.
    case atTarget
    /// At the other end of the Earth: 15 m of position error move the bearing by more than 1°, and at
    /// the antipode itself every direction leads to the target. For the rhumb line also half a turn of
    /// longitude away, where two ways are as short.
    case antipode
    /// At a pole: a bearing counts from the meridian of the longitude given, and so does a declination.
    case pole
  }

  /// Metres from the target within which a device claims no direction.
  static let reachOfTarget = 100.0
  /// Metres that a satellite receiver is off on a bad day; what it may turn the bearing by, degrees.
  static let tolerated = (metres: 15.0, degrees: 1.0)

  /// `nil` at the target and at its antipode; see `initialBearing`.
  package let greatCircle: Azimuth<TrueNorth>?
  /// `nil` at the target only; at the antipode one of several ways, see `Geodesic`.
  package let geodesic: Azimuth<TrueNorth>?
  /// `nil` where there is no one such way, see `RhumbLine`.
  package let rhumb: Azimuth<TrueNorth>?
  /// Metres on the WGS84 ellipsoid; within 15 nm.
  package let distance: Double
  /// Metres on the sphere.
  package let greatCircleDistance: Double
  /// Metres along the rhumb line, on the sphere.
  package let rhumbDistance: Double?
  package let note: Note
  /// The bearing to follow, by the method asked for; `nil` where there is none, and within 100 m of the
  /// target, where a device claims no direction.
  package let bearing: Azimuth<TrueNorth>?
  /// Degrees, at most 180, 68 % lie within: what the position's own error does to the bearing; `nil`
  /// where the position's error is not known, or there is no bearing.
  package let error68Degrees: Double?
  /// Metres that a sideways step is to be divided by to know how far it turns a bearing: R sin(d/R) on
  /// the sphere, the reduced length on the ellipsoid, the lesser of both here. Both are the distance
  /// nearby, and small again at the other end of the Earth.
  private let reach: Double
  /// Metres from where the rhumb line goes the other way round the Earth; infinite where another
  /// bearing is followed.
  private let cut: Double

  /// - Parameters:
  ///   - place: where the device is.
  ///   - target: the point to face.
  ///   - error68Metres: how far off the place may be, where that is known; at least 0.
  ///   - method: whose bearing to follow.
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

  /// Degrees, at most 180, by which a position error of so many metres turns the bearing.
  package func turn(ofMetres error: Double) -> Double {
    Self.turn(ofMetres: error, reach: reach, cut: cut)
  }

  /// Metres along the parallel to where the target is half a turn of longitude away.
  private static func distanceToCut(_ place: Coordinates, _ target: Coordinates) -> Double {
    let difference = (target.longitude - place.longitude).remainder(dividingBy: 360)
    return meanEarthRadius * cos(place.latitude.inRadians) * (180 - abs(difference)).inRadians
  }

  /// Degrees, at most 180, by which a step of so many metres turns a bearing.
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

  /// Metres; from here on geodesics of different sides can be equally short.
  private static let farFrom = 19_900_000.0

  /// Whether a step to the north or south takes the shortest way to the other side of the Earth: near
  /// the antipode that happens all along a stretch of the antipode's parallel.
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
