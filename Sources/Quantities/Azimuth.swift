private import Glibc

/// A heading, bearing or course: degrees clockwise from `Reference`, in [0, 360).
///
/// Magnetic and true azimuths are different types; only a `Declination` turns one into the other.
public struct Azimuth<Reference: North>: Equatable, Sendable {
  /// Degrees clockwise from north, in [0, 360).
  public let degrees: Double

  /// Wraps any finite angle, in degrees, into [0, 360).
  public init(degrees: Double) {
    precondition(degrees.isFinite, "an azimuth must be finite")
    let remainder = degrees.truncatingRemainder(dividingBy: 360)
    let wrapped = remainder < 0 ? remainder + 360 : remainder
    self.degrees = wrapped < 360 ? wrapped : 0  // −1e-20 + 360 rounds to 360
  }

  /// The azimuth of a horizontal vector; `nil` for a vector of length 0.
  ///
  /// - Parameters:
  ///   - north: the component along `Reference`, in any unit.
  ///   - east: the component to the right of it, in the same unit.
  public init?(north: Double, east: Double) {
    guard north != 0 || east != 0, north.isFinite, east.isFinite else { return nil }
    self.init(degrees: atan2(east, north).inDegrees)
  }
}

extension Azimuth<MagneticNorth> {
  /// The same direction measured from true north: magnetic azimuth + declination.
  public func trueAzimuth(_ declination: Declination) -> Azimuth<TrueNorth> {
    Azimuth<TrueNorth>(degrees: degrees + declination.degrees)
  }
}
