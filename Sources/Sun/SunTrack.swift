private import Glibc

/// The sun's apparent motion during the two days around an instant.
///
/// Right ascension and declination are parabolas through three exact places a day apart. Their error
/// is at most 0.1″ (0.01 s).
public struct SunTrack: Equatable, Sendable {
  /// The middle, seconds since 1970 UTC.
  public let centre: Double
  private let ascension: Parabola
  private let declination: Parabola
  private let siderealTime: Double

  /// Radians of sidereal time in a second of Universal Time.
  static let siderealRate = 2 * .pi * 1.00273790935 / 86_400

  /// - Parameter centre: seconds since 1970-01-01 UTC, from 1900 to 2100.
  public init(centre: Double) {
    self.centre = centre
    let before = SunCoordinates(unixSeconds: centre - 86_400)
    let middle = SunCoordinates(unixSeconds: centre)
    let after = SunCoordinates(unixSeconds: centre + 86_400)
    ascension = Parabola(
      middle.rightAscension, signed(before.rightAscension - middle.rightAscension),
      signed(after.rightAscension - middle.rightAscension))
    declination = Parabola(
      middle.declination, before.declination - middle.declination,
      after.declination - middle.declination)
    siderealTime = middle.siderealTime
  }

  /// The declination, radians.
  ///
  /// - Parameter instant: seconds since 1970, within a day of the centre.
  public func declination(at instant: Double) -> Double {
    declination.value((instant - centre) / 86_400)
  }

  /// The local hour angle of the sun, radians in [−π, π): negative in the morning.
  ///
  /// - Parameters:
  ///   - instant: seconds since 1970, within a day of the centre.
  ///   - longitude: radians, east positive.
  public func hourAngle(at instant: Double, longitude: Double) -> Double {
    let elapsed = instant - centre
    return signed(
      siderealTime + Self.siderealRate * elapsed + longitude - ascension.value(elapsed / 86_400))
  }
}

/// A parabola through the values at −1, 0 and 1.
private struct Parabola: Equatable, Sendable {
  private let middle, slope, curve: Double

  /// - Parameters:
  ///   - middle: the value at 0.
  ///   - before: the value at −1, less the middle.
  ///   - after: the value at 1, less the middle.
  init(_ middle: Double, _ before: Double, _ after: Double) {
    (self.middle, slope, curve) = (middle, (after - before) / 2, (after + before) / 2)
  }

  func value(_ x: Double) -> Double { middle + (slope + curve * x) * x }
}
