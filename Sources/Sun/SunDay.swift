private import Glibc
public import Quantities

/// A moment at which the sun's centre has a given altitude, or crosses the meridian.
public struct SunEvent: Equatable, Sendable {
  /// Seconds since 1970-01-01 UTC.
  public let unixSeconds: Double
  /// The seconds that 0.02° of altitude make. Many where the sun only grazes the altitude.
  public let errorSeconds: Double
}

/// The day of the sun around one transit of a meridian.
public struct SunDay: Equatable, Sendable {
  /// The rising or the setting half of the day.
  public enum Side: Sendable {
    /// From midnight to noon.
    case rising
    /// From noon to midnight.
    case setting
  }

  /// The sun on the meridian: true noon, seconds since 1970-01-01 UTC.
  public let transit: Double
  /// The sun's declination at the transit, radians.
  public let declination: Double
  private let track: SunTrack
  private let latitude, longitude: Double

  /// The day whose transit is nearest to an instant.
  ///
  /// - Parameters:
  ///   - place: the observer.
  ///   - instant: seconds since 1970-01-01 UTC, from 1900 to 2100.
  public init(at place: Coordinates, around instant: Double) {
    self.init(
      track: SunTrack(centre: instant), latitude: place.latitude, longitude: place.longitude)
  }

  /// The same day of the sun for another latitude of the same meridian.
  ///
  /// - Parameter latitude: degrees.
  public func at(latitude: Double) -> SunDay {
    SunDay(self, latitude: latitude.inRadians)
  }

  private init(_ day: SunDay, latitude: Double) {
    (track, longitude, transit) = (day.track, day.longitude, day.transit)
    (declination, self.latitude) = (day.declination, latitude)
  }

  private init(track: SunTrack, latitude: Double, longitude: Double) {
    self.track = track
    (self.latitude, self.longitude) = (latitude.inRadians, longitude.inRadians)
    var transit = track.centre
    for _ in 0..<3 {
      transit -= track.hourAngle(at: transit, longitude: self.longitude) / solarRate
    }
    self.transit = transit
    declination = track.declination(at: transit)
  }

  /// The altitude of the sun's centre at noon, degrees, without refraction.
  public var noonAltitude: Double { 90 - abs(latitude - declination).inDegrees }

  /// The altitude of the sun's centre at midnight by the declination of noon, degrees.
  public var midnightAltitude: Double { abs(latitude + declination).inDegrees - 90 }

  /// When the sun's centre has an altitude.
  ///
  /// The sun's place is taken at the event itself, not at noon.
  /// - Parameters:
  ///   - altitude: degrees, without refraction and parallax.
  ///   - side: before or after the transit.
  ///   - nextDay: whether the event belongs to the transit after this one.
  /// - Returns: `nil` where the sun does not reach the altitude.
  public func event(altitude: Double, _ side: Side, nextDay: Bool = false) -> SunEvent? {
    let (sinφ, cosφ) = (sin(latitude), cos(latitude))
    guard cosφ > 1e-9 else { return nil }  // at a pole no altitude belongs to a time of day
    let sinh = sin(altitude.inRadians)
    let sign: Double = side == .rising ? -1 : 1
    var instant = nextDay ? transit + 86_400 : transit
    var (sinδ, cosδ, cosH) = (0.0, 1.0, 0.0)
    for step in 0..<12 {
      let δ = track.declination(at: instant)
      (sinδ, cosδ) = (sin(δ), cos(δ))
      cosH = (sinh - sinφ * sinδ) / (cosφ * cosδ)
      let wanted = sign * acos(min(max(cosH, -1), 1))
      let way = wanted - track.hourAngle(at: instant, longitude: longitude)
      // The first step goes to the right half of the day, also where that is 12 h long.
      let change = (step == 0 ? way : signed(way)) / solarRate
      instant += change
      if abs(change) < 0.01 { break }
    }
    guard abs(cosH) <= 1 else { return nil }
    let reached = sinφ * sinδ + cosφ * cosδ * cosH
    guard abs(reached - sinh) < 5e-5 else { return nil }
    // The altitude changes by rate · t, and near its extreme by acceleration · t² / 2.
    let cosh = max(cos(altitude.inRadians), 1e-6)
    let rate = cosφ * cosδ * (1 - cosH * cosH).squareRoot() / cosh * solarRate
    let acceleration = cosφ * cosδ / cosh * solarRate * solarRate
    let graze = (2 * altitudeError / acceleration).squareRoot()
    return SunEvent(
      unixSeconds: instant, errorSeconds: rate > 0 ? min(altitudeError / rate, graze) : graze)
  }
}

/// 0.02°: what this library and its refraction by convention leave, radians.
private let altitudeError = 0.02.inRadians

/// Radians of hour angle in a second.
private let solarRate = 2 * Double.pi / 86_400
