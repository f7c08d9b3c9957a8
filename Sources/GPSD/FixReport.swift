package import Quantities

/// One report of gpsd about a receiver's fix, before `FixJudge` has checked it.
///
/// The numbers are gpsd's own (gpsd_json(5), class TPV); an unknown one is `nil`.
package struct FixReport: Equatable, Sendable {
  /// 0 not seen, 1 no fix, 2 two-dimensional, 3 three-dimensional.
  package var mode: Int
  /// The receiver's time of the fix, µs since 1970-01-01 UTC.
  package var utcMicroseconds: Int64?
  /// Degrees, north positive.
  package var latitude: Double?
  /// Degrees, east positive.
  package var longitude: Double?
  /// Metres above the WGS84 ellipsoid.
  package var altitudeMetres: Double?
  /// The horizontal error, metres, of a level that gpsd does not know.
  package var errorMetres: Double?
  /// Course over ground, degrees from true north.
  package var trackDegrees: Double?
  /// Speed over ground, m/s.
  package var speedMetresPerSecond: Double?

  package init(
    mode: Int, utcMicroseconds: Int64? = nil, latitude: Double? = nil, longitude: Double? = nil,
    altitudeMetres: Double? = nil, errorMetres: Double? = nil, trackDegrees: Double? = nil,
    speedMetresPerSecond: Double? = nil
  ) {
    self.mode = mode
    self.utcMicroseconds = utcMicroseconds
    self.latitude = latitude
    self.longitude = longitude
    self.altitudeMetres = altitudeMetres
    self.errorMetres = errorMetres
    self.trackDegrees = trackDegrees
    self.speedMetresPerSecond = speedMetresPerSecond
  }

  /// The position; `nil` without a fix, and where the numbers are no position on the Earth.
  ///
  /// An impossible height is ignored, as the position is good without it. The error is taken as one
  /// that holds 68 % of fixes: gpsd passes a receiver's own error on and computes a missing one for
  /// 95 %, and does not mark which it was, so it is not made smaller.
  package var position: Position? {
    guard mode >= 2, let latitude, let longitude else { return nil }
    let height = mode >= 3 ? altitudeMetres : nil
    let error = errorMetres.flatMap { (0...Position.largestError).contains($0) ? $0 : nil }
    do {
      let coordinates = try Coordinates(latitude: latitude, longitude: longitude)
      return try Position(
        coordinates: coordinates,
        altitudeMetres: height.flatMap { (-20_000...1_000_000).contains($0) ? $0 : nil },
        error68Metres: error)
    } catch { return nil }
  }

  /// The motion of the device.
  ///
  /// Below 0.5 m/s the course is that of the receiver's noise, and is left out.
  package var motion: Fix.Motion? {
    guard mode >= 2, let speed = speedMetresPerSecond, (0...10_000).contains(speed) else {
      return nil
    }
    let course = trackDegrees.flatMap { speed >= Self.slowest && $0.isFinite ? $0 : nil }
    return Fix.Motion(
      speedMetresPerSecond: speed, course: course.map(Azimuth<TrueNorth>.init(degrees:)))
  }

  /// m/s, below which the course is noise.
  private static let slowest = 0.5
}
