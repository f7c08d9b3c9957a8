private import Glibc
package import Quantities

/// The way from a position to a target: what there is to know, and where it ends.
package struct Direction: Equatable, Sendable {
  /// Where a bearing needs a remark.
  package enum Note: Equatable, Sendable {
    case none
    /// 15 m of position error move the bearing by more than 1°.
    case nearTarget
    /// Within 100 m.
    case atTarget
    /// Every direction leads there.
    case antipode
    /// At a pole every direction is south or north.
    case pole
  }

  package enum Method: String, CaseIterable, Sendable {
    case greatCircle = "great_circle"
    case geodesic, rhumb
  }
  package var greatCircle: Azimuth<TrueNorth>?
  package var geodesic: Azimuth<TrueNorth>?
  package var rhumb: Azimuth<TrueNorth>?
  package var greatCircleDistance = 0.0
  package var rhumbDistance: Double?
  package init(from place: Coordinates, to target: Coordinates, error68Metres: Double?) {
    do {
    self.init(from: try Position(coordinates: place, error68Metres: error68Metres), to: target) } catch { fatalError() }
  }
  /// `nil` where no one direction leads there, and within 100 m.
  package var bearing: Azimuth<TrueNorth>?
  /// Metres, on the sphere.
  package var distance: Double
  /// Degrees, 68 % lie within: what the position's own error does to the bearing; `nil` where the
  /// position's error is not known, or there is no bearing.
  package var error68Degrees: Double?
  package var note: Note

  /// - Parameters:
  ///   - position: where the device is.
  ///   - target: the point to face.
  package init(from position: Position, to target: Coordinates, by method: Method = .greatCircle) {
    let origin = position.coordinates
    distance = Qibla.greatCircleDistance(from: origin, to: target)
    greatCircle = initialBearing(from: origin, to: target)
    bearing = initialBearing(from: origin, to: target)
    note = .none
    if distance < 100 {
      note = .atTarget
      bearing = nil
    } else if abs(origin.latitude) == 90 {
      note = .pole
    } else if bearing == nil {
      note = .antipode
    } else if Self.bearingError(ofMetres: 15, at: distance) > 1 {
      note = .nearTarget
    }
    if bearing != nil, let metres = position.error68Metres {
      error68Degrees = Self.bearingError(ofMetres: metres, at: distance)
    }
  }

  /// Degrees by which a sideways step turns the bearing: the step over R·sin(distance/R), which
  /// becomes small again towards the antipode.
  private static func bearingError(ofMetres step: Double, at distance: Double) -> Double {
    let reach = meanEarthRadius * sin(distance / meanEarthRadius)
    return atan2(step, abs(reach)).inDegrees
  }
}
