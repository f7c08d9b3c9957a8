import Quantities
import Testing

@testable import Qibla

/// How far an azimuth is from the expected one, as an angle and at the far end of the line.
struct AzimuthError {
  /// 15 nm, what Karney (2013) claims for double precision, metres.
  static let allowedSideways = 15e-9
  /// What is asked where the line is well-conditioned, degrees.
  static let allowedDegrees = 1e-9
  /// Below this reduced length, metres, 3 nm sideways turn an azimuth by more than 1e-9°: another
  /// CPU's or C library's sine may do that. Rows of reference files on this side of it are named.
  static let illConditionedWithin = 172.0

  let degrees: Double
  /// Metres.
  let sideways: Double

  /// - Parameter reducedLength: metres that a turn of 1 rad moves the other end sideways.
  init(_ azimuth: Azimuth<TrueNorth>?, expected: Double, reducedLength: Double) throws {
    degrees = abs(RelativeBearing(degrees: try #require(azimuth).degrees - expected).degrees)
    sideways = degrees.inRadians * abs(reducedLength)
  }

  /// 1e-9°, or 15 nm sideways on one of the named ill-conditioned rows.
  func isWithinTolerance(isIllConditioned: Bool) -> Bool {
    isIllConditioned ? sideways <= Self.allowedSideways : degrees <= Self.allowedDegrees
  }
}
